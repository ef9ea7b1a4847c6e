package org.shmem4j.stress.suites.programs;

import java.util.concurrent.TimeUnit;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLongs;

/** PE 0 stops PE 1's process for a while, as a debugger or a full machine might. */
public final class Frozen {
  private Frozen() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      SymmetricLongs pid = shmem.longs(1);
      Signal signal = shmem.signal();
      pid.set(0, ProcessHandle.current().pid());
      shmem.barrierAll();
      if (shmem.pe() == 0) {
        String other = Long.toString(pid.g(0, 1));
        Process process =
            new ProcessBuilder("sh", "-c", "kill -STOP " + other + "; sleep 1; kill -CONT " + other)
                .inheritIO()
                .start();
        Thread.sleep(200);
        for (int pe = 0; pe < shmem.pes(); pe++) {
          signal.set(1, pe);
        }
        shmem.barrierAll();
        process.waitFor(5, TimeUnit.SECONDS);
      } else {
        signal.waitUntil(Compare.EQ, 1);
        shmem.barrierAll();
      }
      SymmetricLongs more = shmem.longs(1);
      more.p(0, 1, (shmem.pe() + 1) % shmem.pes());
      shmem.barrierAll();
      System.out.println("well " + more.at(0));
    });
  }
}
