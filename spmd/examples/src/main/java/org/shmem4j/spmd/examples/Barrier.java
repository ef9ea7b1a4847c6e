package org.shmem4j.spmd.examples;

import org.shmem4j.shmem.Shmem;

/** How long a barrier of all PEs takes; a simulation tells it for a network. */
public final class Barrier {
  private Barrier() {}

  /** Runs as one PE: {@code [--rounds N]}. */
  public static void main(String[] args) {
    Options options = Options.of("barrier [--rounds N]", args);
    int rounds = options.number("--rounds", 10, 1_000_000_000);
    Shmem.run(shmem -> program(shmem, rounds));
  }

  static void program(Shmem shmem, int rounds) {
    shmem.barrierAll();
    long start = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      shmem.barrierAll();
    }
    long nanos = System.nanoTime() - start;
    if (shmem.pe() == 0) {
      System.out.println("barrier: " + nanos / rounds + " ns (mean of " + rounds + " rounds)");
    }
  }
}
