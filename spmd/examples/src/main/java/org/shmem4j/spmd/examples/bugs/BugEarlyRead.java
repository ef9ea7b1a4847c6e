package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE publishes a number and reads its right neighbour's.
 *
 * <p>Wrong: the neighbour's number is read before the barrier, so it may not be there yet. Mended
 * by reading it after the barrier, as {@code grid} does.
 */
public final class BugEarlyRead {
  private BugEarlyRead() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-early-read", 2, args, BugEarlyRead::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs number = shmem.longs(1);
    int right = (shmem.pe() + 1) % shmem.pes();

    number.set(0, 100 + shmem.pe());
    long neighbours = number.g(0, right);
    shmem.barrierAll();
    Bug.expect("the neighbour's number was there to be read", 100 + right, neighbours);
  }
}
