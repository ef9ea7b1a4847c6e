package org.shmem4j.shmem.sim;

import java.util.List;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.sim.Checker.PeProgram;

/** Runs a program on a network that need not be there, and says how long it would take. */
public final class Simulator {
  private static final int MOST_NAMED = 5;

  private Simulator() {}

  /**
   * Simulates a program.
   *
   * @param pes how many; their heaps take room as they are used
   * @param heapBytes each PE's symmetric heap
   * @throws ShmemException if the program fails, as its cause, or does not end
   */
  public static SimulationReport simulate(
      Network network, int pes, long heapBytes, PeProgram program) {
    if (!Tracer.isSimulated()) {
      throw new ShmemException(
          "a simulation sees a program's memory only in a JVM with the option"
              + " -Dshmem4j.simulated=true");
    }
    JobSpec spec = new JobSpec(pes, heapBytes, HeapBacking.MAPPED, true, false);
    LogGp clock = new LogGp(network, pes);
    Ending ending = new Ending();
    Simulation simulation =
        new Simulation(SimulatedMemory.create(spec), new TimedStrategy(), ending, clock);
    simulation.run(pe -> run(program, pe));
    ending.check();
    return SimulationReport.of(clock, simulation.tasks());
  }

  private static void run(PeProgram program, int pe) {
    try {
      program.load(pe).run();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ShmemException("the program failed: pe=" + pe, e);
    }
  }

  /** Keeps what first went wrong. */
  private static final class Ending extends Observer {
    private ShmemException failure;

    private void fails(String message, Throwable cause) {
      failure = failure == null ? new ShmemException(message, cause) : failure;
    }

    void check() {
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    void failed(int pe, Throwable thrown) {
      fails("a simulated program failed: pe=" + pe + " error=" + thrown, thrown);
    }

    @Override
    void exited(int pe, int status) {
      if (status != 0) {
        fails("a simulated program ended with a status: pe=" + pe + " status=" + status, null);
      }
    }

    @Override
    void deadlocked(List<Task> tasks) {
      fails("nobody can go on: " + named(tasks), null);
    }

    @Override
    void polledForEver(List<Task> tasks) {
      fails("all that do not wait look for what nobody will do: " + named(tasks), null);
    }

    @Override
    void stuckOutside(List<Task> tasks) {
      fails("threads wait for what is not simulated: " + named(tasks), null);
    }

    private static String named(List<Task> tasks) {
      List<String> first = tasks.stream().limit(MOST_NAMED).map(Ending::described).toList();
      int more = tasks.size() - first.size();
      return String.join("; ", first) + (more > 0 ? "; and " + more + " more" : "");
    }

    private static String described(Task task) {
      return task + (task.blocked == null ? "" : " waits for " + task.blocked.describe());
    }
  }
}
