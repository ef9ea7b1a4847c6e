package org.shmem4j.shmem.sim;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.sim.load.Hooks;
import org.shmem4j.shmem.sim.load.Program;
import org.shmem4j.shmem.sim.load.ProgramLoader;
import org.shmem4j.stress.litmus.OneTrial;
import org.shmem4j.stress.litmus.Row;

/**
 * A row in simulations, one trial each, with its classes rewritten as those of a checked program.
 */
final class SimulatedRow {
  private static final long HEAP = 1 << 20;
  private static final MethodHandle ONE_TRIAL = oneTrial();

  private final Row row;
  private final Strategy strategy;
  private final Focus focus;
  private final SimulatedMemory memory;
  private final Map<String, Integer> seen = new TreeMap<>();
  private int schedules;

  private SimulatedRow(Row row, Strategy strategy) {
    this.row = row;
    this.strategy = strategy;
    this.focus = new Focus(strategy, row.pes());
    this.memory =
        SimulatedMemory.create(new JobSpec(row.pes(), HEAP, HeapBacking.MAPPED, true, false));
  }

  private static MethodHandle oneTrial() {
    Program program =
        Program.of(
            OneTrial.class.getName(),
            List.of(placeOf(OneTrial.class), placeOf(Row.class)),
            SimulatedRow.class.getClassLoader());
    ProgramLoader loader = program.newSharedLoader();
    MethodType type =
        MethodType.methodType(
            void.class, Shmem.class, String.class, long[].class, Runnable.class, Runnable.class);
    try {
      return MethodHandles.publicLookup()
          .findStatic(loader.loadClass(OneTrial.class.getName()), "run", type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a public method", e);
    }
  }

  private static Path placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new LinkageError("a folder or a jar", e);
    }
  }

  /** Begins to try a row. */
  static SimulatedRow of(Row row, Strategy strategy) {
    return new SimulatedRow(row, strategy);
  }

  /** Tries one more schedule; false if there is none. */
  boolean tryNext() {
    if (!focus.begin(schedules + 1)) {
      return false;
    }
    schedules++;
    long[] results = new long[row.parts().size() + 1];
    Alarm observer = new Alarm();
    Simulation simulation = new Simulation(memory, focus, observer, null);
    Hooks.install(
        new SimulatedEnvironment(simulation, observer, strategy.isThorough() ? 0 : schedules));
    try {
      simulation.run(pe -> Shmem.run(shmem -> play(simulation, shmem, results)));
    } finally {
      Hooks.remove();
    }
    if (observer.first != null) {
      throw observer.first;
    }
    if (focus.isOver()) {
      seen.merge(outcome(results), 1, Integer::sum);
    } else if (!strategy.isRedundant()) {
      throw new AssertionError(row + " has not come to its end: " + strategy.decisions());
    }
    return true;
  }

  private void play(Simulation simulation, Shmem shmem, long[] results) {
    Runnable begins = () -> focus.begins(shmem.pe());
    Runnable ends =
        () -> {
          focus.ends(shmem.pe());
          if (focus.isOver()) {
            simulation.scheduler().end();
          }
        };
    try {
      ONE_TRIAL.invokeExact(shmem, row.toString(), results, begins, ends);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private String outcome(long[] results) {
    IntStream seeing =
        IntStream.range(0, results.length)
            .filter(
                i -> i < row.parts().size() ? row.parts().get(i).sees() : row.arbiter() != null);
    return seeing.mapToObj(i -> Long.toString(results[i])).collect(Collectors.joining(", "));
  }

  /** How many schedules have been tried. */
  int schedules() {
    return schedules;
  }

  /** How many schedules have shown each outcome. */
  Map<String, Integer> seen() {
    return seen;
  }

  /** Whether all schedules have been tried. */
  boolean isComplete() {
    return strategy.isComplete();
  }

  /** Keeps what goes wrong first. */
  private final class Alarm extends Observer {
    private AssertionError first;

    private void raise(String what, Throwable cause) {
      if (first == null) {
        first = new AssertionError(row + " " + what + ", " + strategy.decisions(), cause);
      }
    }

    @Override
    void failed(int pe, Throwable thrown) {
      raise("PE " + pe + " failed", thrown);
    }

    @Override
    void deadlocked(List<Task> tasks) {
      raise("nobody can go on: " + waits(tasks), null);
    }

    @Override
    void polledForEver(List<Task> tasks) {
      raise("all poll: " + tasks, null);
    }

    @Override
    void stuckOutside(List<Task> tasks) {
      raise("all wait outside: " + tasks, null);
    }

    private List<String> waits(List<Task> tasks) {
      return tasks.stream().map(task -> task + " for " + task.blocked.describe()).toList();
    }
  }
}
