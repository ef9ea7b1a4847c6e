package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * PE 0 sends PE 1 a message: how many numbers, and the numbers.
 *
 * <p>Wrong: the message comes with one signal, but its receiver waits for one with the head and for
 * another with the body; nobody sends the second. Mended by one wait for one signal: who has seen
 * it may read all that it came with.
 */
public final class BugWaitedTwice {
  private BugWaitedTwice() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-waited-twice", 2, args, BugWaitedTwice::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs message = shmem.longs(4);
    Signal arrived = shmem.signal();

    if (shmem.pe() == 0) {
      message.putSignal(new long[] {3, 10, 20, 30}, arrived, SignalOp.SET, 1, 1);
    } else if (shmem.pe() == 1) {
      arrived.waitAndReset(Compare.EQ, 1, 0);
      long count = message.at(0);

      arrived.waitAndReset(Compare.EQ, 1, 0);
      long sum = 0;
      for (long i = 1; i <= count; i++) {
        sum += message.at(i);
      }
      Bug.expect("the message's numbers are in the sum", 60, sum);
    }
  }
}
