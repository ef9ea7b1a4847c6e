package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** All schedules show of small programs what those show that the exhaustive strategy tries. */
class ReductionTest {
  private static final int PROGRAMS = 250;
  private static final int MOST_SCHEDULES = 3_000;
  private static final long HEAP = 1 << 16;
  private static final int CELLS = 2;
  private static final int MOST_OPERATIONS = 6;

  /** What a PE works on, and what it has seen, as decimal digits. */
  private static final class Pe {
    final Shmem shmem;
    final SymmetricLongs x;
    final Signal signal;
    long seen = 1;

    Pe(Shmem shmem) {
      this.shmem = shmem;
      this.x = shmem.longs(CELLS);
      this.signal = shmem.signal();
    }

    void see(long value) {
      seen = 10 * seen + value;
    }

    void put(long value, int to) {
      x.put(0, new long[] {value, value}, 0, CELLS, to);
    }

    void get(int from) {
      long[] all = new long[CELLS];
      x.get(0, all, 0, CELLS, from);
      Arrays.stream(all).forEach(this::see);
    }

    void putSignal(int cell, long value, int to) {
      x.putSignal(cell, new long[] {value}, 0, 1, signal, SignalOp.ADD, 1, to);
    }
  }

  /** One operation, with its text. */
  private record Operation(String text, Consumer<Pe> body) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** What schedules have shown. */
  private record Shown(Set<String> results, int schedules, boolean isComplete) {}

  private static List<List<Operation>> randomProgram(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int pes = 2 + random.nextInt(2);
    List<List<Operation>> program = new ArrayList<>();
    for (int pe = 0; pe < pes; pe++) {
      List<Operation> operations = new ArrayList<>();
      for (int i = 1 + random.nextInt(MOST_OPERATIONS / pes); i > 0; i--) {
        operations.add(randomOperation(random, pes));
      }
      program.add(operations);
    }
    return program;
  }

  private static Operation randomOperation(SplittableRandom random, int pes) {
    int cell = random.nextInt(CELLS);
    int to = random.nextInt(pes);
    int value = 1 + random.nextInt(2);
    String place = "x" + cell + "@" + to;
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> new Operation("p " + place + " " + value, pe -> pe.x.p(cell, value, to));
      case 3 -> new Operation("put x@" + to + " " + value, pe -> pe.put(value, to));
      case 4, 5, 6 -> new Operation("g " + place, pe -> pe.see(pe.x.g(cell, to)));
      case 7 -> new Operation("get x@" + to, pe -> pe.get(to));
      case 8, 9 -> new Operation("at x" + cell, pe -> pe.see(pe.x.at(cell)));
      case 10 -> new Operation("signal@" + to, pe -> pe.signal.add(1, to));
      case 11 -> new Operation("putSignal " + place, pe -> pe.putSignal(cell, value, to));
      case 12 -> new Operation("fence", pe -> pe.shmem.fence());
      case 13 -> new Operation("quiet", pe -> pe.shmem.quiet());
      case 14 -> new Operation("wait", pe -> pe.see(pe.signal.waitUntil(Compare.GE, 1)));
      default -> new Operation("fetchAdd " + place, pe -> pe.see(pe.x.atomicFetchAdd(cell, 1, to)));
    };
  }

  /** Runs a program under all schedules of a strategy. */
  private static Shown run(List<List<Operation>> program, Strategy strategy) {
    int pes = program.size();
    SimulatedMemory memory =
        SimulatedMemory.create(new JobSpec(pes, HEAP, HeapBacking.MAPPED, true, false));
    Focus focus = new Focus(strategy, pes);
    Set<String> results = new TreeSet<>();
    int schedules = 0;
    while (schedules < MOST_SCHEDULES && focus.begin(0)) {
      schedules++;
      String result = run(program, memory, focus);
      if (!strategy.isRedundant()) {
        results.add(result);
      }
    }
    return new Shown(results, schedules, strategy.isComplete());
  }

  private static String run(List<List<Operation>> program, SimulatedMemory memory, Focus focus) {
    String[] seen = new String[program.size()];
    List<String> problems = new ArrayList<>();
    Observer observer =
        new Observer() {
          @Override
          void failed(int pe, Throwable thrown) {
            throw new AssertionError(program.toString(), thrown);
          }

          @Override
          void deadlocked(List<Task> tasks) {
            problems.add("deadlock of " + tasks.stream().map(Task::toString).sorted().toList());
          }
        };
    new Simulation(memory, focus, observer, null)
        .run(pe -> Shmem.run(shmem -> seen[pe] = play(shmem, program.get(pe), focus)));
    return Arrays.toString(seen) + problems;
  }

  private static String play(Shmem shmem, List<Operation> operations, Focus focus) {
    Pe pe = new Pe(shmem);
    shmem.barrierAll();
    focus.begins(shmem.pe());
    operations.forEach(operation -> operation.body().accept(pe));
    shmem.quiet();
    focus.ends(shmem.pe());
    shmem.barrierAll();
    long[] left = IntStream.range(0, CELLS).mapToLong(pe.x::at).toArray();
    return pe.seen + " " + Arrays.toString(left) + " " + pe.signal.fetch();
  }

  @Test
  void shouldShowWhatAllSchedulesShow() {
    int compared = 0;
    int different = 0;
    for (long seed = 0; seed < PROGRAMS; seed++) {
      List<List<Operation>> program = randomProgram(seed);
      Shown all = run(program, ExhaustiveStrategy.withoutReduction());
      if (all.isComplete) {
        Shown reduced = run(program, new ExhaustiveStrategy());
        assertEquals(all.results, reduced.results, () -> program.toString());
        assertTrue(reduced.isComplete, () -> program.toString());
        compared++;
        different += all.results.size() > 1 ? 1 : 0;
      }
    }
    assertTrue(compared > PROGRAMS / 4, "compared=" + compared);
    assertTrue(different > PROGRAMS / 40, "different=" + different);
  }
}
