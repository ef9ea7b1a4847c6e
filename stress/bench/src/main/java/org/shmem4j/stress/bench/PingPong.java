package org.shmem4j.stress.bench;

import java.util.Arrays;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Round trips between PE 0 and PE 1. Both run the same loop the same number of times; PE 0 starts
 * each round.
 */
final class PingPong {
  private final SymmetricLongs heap;
  private final Signal signal;
  private final boolean starts;
  private final int peer;
  private final long[] array = new long[(1 << 20) / Long.BYTES];
  private int count;
  private long round;

  PingPong(SymmetricLongs heap, Signal signal, int pe) {
    this.heap = heap;
    this.signal = signal;
    this.starts = pe == 0;
    this.peer = 1 - pe;
    Arrays.fill(array, pe + 1);
  }

  /** Sets the size of the payload; 0: signals alone. */
  void bytes(int bytes) {
    count = bytes / Long.BYTES;
  }

  /** Signals alone. */
  void signals(int times) {
    Signal box = signal;
    int to = peer;
    long last = round + times;
    if (starts) {
      for (long k = round + 1; k <= last; k++) {
        box.set(k, to);
        box.waitUntil(Compare.EQ, k);
      }
    } else {
      for (long k = round + 1; k <= last; k++) {
        box.waitUntil(Compare.EQ, k);
        box.set(k, to);
      }
    }
    round = last;
  }

  /** Put-with-signal each way. */
  void puts(int times) {
    SymmetricLongs target = heap;
    Signal box = signal;
    long[] source = array;
    int longs = count;
    int to = peer;
    long last = round + times;
    if (starts) {
      for (long k = round + 1; k <= last; k++) {
        target.putSignal(0, source, 0, longs, box, SignalOp.SET, k, to);
        box.waitUntil(Compare.EQ, k);
      }
    } else {
      for (long k = round + 1; k <= last; k++) {
        box.waitUntil(Compare.EQ, k);
        target.putSignal(0, source, 0, longs, box, SignalOp.SET, k, to);
      }
    }
    round = last;
  }
}
