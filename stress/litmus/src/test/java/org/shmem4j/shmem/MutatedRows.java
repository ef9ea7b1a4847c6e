package org.shmem4j.shmem;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.fabric.SharedMemory;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Rows;
import org.shmem4j.stress.litmus.Trials;

/**
 * Runs rows in jobs of threads until one shows what is forbidden; for a JVM with a mutation.
 *
 * <p>Arguments: how the PEs reach each other, how often a row is tried, and what the text of rows
 * begins with. The exit code is an {@link End}'s.
 */
final class MutatedRows {
  /** How a run ends, each with an exit code that no crash has. */
  enum End {
    NOTHING(0),
    FOUND(10),
    HANGS(11);

    final int code;

    End(int code) {
      this.code = code;
    }
  }

  private static final long HEAP = 32 << 20;

  /** Trials between two looks at what has been seen, so that a run ends when something was. */
  private static final long SHORT_RUN = 4_096;

  /** Of a wait of all PEs at once: none of them comes to end another's. */
  private static final long WAIT_LIMIT_NANOS = 3_000_000_000L;

  /** Of a short run, where a PE looks again and again instead of waiting. */
  private static final long LIMIT_NANOS = 60_000_000_000L;

  private static volatile long lastStart = System.nanoTime();

  /** The job that runs, null between jobs: its control file is mapped only as long as it lives. */
  private static ControlFile running;

  /** How the PEs of a job reach each other, and wait. */
  enum Way {
    /** They load and store. */
    DIRECT,
    /** They load and store, and sleep; with {@code -Dshmem4j.wait.impatient=true} at once. */
    SLEEPING,
    /** By the transport that delays. */
    DELAYS
  }

  private MutatedRows() {}

  /** Runs. */
  public static void main(String[] arguments) {
    Way way = Way.valueOf(arguments[0]);
    long trials = Long.parseLong(arguments[1]);
    Thread.ofPlatform().daemon().start(MutatedRows::giveUpInTime);
    long part = way == Way.DELAYS ? trials : SHORT_RUN;
    for (long done = 0; done < trials; done += part) {
      for (Row row : rows(arguments[2])) {
        look(way, part, row, done + 1);
      }
    }
    end(End.NOTHING, "nothing");
  }

  private static void look(Way way, long trials, Row row, long seed) {
    Map<String, Long> outcomes = new ConcurrentHashMap<>();
    lastStart = System.nanoTime();
    try {
      run(way, trials, row, seed, outcomes);
    } catch (ShmemException e) {
      end(End.FOUND, row + ": " + e.getMessage());
    }
    if (outcomes.keySet().stream().anyMatch(row::isForbidden)) {
      end(End.FOUND, row + ": " + outcomes);
    }
  }

  static List<Row> rows(String prefix) {
    return Rows.all().stream().filter(row -> row.toString().startsWith(prefix)).toList();
  }

  private static void run(Way way, long trials, Row row, long seed, Map<String, Long> outcomes) {
    ShmemProgram program =
        shmem -> {
          int slots = way == Way.DELAYS ? 1 : Trials.slots(row, trials);
          watch(World.control(shmem));
          try {
            Map<String, Long> seen = Trials.run(shmem, row, trials, slots, seed);
            if (shmem.pe() == 0) {
              outcomes.putAll(seen);
            }
          } finally {
            watch(null);
          }
        };
    Shmem.threads(
        World.spec(row.pes(), HEAP, way != Way.DIRECT || row.pes() > 2),
        way == Way.DELAYS
            ? SharedMemory.reachedBy(membership -> new DelayingTransport(membership, seed))
            : SharedMemory.DIRECT,
        program);
  }

  private static synchronized void watch(ControlFile control) {
    running = control;
  }

  /** Whether every PE has been in one wait for so long. A busy machine delays who does not wait. */
  private static synchronized boolean allWaitTooLong() {
    return running != null
        && IntStream.range(0, running.spec().pes())
            .allMatch(pe -> waitsTooLong(running.base(), pe));
  }

  private static boolean waitsTooLong(long base, int pe) {
    return IntStream.range(0, ControlLayout.RECORD_COUNT)
        .mapToLong(i -> base + ControlLayout.record(pe, i))
        .filter(at ->
            Memory.getAcquireInt(at + ControlLayout.WAIT_KIND) != ControlLayout.WAITS_FOR_NOTHING)
        .map(at -> System.nanoTime() - Memory.getLong(at + ControlLayout.SINCE))
        .anyMatch(nanos -> nanos > WAIT_LIMIT_NANOS);
  }

  private static void giveUpInTime() {
    try {
      while (!allWaitTooLong() && System.nanoTime() - lastStart < LIMIT_NANOS) {
        Thread.sleep(100);
      }
      end(End.HANGS, "hangs");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void end(End end, String text) {
    System.out.println(text);
    System.out.flush();
    Runtime.getRuntime().halt(end.code); // threads of rows that hang are left
  }
}
