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
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** All schedules show of small programs what those show that the exhaustive strategy tries. */
class ReductionTest {
  private static final int PROGRAMS = 150;
  private static final int MOST_SCHEDULES = 1_000;
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
    final SymmetricLongs freed;
    final Signal signal;
    final ShmemContext context;
    final List<Task> threads = new ArrayList<>();
    boolean usesContext;
    long seen = 1;

    Pe(Simulation simulation, Shmem shmem) {
      this.simulation = simulation;
      this.shmem = shmem;
      this.x = shmem.longs(CELLS);
      this.result = shmem.longs(CELLS);
      this.signal = shmem.signal();
      this.context = shmem.createContext();
      this.freed = shmem.longs(CELLS);
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

    void start(Operation operation) {
      threads.add(simulation.start("thread", () -> operation.body.accept(this)));
    }

    /** What a Java variable holds is known to no step. */
    void lookAfterFence(int cell, long value) {
      shmem.fence();
      see(value + 2 * javaResult[cell]);
    }

    SymmetricLongs onContext(SymmetricLongs longs) {
      usesContext = true;
      return longs.on(context);
    }

    /** Ends all that is on its way, as a schedule is whole only then. */
    void complete() {
      threads.forEach(task -> simulation.scheduler().join(task, Waiter.FOREVER));
      shmem.quiet();
      if (usesContext) {
        context.quiet();
      }
    }

    /** What it has seen, and what is left when all is over. */
    String result() {
      LongStream left =
          IntStream.range(0, CELLS)
              .mapToObj(i -> LongStream.of(x.at(i), result.at(i), javaResult[i]))
              .flatMapToLong(cells -> cells);
      return seen + " " + Arrays.toString(left.toArray()) + " " + signal.fetch();
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
    Operation operation = random.nextBoolean() ? blocking(random, pes) : nonBlocking(random, pes);
    return random.nextInt(12) == 0
        ? operation("thread " + operation, pe -> pe.start(operation))
        : operation;
  }

  private static Operation free() {
    return operation("free", pe -> pe.shmem.free(pe.freed));
  }

  private static Operation late(int cell, int to) {
    return operation("p freed" + cell + "@" + to, pe -> pe.onContext(pe.freed).p(cell, 1, to));
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
      case 12 -> operation("p of context", pe -> pe.onContext(pe.x).p(cell, value, to));
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
      case 13 -> operation("fence, look", pe -> pe.lookAfterFence(cell, value));
      case 14 -> operation("fence " + to, pe -> pe.shmem.fence(to));
      case 15 -> operation("p of context", pe -> pe.onContext(pe.x).p(cell, value, to));
      default -> operation("quiet of context", pe -> pe.context.quiet());
    };
  }

  /** Runs a program under all schedules of a strategy. */
  private static Shown run(List<List<Operation>> program, Strategy strategy, int most) {
    int pes = program.size();
    SimulatedMemory memory =
        SimulatedMemory.create(new JobSpec(pes, HEAP, HeapBacking.MAPPED, true, false));
    Focus focus = new Focus(strategy, pes);
    Set<String> results = new TreeSet<>();
    int schedules = 0;
    while (schedules < most && focus.begin(0)) {
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
    void closed(int pe, Object what, boolean inFinalize) {
      if (what instanceof SymmetricLongs longs) {
        for (int cell = 0; cell < CELLS; cell++) {
          freed.add(place(pe, longs.offset() + (long) cell * Long.BYTES));
        }
      }
    }

    @Override
    void failed(int pe, Throwable thrown) {
      throw new AssertionError(program.toString(), thrown);
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
    pe.complete();
    focus.ends(shmem.pe());
    shmem.syncAll();
    return pe.result();
  }

  /**
   * Compares a program's schedules; returns what they have shown, or null if there are too many.
   */
  private static Set<String> compare(List<List<Operation>> program, int most) {
    Shown all = run(program, ExhaustiveStrategy.withoutReduction(), most);
    if (!all.isComplete) {
      return null;
    }
    Shown reduced = run(program, new ExhaustiveStrategy(), most);
    assertEquals(all.results, reduced.results, program::toString);
    assertTrue(reduced.isComplete, program::toString);
    return all.results;
  }

  @Test
  @Timeout(300) // a busy machine needs many times as long
  void shouldShowWhatAllSchedulesShow() {
    int compared = 0;
    int different = 0;
    for (long seed = 0; seed < PROGRAMS; seed++) {
      Set<String> results = compare(randomProgram(seed), MOST_SCHEDULES);
      compared += results == null ? 0 : 1;
      different += results != null && results.size() > 1 ? 1 : 0;
    }
    assertTrue(compared > PROGRAMS / 4, "compared=" + compared);
    assertTrue(different > PROGRAMS / 40, "different=" + different);
  }

  /** Puts that nothing completes can come before their object is freed, and after. */
  @Test
  @Timeout(300)
  void shouldNotMoveDeliveriesAcrossTheEndOfAnObject() {
    List<List<Operation>> program =
        List.of(List.of(late(0, 1), late(1, 1), free()), List.of(free()));
    assertEquals(4, compare(program, Integer.MAX_VALUE).size());
  }

  private static Operation look(long value) {
    return operation("fence, look", pe -> pe.lookAfterFence(0, value));
  }

  /** A fence is nobody's business but that of its own program, which may have other parts. */
  @Test
  @Timeout(300)
  void shouldTryWhatOnlyJavaVariablesShow() {
    Operation get = operation("getNbi x@1 to Java", pe -> pe.x.getNbi(pe.javaResult, 1));
    Operation put = operation("p x0@1", pe -> pe.x.p(0, 1, 1));
    compare(List.of(List.of(get, look(1)), List.of(put)), Integer.MAX_VALUE);

    Operation thread = operation("thread fence, look", pe -> pe.start(look(2)));
    assertEquals(
        2, compare(List.of(List.of(thread, look(1)), List.of()), Integer.MAX_VALUE).size());
  }

  /**
   * Of two deliveries to PE 0 that are both there, PE 1 sees the one and not the other: only if
   * that came first.
   */
  @Test
  @Timeout(300)
  void shouldTryBothOrdersOfDeliveriesToAPe() {
    List<List<Operation>> program =
        List.of(
            List.of(
                operation("p x0@0", pe -> pe.x.p(0, 1, 0)),
                operation("p x1@0 of context", pe -> pe.onContext(pe.x).p(1, 1, 0)),
                operation("quiet", pe -> pe.shmem.quiet()),
                operation("p x0@1", pe -> pe.x.p(0, 1, 1))),
            List.of(
                operation("at x0", pe -> pe.see(pe.x.at(0))),
                operation("g x1@0", pe -> pe.see(pe.x.g(1, 0))),
                operation("g x0@0", pe -> pe.see(pe.x.g(0, 0)))));
    Shown reduced = run(program, new ExhaustiveStrategy(), Integer.MAX_VALUE);
    String wanted = "1110 ";
    assertTrue(
        reduced.results.stream().anyMatch(result -> result.contains(wanted)),
        reduced.results::toString);
  }
}
