package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE sends its right neighbour a number in each round, to a place of its own.
 *
 * <p>Wrong: the signal is 1 from the first round on, so the wait of the second does not wait.
 * Mended by setting it to the round and waiting for {@code GE} round, as message passing in {@code
 * patterns}; a signal that is set back to 0 needs an answer to the sender, too.
 */
public final class BugSignalReuse {
  private static final int ROUNDS = 3;

  private BugSignalReuse() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-signal-reuse", 2, args, BugSignalReuse::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs boxes = shmem.longs(ROUNDS);
    Signal arrived = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();

    for (int round = 0; round < ROUNDS; round++) {
      shmem.fence(); // the last signal stays ahead of this one
      long[] number = {100 + round};
      boxes.putSignal(round, number, 0, 1, arrived, SignalOp.SET, 1, right);

      arrived.waitUntil(Compare.EQ, 1);
      Bug.expect("the round's number is there when its signal is", 100 + round, boxes.at(round));
    }
  }
}
