package org.shmem4j.stress.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Runs a row's trials as one PE of a job.
 *
 * <p>A round is many trials, each with cells of its own, so that no trial waits for the end of the
 * one before. The PEs meet before every few trials, to be in the same ones at the same time, and
 * delay each trial at random. At the end of a round PE 0 gets what all have seen.
 */
public final class Trials {
  /** Room for the blocks of a round. */
  private static final long DATA_BYTES = 4 << 20;

  private static final int MOST_SLOTS = 1_024;
  private static final int FEWEST_SLOTS = 64;

  /** Trials between two meetings. */
  private static final int BURST = 16;

  /** Longest delays, in steps of about a nanosecond, of which each round takes one. */
  private static final int[] DELAYS = {0, 30, 100, 300, 1_000};

  private final Shmem shmem;
  private final Row row;
  private final Pe pe;
  private final int burst;
  private final SplittableRandom random;
  private final Program[] programs;
  private final long[][] seen;
  private final SymmetricLongs gathered;
  private final List<Helper> helpers = new ArrayList<>();
  private final Tally tally = new Tally();
  private long sink = 1;

  private Trials(Shmem shmem, Row row, int slots, long seed) {
    this.shmem = shmem;
    this.row = row;
    this.pe = Pe.create(shmem, row, slots);
    this.burst = Math.min(BURST, slots);
    this.random = new SplittableRandom(seed * 31 + shmem.pe());
    this.programs = row.parts().stream().map(Part::program).toArray(Program[]::new);
    this.seen = new long[programs.length][slots];
    this.gathered = shmem.longs((long) programs.length * slots);
  }

  /** How many trials of a row make a round. */
  public static int slots(Row row, long trials) {
    long fitting = DATA_BYTES / Math.max(1, row.dataLength() * (long) Long.BYTES);
    long slots = Math.clamp(fitting, FEWEST_SLOTS, MOST_SLOTS);
    return (int) Math.min(slots, Math.max(1, trials));
  }

  /**
   * Runs at least so many trials. Collective over all PEs, as many as the row has.
   *
   * @param slots trials in a round
   * @return how often each outcome was seen, on PE 0
   */
  public static Map<String, Long> run(Shmem shmem, Row row, long trials, int slots, long seed) {
    Trials all = new Trials(shmem, row, slots, seed);
    try (all.pe) {
      all.startHelpers();
      for (long done = 0; done < trials; done += slots) {
        all.round();
      }
    } finally {
      all.helpers.forEach(Helper::end);
    }
    shmem.free(all.gathered);
    return all.tally.byOutcome();
  }

  private void startHelpers() {
    List<Integer> own = row.partsOf(shmem.pe());
    for (int part : own.subList(1, own.size())) {
      helpers.add(new Helper(part));
    }
  }

  private void round() {
    int delay = DELAYS[random.nextInt(DELAYS.length)];
    pe.clear();
    shmem.barrierAll();
    int part = row.partsOf(shmem.pe()).getFirst();
    for (int first = 0; first < pe.slots(); first += burst) {
      int end = Math.min(first + burst, pe.slots());
      shmem.syncAll();
      helpers.forEach(helper -> helper.mayRunTo(end));
      run(part, first, end, delay, random);
    }
    helpers.forEach(Helper::await);
    shmem.syncAll(); // everybody has looked before anybody completes
    pe.quietContexts();
    gather();
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      count();
    }
  }

  private void run(int part, int first, int end, int delay, SplittableRandom own) {
    Program program = programs[part];
    long[] results = seen[part];
    for (int slot = first; slot < end; slot++) {
      if (delay > 0) {
        spin(own.nextInt(delay));
      }
      results[slot] = program.run(pe, Pe.at(slot));
    }
  }

  private void spin(int steps) {
    long value = sink;
    for (int i = 0; i < steps; i++) {
      value ^= value << 13;
      value ^= value >>> 7;
      value ^= value << 17;
    }
    sink = value;
  }

  private void gather() {
    for (int part : row.partsOf(shmem.pe())) {
      gathered.put((long) part * pe.slots(), seen[part], 0, pe.slots(), 0);
    }
  }

  private void count() {
    int[] seeing = seeing();
    long[] outcome = new long[seeing.length + (row.arbiter() == null ? 0 : 1)];
    for (int slot = 0; slot < pe.slots(); slot++) {
      for (int i = 0; i < seeing.length; i++) {
        outcome[i] = gathered.at((long) seeing[i] * pe.slots() + slot);
      }
      if (row.arbiter() != null) {
        outcome[seeing.length] = row.arbiter().run(pe, Pe.at(slot));
      }
      tally.add(outcome);
    }
  }

  private int[] seeing() {
    return java.util.stream.IntStream.range(0, programs.length)
        .filter(part -> row.parts().get(part).sees())
        .toArray();
  }

  /** A further thread of this PE. */
  private final class Helper {
    private volatile int mayRunTo;
    private volatile int ran;
    private volatile boolean isOver;
    private volatile Throwable failure;

    Helper(int part) {
      SplittableRandom own = random.split();
      Thread.ofPlatform().daemon().name("part-" + part).start(() -> work(part, own));
    }

    private void work(int part, SplittableRandom own) {
      try {
        int next = 0;
        while (!isOver) {
          int end = mayRunTo;
          if (end > next) {
            run(part, next, end, DELAYS[1], own);
            next = end == pe.slots() ? 0 : end;
            if (next == 0) {
              mayRunTo = 0;
            }
            ran = end;
          } else {
            pe.pause();
          }
        }
      } catch (Exception | AssertionError e) {
        failure = e;
      }
    }

    void mayRunTo(int end) {
      mayRunTo = end;
    }

    /** Waits for the end of the round. */
    void await() {
      while (ran < pe.slots()) {
        if (failure != null) {
          throw new IllegalStateException("a thread of the PE failed", failure);
        }
        pe.pause();
      }
      ran = 0;
    }

    void end() {
      isOver = true;
    }
  }
}
