package org.shmem4j.stress.bench;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;

/** What a PE that is blocked for a second takes of a processor: PE 0 waits, PE 1 lets it. */
final class WaitSuite {
  private static final long BLOCKED_MILLIS = 1000;
  private static final int WAITS = 3;
  private static final double PERCENT = 100;

  private final Shmem shmem;
  private final Sampler sampler;
  private final Results results;
  private final String op;

  WaitSuite(Shmem shmem, Sampler sampler, Results results, Assignment.Waiting waiting) {
    this.shmem = shmem;
    this.sampler = sampler;
    this.results = results;
    this.op = "wait_cpu." + waiting.id();
  }

  void run() throws InterruptedException {
    if (!results.wants(op) || shmem.pes() < 2) {
      return;
    }
    Signal signal = shmem.signal();
    ProcessCpu clock = new ProcessCpu();
    sampler.clear();
    for (int wait = 1; wait <= WAITS; wait++) {
      shmem.barrierAll();
      if (shmem.pe() == 0) {
        long cpu = clock.nanoseconds();
        long start = System.nanoTime();
        var _ = signal.waitUntil(Compare.GE, wait);
        long wall = System.nanoTime() - start;
        sampler.add(PERCENT * (clock.nanoseconds() - cpu) / wall);
      } else if (shmem.pe() == 1) {
        Thread.sleep(BLOCKED_MILLIS);
        signal.set(wait, 0);
      }
    }
    if (shmem.pe() == 0) {
      results.add(sampler.cell(op, shmem.pes(), 0, Measurement.PERCENT_OF_CORE));
    }
  }
}
