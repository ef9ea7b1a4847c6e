package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** Runs a program under many schedules until one shows that something is wrong with it. */
public final class Checker {
  private static final String PROPERTY = "shmem4j.simulated";

  /** How many more are tried when a result is wrong, as another may show why. */
  private static final int SCHEDULES_FOR_A_CAUSE = 50;

  private static final String NOT_REPEATED =
      "this order could not be repeated, so that lines and traces are missing: the program depends"
          + " on something that a simulation does not decide, such as locks, the order of Set.of, or"
          + " hash codes of objects";

  private final CheckOptions options;
  private final PeProgram program;
  private final Strategy strategy;
  private final Output output;
  private final Redirection redirection;
  private SimulatedMemory memory;
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

  private Checker(CheckOptions options, PeProgram program, Output output, Redirection redirection) {
    this.redirection = redirection;
    this.options = options;
    this.program = program;
    this.output = output;
    this.memory = newMemory();
    this.strategy =
        options.replay() == null
            ? options.strategy().create()
            : options.strategy().create(options.replay());
  }

  private SimulatedMemory newMemory() {
    return SimulatedMemory.create(
        new JobSpec(options.pes(), options.heapBytes(), HeapBacking.MAPPED, true, false)
            .checkedIf(true));
  }

  /**
   * Checks a program. What it prints is kept; {@code System.out} and {@code System.err} are changed
   * meanwhile, so one check at a time runs in a JVM.
   *
   * @param progress is told the number of each schedule that is about to run, from 1 on
   * @throws ShmemException if this JVM was not started for simulations
   */
  public static CheckReport check(CheckOptions options, PeProgram program, IntConsumer progress) {
    requireSimulated();
    Output output = new Output(System.out, options.pes());
    try (Redirection redirection = new Redirection(before -> output)) {
      return new Checker(options, program, output, redirection).check(progress);
    }
  }

  /** Throws if this JVM was not started for simulations. */
  static void requireSimulated() {
    if (!Tracer.isSimulated()) {
      throw new ShmemException(
          "a simulation needs a JVM that was started for it: give it -D" + PROPERTY + "=true");
    }
  }

  private CheckReport check(IntConsumer progress) {
    Found symptom = null;
    int tried = 0;
    int most = options.schedules();
    while (tried < most && strategy.begin(seed(tried))) {
      long seed = seed(tried);
      progress.accept(++tried);
      Trial trial = run(strategy, seed, false);
      if (!trial.seen.findings().isEmpty()) {
        Found found = new Found(tried, replay(seed), trial);
        if (found.isCause()) {
          return report(found);
        }
        symptom = symptom == null ? found : symptom;
        most = Math.min(most, symptom.number + SCHEDULES_FOR_A_CAUSE);
      }
    }
    return symptom == null ? clean(tried) : report(symptom);
  }

  /** In exhaustive trials the program must be the same in all schedules. */
  private long seed(int schedule) {
    return strategy.isThorough() ? options.seed() : options.seed() + schedule;
  }

  /** What makes the schedule happen again that the strategy has just chosen. */
  private Replay replay(long seed) {
    return new Replay(options.strategy(), seed, strategy.decisions());
  }

  /**
   * How a schedule went.
   *
   * @param course tells ways through the program apart
   */
  private record Trial(Examiner seen, long course) {
    /** A loop without operations need not be caught at the same place again. */
    boolean isAlike(Trial other) {
      return (course == other.course && !seen.findings().isEmpty())
          || (isEndless() && other.isEndless());
    }

    private boolean isEndless() {
      return seen.findings().stream().anyMatch(f -> f.kind() == Finding.Kind.ENDLESS_LOOP);
    }
  }

  /**
   * A schedule with findings.
   *
   * @param number of the schedule, from 1
   * @param replay what makes it happen again
   */
  private record Found(int number, Replay replay, Trial trial) {
    /** Whether it says more than that the program's own result is wrong. */
    boolean isCause() {
      return trial.seen.findings().stream().anyMatch(f -> f.kind() != Finding.Kind.WRONG_RESULT);
    }
  }

  /** Plays a schedule again, to know the lines of the program. */
  private Trial again(Replay replay) {
    Strategy same = replay.create();
    var _ = same.begin(replay.seed());
    return run(same, replay.seed(), true);
  }

  private CheckReport report(Found found) {
    Trial detailed = again(found.replay);
    if (detailed.isAlike(found.trial)) {
      Examiner seen = detailed.seen;
      return report(found.number, seen.findings(), found.replay, seen.traces(), seen);
    }
    Examiner seen = found.trial.seen;
    seen.note(NOT_REPEATED);
    return report(found.number, seen.findings(), found.replay, List.of(), seen);
  }

  private CheckReport clean(int tried) {
    if (tried == 0) {
      return report(0, List.of(), null, List.of(), new Examiner(options.pes(), false));
    }
    Examiner last = again(replay(seed(tried - 1))).seen;
    return report(tried, List.of(), null, List.of(), last);
  }

  private CheckReport report(
      int tried, List<Finding> findings, Replay replay, List<List<String>> traces, Examiner last) {
    List<String> printed = new ArrayList<>();
    for (int pe = 0; pe < options.pes(); pe++) {
      printed.add(output.text(pe));
    }
    return new CheckReport(
        tried,
        strategy.isComplete(),
        operations,
        findings,
        replay,
        traces,
        printed,
        List.copyOf(last.notes()));
  }

  /** Runs one schedule. */
  private Trial run(Strategy schedule, long seed, boolean isDetailed) {
    Examiner examiner = new Examiner(options.pes(), isDetailed);
    PeProgram.Body[] bodies = load(program, options.pes());
    Simulation simulation = new Simulation(memory, schedule, examiner, null);
    output.begin(simulation.scheduler());
    redirection.set(new SimulatedEnvironment(simulation, examiner, seed));
    Task stuck = Carrier.run(simulation, pe -> runBody(bodies[pe]), options.watchdogSeconds());
    if (stuck != null) {
      memory = newMemory(); // that thread may still write to this one
      examiner.stuck(stuck);
    }
    operations += simulation.scheduler().stepCount();
    return new Trial(examiner, simulation.scheduler().course());
  }

  /** Makes what the PEs run. */
  static PeProgram.Body[] load(PeProgram program, int pes) {
    PeProgram.Body[] bodies = new PeProgram.Body[pes];
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

  /** Runs what one PE runs. */
  static void runBody(PeProgram.Body body) {
    try {
      body.run();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ProgramFailure(e);
    }
  }
}
