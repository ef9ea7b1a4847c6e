package org.shmem4j.stress.bench;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/** Lets the PEs agree that all of them are warm, and sums a figure over them. */
final class Agreement {
  private final Shmem shmem;
  private final SymmetricLongs votes;

  Agreement(Shmem shmem) {
    this.shmem = shmem;
    this.votes = shmem.longs(shmem.pes());
  }

  /** Whether every PE said yes; collective. */
  boolean all(boolean yes) {
    return sum(yes ? 1 : 0) == shmem.pes();
  }

  /** The sum of all PEs' values, the same on each; collective. */
  long sum(long value) {
    for (int pe = 0; pe < shmem.pes(); pe++) {
      votes.p(shmem.pe(), value, pe);
    }
    shmem.barrierAll();
    long sum = 0;
    for (int pe = 0; pe < shmem.pes(); pe++) {
      sum += votes.at(pe);
    }
    shmem.barrierAll();
    return sum;
  }
}
