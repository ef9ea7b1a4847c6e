package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * A ring in which every PE sends its right neighbour a number in each round.
 *
 * <p>Wrong: nobody says that a box has been read, so the next round's number may overwrite one that
 * its receiver has yet to read. Mended by a second signal, from the receiver to the sender, as
 * double buffer in {@code patterns}.
 */
public final class BugRingReuse {
  private static final int ROUNDS = 3;

  private BugRingReuse() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-ring-reuse", 2, args, BugRingReuse::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    Signal arrived = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();
    int left = (shmem.pe() + shmem.pes() - 1) % shmem.pes();

    for (int round = 1; round <= ROUNDS; round++) {
      shmem.fence(); // the last signal stays ahead of this one
      box.putSignal(new long[] {number(shmem.pe(), round)}, arrived, SignalOp.SET, round, right);

      arrived.waitUntil(Compare.GE, round);
      Bug.expect("the number is this round's", number(left, round), box.at(0));
    }
  }

  private static long number(int pe, int round) {
    return 100L * pe + round;
  }
}
