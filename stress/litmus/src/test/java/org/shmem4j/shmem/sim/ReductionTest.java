package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** All schedules show of small programs what those show that the exhaustive strategy tries. */
class ReductionTest {
  private static final int PROGRAMS = Integer.getInteger("programs", 300);
  private static final int MOST_SCHEDULES = Integer.getInteger("most", 1000);
  private static final long HEAP = 1 << 16;
  private static final int CELLS = 2;
  private static final int MOST_OPERATIONS = 5;

  /** What a PE works on, and what it has seen, as decimal digits. */
  private static final class Pe {
    final Simulation simulation;
    final Shmem shmem;
    final SymmetricLongs x;
    final SymmetricLongs result;
    final long[] javaResult = new long[CELLS];
    final Signal signal;
    final ShmemContext context;
    final List<Task> threads = new ArrayList<>();
    SymmetricLongs fresh;
    long seen = 1;

    Pe(Simulation simulation, Shmem shmem) {
      this.simulation = simulation;
      this.shmem = shmem;
      this.x = shmem.longs(CELLS);
      this.result = shmem.longs(CELLS);
      this.signal = shmem.signal();
      this.context = shmem.createContext();
      this.fresh = shmem.longs(1);
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

    void renew() {
      shmem.free(fresh);
      fresh = shmem.longs(1);
    }

    void start(Operation operation) {
      threads.add(simulation.scheduler().start("thread", () -> { try {operation.body.accept(this);} catch (Throwable t) { if (Boolean.getBoolean("verbose")) {System.out.println("THR " + t); } throw t; } }));
    }

    void join() {
      threads.forEach(task -> simulation.scheduler().join(task, Waiter.FOREVER));
    }

    /** What it has seen, and what is left when all is over. */
    String result() {
      context.quiet();
      shmem.barrierAll();
      LongStream left =
          IntStream.range(0, CELLS)
              .mapToObj(i -> LongStream.of(x.at(i), result.at(i), javaResult[i]))
              .flatMapToLong(cells -> cells);
      return seen + " " + Arrays.toString(left.toArray()) + fresh.at(0) + " " + signal.fetch();
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
    if (random.nextInt(6) == 0) {
      for (List<Operation> operations : program) {
        operations.add(random.nextInt(operations.size() + 1), operation("renew", Pe::renew));
      }
    }
    return program;
  }

  private static Operation randomOperation(SplittableRandom random, int pes) {
    Operation operation =
        random.nextBoolean() ? blocking(random, pes) : nonBlocking(random, pes);
    return random.nextInt(12) == 0
        ? operation("thread " + operation, pe -> pe.start(operation))
        : operation;
  }

  private static Operation operation(String text, Consumer<Pe> body) {
    return new Operation(text, body);
  }

  private static Operation blocking(SplittableRandom random, int pes) {
    int cell = random.nextInt(CELLS);
    int to = random.nextInt(pes);
    int value = 1 + random.nextInt(2);
    String place = "x" + cell + "@" + to;
    return switch (random.nextInt(16)) {
      case 0, 1, 2 -> operation("g " + place, pe -> pe.see(pe.x.g(cell, to)));
      case 3, 4 -> operation("get x@" + to, pe -> pe.get(to));
      case 5, 6 -> operation("at x" + cell, pe -> pe.see(pe.x.at(cell)));
      case 7 -> operation("set x" + cell + " " + value, pe -> pe.x.set(cell, value));
      case 8 -> operation("at result", pe -> pe.see(pe.result.at(cell)));
      case 9 -> operation("get x@" + to + " to own", pe -> pe.x.get(0, pe.result, 0, CELLS, to));
      case 10 -> operation("quiet", pe -> pe.shmem.quiet());
      case 11 -> operation("quiet " + to, pe -> pe.shmem.quiet(to));
      case 12 -> operation("quiet of context", pe -> pe.context.quiet());
      case 13 -> operation("wait", pe -> pe.see(pe.signal.waitUntil(Compare.GE, 1)));
      case 14 -> operation("test", pe -> pe.see(pe.signal.test(Compare.GE, 1) ? 1 : 0));
      default -> operation("fetchAdd " + place, pe -> pe.see(pe.x.atomicFetchAdd(cell, 1, to)));
    };
  }

  private static Operation nonBlocking(SplittableRandom random, int pes) {
    int cell = random.nextInt(CELLS);
    int to = random.nextInt(pes);
    int value = 1 + random.nextInt(2);
    String place = "x" + cell + "@" + to;
    return switch (random.nextInt(17)) {
      case 0, 1, 2 -> operation("p " + place + " " + value, pe -> pe.x.p(cell, value, to));
      case 3, 4 -> operation("put x@" + to + " " + value, pe -> pe.put(value, to));
      case 5 -> operation("put of own " + place, pe -> pe.x.put(cell, pe.x, 1 - cell, 1, to));
      case 6 -> operation("putNbi " + place, pe -> pe.x.putNbi(cell, pe.x, 1 - cell, 1, to));
      case 7 -> operation("getNbi x@" + to, pe -> pe.x.getNbi(pe.result, to));
      case 8 -> operation("getNbi x@" + to + " to Java", pe -> pe.x.getNbi(pe.javaResult, to));
      case 9, 10 ->
          operation(
              "fetchAddNbi " + place,
              pe -> pe.x.atomicFetchAddNbi(pe.javaResult, cell, cell, 1, to));
      case 11 -> operation("signal@" + to, pe -> pe.signal.add(1, to));
      case 12 -> operation("putSignal " + place, pe -> pe.putSignal(cell, value, to));
      case 13 -> operation("fence", pe -> pe.shmem.fence());
      case 14 -> operation("fence " + to, pe -> pe.shmem.fence(to));
      case 15 -> operation("p of context", pe -> pe.x.on(pe.context).p(cell, value, to));
      default -> operation("p fresh", pe -> pe.fresh.on(pe.context).p(0, value, to));
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
    Watcher observer = new Watcher(program);
    Simulation simulation = new Simulation(memory, focus, observer, null);
    simulation.run(
        pe -> Shmem.run(shmem -> seen[pe] = play(simulation, shmem, program.get(pe), focus)));
    return Arrays.toString(seen) + observer.problems;
  }

  /** Tells what schedules show besides results. */
  private static final class Watcher extends Observer {
    private final List<List<Operation>> program;
    private final Set<String> problems = new TreeSet<>();
    private final Set<List<Long>> freed = new HashSet<>();

    private Watcher(List<List<Operation>> program) {
      this.program = program;
    }

    private static List<Long> place(int pe, long offset) {
      return List.of((long) pe, offset);
    }

    @Override
    Object stores(int stream, int pe, long offset, int width, Object site) {
      return place(pe, offset);
    }

    @Override
    void delivered(Object issued) {
      if (freed.contains(issued)) {
        problems.add("late at " + issued);
      }
    }

    @Override
    void opened(int pe, Object what) {
      if (what instanceof SymmetricObject object) {
        freed.remove(place(pe, object.offset()));
      }
    }

    @Override
    void closed(int pe, Object what, boolean inFinalize) {
      if (what instanceof SymmetricObject object) {
        freed.add(place(pe, object.offset()));
      }
    }

    @Override
    void failed(int pe, Throwable thrown) {
      thrown.printStackTrace(System.out);System.out.println(program);
      Runtime.getRuntime().halt(1);
    }

    @Override
    void deadlocked(List<Task> tasks) {
      problems.add("deadlock of " + tasks.stream().map(Task::toString).sorted().toList());
    }
  }

  private static String play(
      Simulation simulation, Shmem shmem, List<Operation> operations, Focus focus) {
    Pe pe = new Pe(simulation, shmem);
    shmem.barrierAll();
    focus.begins(shmem.pe());
    operations.forEach(operation -> operation.body().accept(pe));
    pe.join();
    focus.ends(shmem.pe());
    shmem.barrierAll();
    return pe.result();
  }

  @Test
  @Timeout(300) // a busy machine needs many times as long
  void shouldShowWhatAllSchedulesShow() {
    int compared = 0;
    int different = 0;
    for (long seed = 0; seed < PROGRAMS; seed++) {
      List<List<Operation>> program = randomProgram(seed);
      if (Boolean.getBoolean("verbose")) System.out.println(seed + ": " + program);
      Shown all = run(program, ExhaustiveStrategy.withoutReduction());
      if (Boolean.getBoolean("verbose")) System.out.println(seed + " " + all.schedules + " " + all.isComplete + " " + program);
      if (all.isComplete) {
        Shown reduced = run(program, new ExhaustiveStrategy());
        assertEquals(all.results, reduced.results, () -> program.toString());
        assertTrue(reduced.isComplete, () -> program.toString());
        compared++;
        different += all.results.size() > 1 ? 1 : 0;
      }
    }
    System.out.println("compared=" + compared + " different=" + different);
    assertTrue(compared > PROGRAMS / 4, "compared=" + compared);
    assertTrue(different > PROGRAMS / 40, "different=" + different);
  }
}
