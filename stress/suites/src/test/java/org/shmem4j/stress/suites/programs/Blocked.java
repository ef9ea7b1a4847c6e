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
      var _ = cpu();
      shmem.barrierAll();
      if (shmem.pe() == shmem.pes() - 1) {
        Thread.sleep(1_000);
        for (int pe = 0; pe < shmem.pes(); pe++) {
          signal.set(1, pe);
        }
      } else {
        Duration before = cpu();
        signal.waitUntil(Compare.EQ, 1);
        System.out.println("cpuMillis=" + cpu().minus(before).toMillis());
      }
    });
  }

  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
