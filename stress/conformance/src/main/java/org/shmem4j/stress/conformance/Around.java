package org.shmem4j.stress.conformance;

import org.shmem4j.shmem.Shmem;

/** Where a PE's neighbours are, and how often a case does what it repeats. */
final class Around {
  private static final int CROWDED = 4;

  /** Set once, before the first case. */
  private static volatile int factor = 1;

  private Around() {}

  static void multiplyBy(int times) {
    factor = times;
  }

  /** Whether PEs share processors, so that everything takes much longer. */
  static boolean isCrowded(Shmem shmem) {
    return shmem.pes() > Runtime.getRuntime().availableProcessors();
  }

  /** So many rounds, or fewer where it is crowded, times the factor. */
  static int rounds(Shmem shmem, int rounds) {
    return factor * (isCrowded(shmem) ? Math.max(2, rounds / CROWDED) : rounds);
  }

  static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  static int left(Shmem shmem) {
    return (shmem.pe() + shmem.pes() - 1) % shmem.pes();
  }
}
