package org.shmem4j.shmem.sim;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.sim.Checker.PeProgram;

/** Runs a program on a network that need not be there, and says how long it would take. */
public final class Simulator {
  private static final int MOST_NAMED = 5;

  /** A program may compute as long as it likes. */
  private static final long FOREVER = 0;

  /** Of the random numbers that a program asks for. */
  private static final long SEED = 1;

  private Simulator() {}

  /**
   * Simulates a program. Only what its PE 0 prints is seen; {@code System.out} and {@code
   * System.err} are changed meanwhile, so one simulation at a time runs in a JVM.
   *
   * @param pes how many; their heaps take room as they are used
   * @param heapBytes each PE's symmetric heap
   * @throws ShmemException if the program fails, as its cause, or does not end
   */
  public static SimulationReport simulate(
      Network network, int pes, long heapBytes, PeProgram program) {
    Checker.requireSimulated();
    PeProgram.Body[] bodies = Checker.load(program, pes);
    JobSpec spec = new JobSpec(pes, heapBytes, HeapBacking.MAPPED, true, false);
    LogGp clock = new LogGp(network, pes);
    Ending ending = new Ending();
    Simulation simulation =
        new Simulation(SimulatedMemory.create(spec), new TimedStrategy(), ending, clock);
    run(simulation, ending, bodies);
    ending.check();
    return SimulationReport.of(clock, simulation.scheduler().tasks());
  }

  private static void run(Simulation simulation, Observer observer, PeProgram.Body[] bodies) {
    Scheduler scheduler = simulation.scheduler();
    try (Redirection redirection = new Redirection(before -> new OfFirstPe(scheduler, before))) {
      redirection.set(new SimulatedEnvironment(simulation, observer, SEED));
      var _ = Carrier.run(simulation, pe -> Checker.runBody(bodies[pe]), FOREVER);
    }
  }

  /** Leaves out what all simulated PEs but the first print. */
  private static final class OfFirstPe extends FilterOutputStream {
    private final Scheduler scheduler;

    OfFirstPe(Scheduler scheduler, OutputStream out) {
      super(out);
      this.scheduler = scheduler;
    }

    @Override
    public void write(int b) throws IOException {
      if (scheduler.runningPe() <= 0) {
        out.write(b);
      }
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (scheduler.runningPe() <= 0) {
        out.write(bytes, from, count);
      }
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
      List<String> first = tasks.stream().limit(MOST_NAMED).map(Task::described).toList();
      int more = tasks.size() - first.size();
      return String.join("; ", first) + (more > 0 ? "; and " + more + " more" : "");
    }
  }
}
