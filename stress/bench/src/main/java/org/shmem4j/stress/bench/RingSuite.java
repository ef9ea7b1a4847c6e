package org.shmem4j.stress.bench;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.job.JobStatistics;

/**
 * A token that goes round all PEs by put-with-signal, so that all but one wait at any time. Each PE
 * adds 1 to it: at the end it tells whether a hop was lost.
 */
final class RingSuite {
  static final String HOP = "ring_hop";
  static final String ROUNDS = "ring_rounds";
  static final String SLEEPS = "ring_sleeps";
  static final String BACKSTOPS = "ring_backstops";

  private static final int BATCH = 1000;

  /** Before each batch, so that the others do not only yield, but sleep until their bells. */
  private static final long PAUSE_MILLIS = 1;

  /** Long enough to use up the sleeps without a bell that a PE begins with. */
  private static final long FIRST_PAUSE_MILLIS = 100;

  private final Shmem shmem;
  private final Sampler sampler;
  private final Results results;
  private final SymmetricLongs box;
  private final Signal arrived;
  private final long[] token = new long[1];
  private final int right;
  private long round;

  RingSuite(Shmem shmem, Sampler sampler, Results results) {
    this.shmem = shmem;
    this.sampler = sampler;
    this.results = results;
    this.box = shmem.longs(1);
    this.arrived = shmem.signal();
    this.right = (shmem.pe() + 1) % shmem.pes();
  }

  void run(long rounds) throws InterruptedException {
    sampler.clear();
    while (round < rounds) {
      if (shmem.pe() == 0) {
        Thread.sleep(round == 0 ? FIRST_PAUSE_MILLIS : PAUSE_MILLIS);
      }
      long first = round;
      long start = System.nanoTime();
      roundsUntil(Math.min(rounds, first + BATCH));
      sampler.add((double) (System.nanoTime() - start) / (round - first) / shmem.pes());
    }
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      if (box.at(0) != rounds * shmem.pes() - 1) {
        throw new IllegalStateException(
            "hops were lost: rounds=" + rounds + " pes=" + shmem.pes() + " token=" + box.at(0));
      }
      results.add(sampler.cell(HOP, shmem.pes(), Long.BYTES, Measurement.NANOSECONDS));
      JobStatistics statistics = shmem.statistics();
      count(ROUNDS, rounds);
      count(SLEEPS, statistics.sleeps());
      count(BACKSTOPS, statistics.backstops());
    }
  }

  private void roundsUntil(long last) {
    SymmetricLongs target = box;
    Signal signal = arrived;
    boolean starts = shmem.pe() == 0;
    while (round < last) {
      round++;
      if (!starts) {
        var _ = signal.waitUntil(Compare.EQ, round);
      }
      // PE 0 begins with its box as it is, 0, and each PE but it passes on one more
      token[0] = starts && round == 1 ? 0 : box.at(0) + 1;
      target.putSignal(0, token, 0, 1, signal, SignalOp.SET, round, right);
      if (starts) {
        var _ = signal.waitUntil(Compare.EQ, round);
      }
    }
  }

  private void count(String op, long value) {
    sampler.clear();
    sampler.add((double) value);
    results.add(sampler.cell(op, shmem.pes(), 0, Measurement.COUNT));
  }
}
