package org.shmem4j.stress.suites.programs;

import org.shmem4j.shmem.Shmem;

/** PE 1 leaves a process behind that holds its output open; PE 0 fails if an argument says so. */
public final class Grandchild {
  private Grandchild() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      if (shmem.pe() == 1) {
        var _ = new ProcessBuilder("sleep", "20").inheritIO().start();
        System.out.println("child started");
      }
      shmem.barrierAll();
      if (shmem.pe() == 0 && args.length > 0) {
        throw new IllegalStateException("on purpose");
      }
      System.out.println("done");
    });
  }
}
