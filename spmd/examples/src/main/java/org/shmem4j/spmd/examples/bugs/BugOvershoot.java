package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * The PEs send PE 0 a result in each of two phases; it waits for all of the first, then for the
 * rest.
 *
 * <p>Wrong: a fast PE's second result may be counted before PE 0 looks, and then the counter is
 * never seen at the awaited value. Mended by a signal for each sender that is set to the phase and
 * awaited with {@code GE}, as fan-in in {@code patterns}. {@code GE} on this counter would not
 * hang, but could count a fast PE twice, as {@code bug-counter}.
 */
public final class BugOvershoot {
  private BugOvershoot() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-overshoot", 2, args, BugOvershoot::program);
  }

  static void program(Shmem shmem) {
    long senders = shmem.pes() - 1L;
    SymmetricLongs results = shmem.longs(2L * shmem.pes());
    Signal count = shmem.signal();

    for (int phase = 1; phase <= 2; phase++) {
      if (shmem.pe() > 0) {
        int place = (phase - 1) * shmem.pes() + shmem.pe();
        results.putSignal(place, new long[] {phase}, 0, 1, count, SignalOp.ADD, 1, 0);
      } else {
        count.waitUntil(Compare.EQ, phase * senders);
      }
    }
    if (shmem.pe() == 0) {
      long sum = 0;
      for (long result : results.toArray()) {
        sum += result;
      }
      Bug.expect("the results of both phases are in the sum", 3 * senders, sum);
    }
  }
}
