package org.shmem4j.stress.suites.programs;

import java.time.Duration;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;

/** All PEs but the last wait for a second, and tell what that cost their processes. */
public final class Blocked {
  private Blocked() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      Signal signal = shmem.signal();
      // Sleeping on a futex, and loading what that needs, begins only after some 300 shorter
      // sleeps.
      var _ = block(shmem, signal, 1, 300);
      var _ = block(shmem, signal, 2, 300);
      Duration first = block(shmem, signal, 3, 1_000);
      Duration second = block(shmem, signal, 4, 1_000);
      if (shmem.pe() < shmem.pes() - 1) {
        // The smaller: a compiler may still be at work in one of them.
        System.out.println("cpuMillis=" + Math.min(first.toMillis(), second.toMillis()));
      }
    });
  }

  private static Duration block(Shmem shmem, Signal signal, int round, long millis)
      throws InterruptedException {
    shmem.barrierAll();
    Duration before = cpu();
    if (shmem.pe() == shmem.pes() - 1) {
      Thread.sleep(millis);
      for (int pe = 0; pe < shmem.pes(); pe++) {
        signal.set(round, pe);
      }
    }
    signal.waitUntil(Compare.EQ, round);
    return cpu().minus(before);
  }

  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
