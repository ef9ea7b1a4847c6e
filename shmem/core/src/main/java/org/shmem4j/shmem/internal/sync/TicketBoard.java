package org.shmem4j.shmem.internal.sync;

import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;

/**
 * Where all PEs of the world meet, in every collective.
 *
 * <p>A PE arrives by storing a ticket into its own cell, and leaves when it has seen everybody's
 * ticket of that collective and all are equal. Two cells alternate: nobody can be two collectives
 * ahead of a PE that has not left, so a ticket stays until all have read it.
 *
 * <pre>
 *   ticket   63 .............. 32 | 31 .. 24 | 23     | 22 ........... 0
 *            sequence number      | kind     | failed | hash of arguments
 * </pre>
 *
 * <p>A PE that failed locally arrives as well, so that nobody waits for it. When tickets differ or
 * a failure is among them, each PE explains itself and all throw.
 */
public final class TicketBoard {
  /** What the PEs meet for. */
  public enum Kind {
    /** Completion and arrival. */
    BARRIER_ALL("barrierAll"),
    /** Arrival. */
    SYNC_ALL("syncAll"),
    /** Allocation. */
    MALLOC("malloc"),
    /** Zeroed allocation. */
    CALLOC("calloc"),
    /** The end of an allocation. */
    FREE("free"),
    /** Leaving the job. */
    FINALIZE("finalize");

    private final String call;

    Kind(String call) {
      this.call = call;
    }
  }

  private static final int KIND_SHIFT = 24;
  private static final long FAILED = 1 << 23;
  private static final int HASH_MASK = (1 << 23) - 1;

  private final ControlFile control;
  private final int pe;
  private final int pes;
  private final Waiter waiter;
  private final Bells bells;
  private int sequence;
  private boolean meeting;

  /**
   * Creates a PE's view.
   *
   * @param bells null if nobody sleeps
   */
  public TicketBoard(ControlFile control, int pe, Waiter waiter, Bells bells) {
    this.control = control;
    this.pe = pe;
    this.pes = control.spec().pes();
    this.waiter = waiter;
    this.bells = bells;
  }

  /** Meets for a collective without arguments. */
  public void meet(Kind kind) {
    meet(kind, 0, null, null);
  }

  /**
   * Arrives, and returns when all PEs have arrived for the same.
   *
   * @param hash of the arguments that must be equal everywhere
   * @param arguments describes them, for people; may be null
   * @param failure what went wrong on this PE before it arrived, or null
   * @throws SymmetryException on every PE if one differs or failed; if all failed alike, each
   *     throws its own failure
   */
  public void meet(Kind kind, long hash, Object arguments, RuntimeException failure) {
    enter(kind);
    try {
      // After a failure some have left collectives that others are in: a further ticket of this PE
      // could replace one that is still waited for.
      waiter.checkPeers(kind.call, sequence + 1);
      long ticket =
          ((long) ++sequence << 32)
              | ((long) kind.ordinal() << KIND_SHIFT)
              | (failure == null ? 0 : FAILED)
              | fold(hash);
      arrive(ticket);
      boolean equal = true;
      for (int i = 1; i < pes; i++) {
        int peer = pe + i < pes ? pe + i : pe + i - pes;
        equal &= waiter.ticket(kind.call, peer, sequence) == ticket;
      }
      if (!equal || failure != null) {
        disagree(kind, arguments, failure, equal);
      }
    } finally {
      meeting = false;
    }
  }

  /** Arguments that differ in few bits, also high ones, must not meet in the few bits kept. */
  private static long fold(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xff51_afd7_ed55_8ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
    return (mixed ^ mixed >>> 33) & HASH_MASK;
  }

  private void enter(Kind kind) {
    if (meeting) {
      throw new IllegalStateException(
          "two threads of a PE are in collectives of one team at once: pe="
              + pe
              + " call="
              + kind.call
              + "; order them");
    }
    meeting = true;
  }

  private void arrive(long ticket) {
    Memory.setReleaseLong(control.ticket(pe, sequence), ticket);
    if (bells != null) {
      Memory.fullFence();
      long key = Bells.controlKey(ControlLayout.ticket(pe, sequence));
      for (int peer = 0; peer < pes; peer++) {
        if (peer != pe) {
          bells.ringAfterFence(peer, key);
        }
      }
    }
  }

  private void disagree(Kind kind, Object arguments, RuntimeException failure, boolean equal) {
    StringBuilder own = new StringBuilder(kind.call);
    if (arguments != null) {
      own.append(' ').append(arguments);
    }
    own.append(" at ").append(CallSite.current());
    if (failure != null) {
      own.append(", failed: ").append(failure.getMessage());
    }
    control.explain(pe, sequence, own.toString());
    StringBuilder all = new StringBuilder();
    for (int peer = 0; peer < pes; peer++) {
      if (peer != pe) {
        waiter.explanation(peer, sequence);
      }
      all.append("\n  PE ").append(peer).append(": ").append(control.explanation(peer));
    }
    if (equal && failure != null) {
      throw failure;
    }
    throw new SymmetryException(
        "all PEs must make the same collective calls in the same order with the same arguments:"
            + " collective="
            + sequence
            + "; nothing has been changed; compare the calls"
            + all,
        failure);
  }
}
