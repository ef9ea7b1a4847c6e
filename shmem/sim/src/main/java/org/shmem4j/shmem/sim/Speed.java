package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/**
 * Measures what a simulated operation costs, with the switch to another PE that comes before it and
 * with the search for races, against what a bare hand-over between virtual threads on one carrier
 * costs. The two are measured in turn.
 */
public final class Speed {
  private static final int ROUNDS = 9;
  private static final int WARM_UP = 3;
  private static final int STEPS = 100_000;
  private static final long HEAP = 64 << 10;

  /**
   * What came out for one operation and number of PEs.
   *
   * @param nanos of a simulated operation, median
   * @param handOverNanos of a bare hand-over among as many threads, median
   * @param ratio of the two, median over the rounds
   */
  public record Row(String operation, int pes, double nanos, double handOverNanos, double ratio) {}

  private interface Op {
    long run(SymmetricLongs cells, int self, int other);
  }

  private record Named(String name, Op op) {}

  private static final List<Named> OPS =
      List.of(
          new Named(
              "p",
              (cells, self, other) -> {
                cells.p(self, 1, other);
                return 0;
              }),
          new Named("g", (cells, self, other) -> cells.g(self, other)),
          new Named("atomicFetchInc", (cells, self, other) -> cells.atomicFetchInc(self, other)),
          new Named("... of one cell", (cells, self, other) -> cells.atomicFetchInc(0, 0)),
          new Named("at", (cells, self, other) -> cells.at(self)));

  private Speed() {}

  /** Measures with so many PEs. */
  public static List<Row> measure(int pes) {
    double[] bare = new double[ROUNDS];
    double[][] simulated = new double[OPS.size()][ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      double handOver = handOver(pes);
      for (int i = 0; i < OPS.size(); i++) {
        double nanos = simulated(pes, OPS.get(i).op);
        if (round >= 0) {
          bare[round] = handOver;
          simulated[i][round] = nanos;
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < OPS.size(); i++) {
      double[] ratios = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        ratios[round] = simulated[i][round] / bare[round];
      }
      rows.add(new Row(OPS.get(i).name, pes, median(simulated[i]), median(bare), median(ratios)));
    }
    return rows;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Nanoseconds from one virtual thread to the next, in a ring of them on the calling thread. */
  private static double handOver(int threads) {
    Ring ring = new Ring(threads, STEPS / threads);
    long start = System.nanoTime();
    long handOvers = ring.run();
    return (System.nanoTime() - start) / (double) handOvers;
  }

  private static final class Ring {
    private final Thread[] threads;
    private final Runnable[] ready;
    private final int rounds;
    private int turn;
    private int ended;

    Ring(int threads, int rounds) {
      this.threads = new Thread[threads];
      this.ready = new Runnable[threads];
      this.rounds = rounds;
      for (int i = 0; i < threads; i++) {
        int self = i;
        this.threads[i] =
            VirtualThreads.create(work -> ready[self] = work, "ring", () -> passOn(self));
      }
    }

    private void passOn(int self) {
      int next = (self + 1) % threads.length;
      for (int i = 0; i < rounds; i++) {
        turn = next;
        while (turn != self) {
          LockSupport.park();
        }
      }
      ended++;
      turn = next;
    }

    long run() {
      for (Thread thread : threads) {
        thread.start();
      }
      long handOvers = 0;
      while (ended < threads.length) {
        int self = turn;
        if (ready[self] == null) {
          LockSupport.unpark(threads[self]);
        }
        Runnable work = ready[self];
        ready[self] = null;
        work.run();
        handOvers++;
      }
      return handOvers;
    }
  }

  /**
   * Delivers what is on its way as soon as another step is due, and switches at every operation.
   */
  private static final class EveryTime extends Strategy {
    private boolean isTasksTurn;

    @Override
    boolean begin(long seed) {
      return true;
    }

    @Override
    Step next(Steps steps, Task running) {
      isTasksTurn = !isTasksTurn || steps.linkCount() == 0;
      if (!isTasksTurn || steps.taskCount() == 0) {
        Link link = steps.link(0);
        return link.deliverable(link.get(0));
      }
      int place = running == null || running.place < 0 ? 0 : running.place + 1;
      return steps.task(place < steps.taskCount() ? place : 0);
    }

    @Override
    int choose(Choice choice, int bound) {
      return 0;
    }
  }

  private static double simulated(int pes, Op op) {
    SimulatedMemory memory =
        SimulatedMemory.create(new JobSpec(pes, HEAP, HeapBacking.MAPPED, true, false));
    Strategy strategy = new EveryTime();
    var _ = strategy.begin(0);
    Simulation simulation = new Simulation(memory, strategy, new Examiner(pes, false), null);
    Watch watch = new Watch(simulation.scheduler());
    simulation.run(pe ->
        Shmem.run(shmem -> {
          SymmetricLongs cells = shmem.longs(pes);
          shmem.barrierAll();
          watch.begin(pe);
          long sum = 0;
          for (int i = 0; i < STEPS / pes; i++) {
            sum += op.run(cells, pe, (pe + 1) % pes);
          }
          watch.end(pe, sum);
        }));
    return watch.nanosPerStep();
  }

  /** Measures while PE 0 is at it. */
  private static final class Watch {
    private final Scheduler scheduler;
    private long nanos;
    private long steps;
    private long sink;

    Watch(Scheduler scheduler) {
      this.scheduler = scheduler;
    }

    void begin(int pe) {
      if (pe == 0) {
        nanos = -System.nanoTime();
        steps = -scheduler.stepCount();
      }
    }

    void end(int pe, long sum) {
      sink += sum;
      if (pe == 0) {
        nanos += System.nanoTime();
        steps += scheduler.stepCount();
      }
    }

    double nanosPerStep() {
      return nanos / (double) steps;
    }

    @Override
    public String toString() {
      return "sink=" + sink;
    }
  }
}
