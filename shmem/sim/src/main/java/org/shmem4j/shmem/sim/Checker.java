package org.shmem4j.shmem.sim;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.sim.load.Hooks;

/** Runs a program under many schedules until one shows that something is wrong with it. */
public final class Checker {
  private static final String PROPERTY = "shmem4j.simulated";
  private static final long LOOK_MILLIS = 100;

  private final CheckOptions options;
  private final PeProgram program;
  private final SimulatedMemory memory;
  private final Strategy strategy;
  private final Output output;
  private long operations;

  /** What the PEs run. */
  public interface PeProgram {
    /**
     * Makes what one PE runs in one schedule, usually by loading its classes anew.
     *
     * @param pe its number
     * @throws Throwable if it cannot be made; ends the check
     */
    Body load(int pe) throws Throwable;

    /** One PE's part in one schedule. */
    interface Body {
      /**
       * Runs in the PE's thread.
       *
       * @throws Throwable which is a finding
       */
      void run() throws Throwable;
    }
  }

  private Checker(CheckOptions options, PeProgram program, Output output) {
    this.options = options;
    this.program = program;
    this.output = output;
    this.memory =
        SimulatedMemory.create(
            new JobSpec(options.pes(), options.heapBytes(), HeapBacking.MAPPED, true, false));
    this.strategy =
        options.replay() == null
            ? options.strategy().create()
            : options.strategy().create(options.replay());
  }

  /**
   * Checks a program. What it prints is kept; {@code System.out} and {@code System.err} are changed
   * meanwhile, so one check at a time runs in a JVM.
   *
   * @param progress is told the number of each schedule that is about to run, from 1 on
   * @throws ShmemException if this JVM was not started for simulations
   */
  public static CheckReport check(CheckOptions options, PeProgram program, IntConsumer progress) {
    if (!Tracer.isSimulated()) {
      throw new ShmemException(
          "a simulation needs a JVM that was started for it: give it -D" + PROPERTY + "=true");
    }
    PrintStream out = System.out;
    PrintStream err = System.err;
    Output output = new Output(out, options.pes());
    PrintStream kept = new PrintStream(output, true, StandardCharsets.UTF_8);
    System.setOut(kept);
    System.setErr(kept);
    try {
      return new Checker(options, program, output).check(progress);
    } finally {
      System.setOut(out);
      System.setErr(err);
      Hooks.remove();
    }
  }

  private CheckReport check(IntConsumer progress) {
    int tried = 0;
    Examiner last = null;
    for (int i = 0; i < options.schedules(); i++) {
      // Of all schedules the program must be the same.
      long seed = strategy.isThorough() ? options.seed() : options.seed() + i;
      if (!strategy.begin(seed)) {
        break;
      }
      progress.accept(++tried);
      last = run(strategy, seed, false);
      if (!last.findings().isEmpty()) {
        return report(tried, explain(seed, last));
      }
    }
    return report(tried, last);
  }

  /** Plays a schedule again to know the lines of the program. */
  private Examiner explain(long seed, Examiner first) {
    String replay = strategy.replay();
    Strategy same = StrategyKind.again(replay);
    var _ = same.begin(seed);
    Examiner detailed = run(same, seed, true);
    return detailed.findings().isEmpty() ? first : detailed;
  }

  private CheckReport report(int tried, Examiner last) {
    boolean isClean = last == null || last.findings().isEmpty();
    List<String> printed = new ArrayList<>();
    for (int pe = 0; pe < options.pes(); pe++) {
      printed.add(output.text(pe));
    }
    return new CheckReport(
        tried,
        strategy.isComplete(),
        operations,
        isClean ? List.of() : last.findings(),
        isClean ? "" : strategy.replay(),
        isClean ? List.of() : last.traces(),
        printed,
        last == null ? List.of() : List.copyOf(last.notes()));
  }

  /** Runs one schedule, in a thread that is given up if the program does not come back. */
  private Examiner run(Strategy schedule, long seed, boolean isDetailed) {
    Examiner examiner = new Examiner(options.pes(), isDetailed);
    PeProgram.Body[] bodies = load();
    Simulation simulation = new Simulation(memory, schedule, examiner, null);
    output.begin(simulation);
    Hooks.install(new SimulatedEnvironment(simulation, examiner, seed));
    Hooks.go();
    Throwable[] broken = new Throwable[1];
    Thread carrier =
        Thread.ofPlatform()
            .daemon()
            .name("simulation")
            .start(() -> {
              try {
                simulation.run(pe -> runBody(bodies[pe]));
              } catch (Throwable e) {
                broken[0] = e;
              }
            });
    watch(carrier, simulation, examiner);
    if (broken[0] != null) {
      throw new ShmemException("the simulation is broken: " + broken[0], broken[0]);
    }
    operations += simulation.stepCount();
    return examiner;
  }

  private PeProgram.Body[] load() {
    PeProgram.Body[] bodies = new PeProgram.Body[options.pes()];
    for (int pe = 0; pe < bodies.length; pe++) {
      try {
        bodies[pe] = program.load(pe);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new ShmemException("the program cannot be loaded: " + e.getMessage(), e);
      }
    }
    return bodies;
  }

  private static void runBody(PeProgram.Body body) {
    try {
      body.run();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ProgramFailure(e);
    }
  }

  /** Waits for the end of a schedule; a loop without shmem operations is stopped. */
  private void watch(Thread carrier, Simulation simulation, Examiner examiner) {
    long steps = -1;
    long since = System.nanoTime();
    boolean isStopped = false;
    while (true) {
      try {
        carrier.join(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Hooks.stop();
        Thread.currentThread().interrupt();
        return;
      }
      if (!carrier.isAlive()) {
        return;
      }
      if (simulation.stepCount() != steps) {
        steps = simulation.stepCount();
        since = System.nanoTime();
      } else if (System.nanoTime() - since > options.watchdogSeconds() * 1_000_000_000L) {
        if (isStopped) {
          Task task = simulation.running();
          examiner.stuck(task, task.thread.getStackTrace());
          return; // that thread is given up
        }
        isStopped = true;
        since = System.nanoTime();
        Hooks.stop();
      }
    }
  }
}
