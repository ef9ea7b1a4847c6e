package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE hears its left neighbour's number, then tells its own to the right.
 *
 * <p>Wrong: all wait for their left neighbour before they send, so nobody sends. Mended by sending
 * before waiting, as {@code ring}.
 */
public final class BugDeadlock {
  private BugDeadlock() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-deadlock", 2, args, BugDeadlock::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    Signal arrived = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();
    int left = (shmem.pe() + shmem.pes() - 1) % shmem.pes();

    arrived.waitUntil(Compare.EQ, 1);
    Bug.expect("the number is the left neighbour's", 100 + left, box.at(0));
    box.putSignal(new long[] {100 + shmem.pe()}, arrived, SignalOp.SET, 1, right);
  }
}
