package org.shmem4j.shmem.internal.sync;

import static org.shmem4j.shmem.internal.control.ControlLayout.TICKET_HASH;

import java.util.concurrent.atomic.AtomicBoolean;
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
 *   ticket   63 .............. 32 | 31 ..... 8 | 7      | 6 .. 0
 *            sequence number      | 0          | failed | kind
 *   hash     of the arguments, 64 bits
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

  private static final int SEQUENCE_SHIFT = 32;
  private static final long FAILED = 1 << 7;

  private final ControlFile control;
  private final int pe;
  private final int pes;
  private final Waiter waiter;
  private final Bells bells;
  private final AtomicBoolean meeting = new AtomicBoolean();
  private int sequence;

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
          ((long) ++sequence << SEQUENCE_SHIFT) | kind.ordinal() | (failure == null ? 0 : FAILED);
      arrive(ticket, hash);
      boolean equal = true;
      for (int i = 1; i < pes; i++) {
        int peer = pe + i < pes ? pe + i : pe + i - pes;
        equal &= waiter.ticket(kind.call, peer, sequence) == ticket;
        equal &= Memory.getLong(control.ticket(peer, sequence) + TICKET_HASH) == hash;
      }
      if (!equal || failure != null) {
        disagree(kind, arguments, failure, equal);
      }
    } finally {
      meeting.setRelease(false);
    }
  }

  private void enter(Kind kind) {
    if (meeting.getAndSet(true)) {
      throw new IllegalStateException(
          "two threads of a PE are in collectives of one team at once: pe="
              + pe
              + " call="
              + kind.call
              + "; order them");
    }
  }

  private void arrive(long ticket, long hash) {
    long address = control.ticket(pe, sequence);
    Memory.setLong(address + TICKET_HASH, hash);
    Memory.setReleaseLong(address, ticket);
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
