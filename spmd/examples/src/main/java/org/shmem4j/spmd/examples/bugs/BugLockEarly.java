package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLock;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE adds to a total on PE 0, under a lock.
 *
 * <p>Wrong: the lock is given up between reading the total and writing it back, so of two PEs that
 * have read the same one's addition is lost. Mended by writing inside the {@code try}, or without a
 * lock by {@code atomicAdd}.
 */
public final class BugLockEarly {
  private BugLockEarly() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-lock-early", 2, args, BugLockEarly::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs total = shmem.longs(1);
    SymmetricLock lock = shmem.lock();

    long before;
    try (var _ = lock.lock()) {
      before = total.g(0, 0);
    }
    total.p(0, before + shmem.pe() + 1, 0);

    shmem.barrierAll();
    long all = shmem.pes() * (shmem.pes() + 1L) / 2;
    Bug.expect("everybody's addition is in the total", all, total.g(0, 0));
  }
}
