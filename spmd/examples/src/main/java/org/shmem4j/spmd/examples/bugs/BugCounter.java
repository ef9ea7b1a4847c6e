package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * PE 0 adds up the results of all others as they come in, each counted by one signal.
 *
 * <p>Wrong: when the counter is 1 some sender's result is there, which need not be the first
 * sender's. Mended by a signal for each sender, as fan-in in {@code patterns}, or by waiting for
 * all of them before the first is read.
 */
public final class BugCounter {
  private BugCounter() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-counter", 3, args, BugCounter::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs results = shmem.longs(shmem.pes());
    Signal count = shmem.signal();

    if (shmem.pe() > 0) {
      long[] result = {10L * shmem.pe()};
      results.putSignal(shmem.pe(), result, 0, 1, count, SignalOp.ADD, 1, 0);
      return;
    }
    long sum = 0;
    for (int sender = 1; sender < shmem.pes(); sender++) {
      count.waitUntil(Compare.GE, sender);
      sum += results.at(sender);
    }
    Bug.expect("every result is in the sum", 5L * shmem.pes() * (shmem.pes() - 1), sum);
  }
}
