package org.shmem4j.shmem;

import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.Transport;

/**
 * In checked mode: who has changed a signal last, in a word behind its value, so that SET and ADD
 * by two PEs at once are seen.
 *
 * <pre>
 *   63 ................................. 18 | 17 .. 2 | 1  0
 *   collective of the world that it followed | PE      | 1 + operation
 * </pre>
 *
 * <p>The mark of one PE stands until the owner has seen the signal or all PEs have met. What orders
 * two updates otherwise, such as a third signal or a team's barrier, is not seen: the check is
 * stricter than the standard.
 */
final class SignalMark {
  private static final long PLACE = Long.BYTES;
  private static final int PE_SHIFT = 2;
  private static final int SEQUENCE_SHIFT = 18;
  private static final SignalOp[] OPS = SignalOp.values();

  private SignalMark() {}

  /** Leaves this PE's mark before an update, or throws if another's of the other kind stands. */
  static void leave(Signal signal, SignalOp op, int worldPe) {
    Shmem shmem = signal.shmem;
    long mark =
        shmem.worldSequence() << SEQUENCE_SHIFT | (long) shmem.pe() << PE_SHIFT | op.ordinal() + 1;
    long seen = atomic(signal, worldPe, AtomicOp.FETCH, 0, 0);
    while (true) {
      if (conflicts(seen, mark)) {
        throw new IllegalStateException(
            "a signal is either set or added to until its owner has seen it: signal="
                + signal
                + " pe="
                + worldPe
                + " operation="
                + op
                + " by="
                + shmem.pe()
                + " earlier="
                + OPS[opOf(seen)]
                + " earlierBy="
                + peOf(seen)
                + "; nothing has been changed; let its owner wait or all PEs meet in between, or use"
                + " two signals");
      }
      long found = atomic(signal, worldPe, AtomicOp.COMPARE_SWAP, mark, seen);
      if (found == seen) {
        return;
      }
      seen = found;
    }
  }

  private static boolean conflicts(long seen, long mark) {
    return seen != 0
        && seen >> SEQUENCE_SHIFT == mark >> SEQUENCE_SHIFT
        && opOf(seen) != opOf(mark)
        && peOf(seen) != peOf(mark);
  }

  private static int opOf(long mark) {
    return (int) (mark & (1 << PE_SHIFT) - 1) - 1;
  }

  private static int peOf(long mark) {
    return (int) (mark >> PE_SHIFT) & 0xffff;
  }

  private static long atomic(Signal signal, int worldPe, AtomicOp op, long operand, long expected) {
    Transport way = signal.shmem.everywhere();
    return way.atomic(op, worldPe, signal.offset + PLACE, Long.BYTES, operand, expected);
  }

  /** Takes the mark off this PE's signal, of which it has seen the value. */
  static void clear(Signal signal) {
    Memory.setReleaseLong(signal.own + PLACE, 0);
  }
}
