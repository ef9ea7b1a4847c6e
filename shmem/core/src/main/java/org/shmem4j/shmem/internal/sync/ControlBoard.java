package org.shmem4j.shmem.internal.sync;

import static org.shmem4j.shmem.internal.control.ControlLayout.TICKET_HASH;
import static org.shmem4j.shmem.internal.control.ControlLayout.TICKET_VALUES;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;

/**
 * A board in the control file.
 *
 * <p>A PE arrives by storing a ticket into its own cell, and leaves when it has seen every member's
 * ticket of that collective and all are equal. Two cells alternate: nobody can be two collectives
 * ahead of a PE that has not left, so a ticket stays until all have read it.
 *
 * <pre>
 *   ticket   63 ....................... 8 | 7      | 6 .. 0
 *            sequence number              | failed | kind
 *   hash     of the arguments, 64 bits
 *   values   what this PE tells the others
 * </pre>
 *
 * <p>A PE that failed locally arrives as well, so that nobody waits for it. When tickets differ or
 * a failure is among them, each PE explains itself and all throw.
 */
public final class ControlBoard extends TicketBoard {
  private static final int SEQUENCE_SHIFT = 8;
  private static final long FAILED = 1 << 7;
  private static final long KIND_MASK = FAILED - 1;

  private static final long[][] NOTHING_TOLD = {};

  private final ControlFile control;
  private final SpinningWaiter waiter;
  private final Bells bells;

  /** Creates a PE's view; as the super class, and {@code bells} is null if nobody sleeps. */
  public ControlBoard(
      ControlFile control,
      int number,
      String team,
      int[] members,
      int self,
      long sequence,
      SpinningWaiter waiter,
      Bells bells) {
    super(number, team, members, self, sequence, waiter);
    this.control = control;
    this.waiter = waiter;
    this.bells = bells;
  }

  @Override
  protected long[][] arrive(
      Kind kind,
      String call,
      long hash,
      Object arguments,
      RuntimeException failure,
      long[] values) {
    long own = control.ticket(pe, number(), sequence()) + TICKET_VALUES;
    if (!Mutation.TICKET_VALUES.isOn()) {
      tell(own, values);
    }
    meet(kind, call, hash, arguments, failure);
    if (Mutation.TICKET_VALUES.isOn()) {
      tell(own, values);
    }
    return values.length == 0 ? NOTHING_TOLD : told(values.length);
  }

  private static void tell(long own, long[] values) {
    for (int i = 0; i < values.length; i++) {
      Memory.setLong(own + (long) i * Long.BYTES, values[i]);
    }
  }

  private long[][] told(int count) {
    long[][] told = new long[members.length][count];
    for (int member = 0; member < members.length; member++) {
      long address = control.ticket(members[member], number(), sequence()) + TICKET_VALUES;
      for (int i = 0; i < count; i++) {
        told[member][i] = Memory.getLong(address + (long) i * Long.BYTES);
      }
    }
    return told;
  }

  private void meet(Kind kind, String call, long hash, Object arguments, RuntimeException failure) {
    long ticket = (sequence() << SEQUENCE_SHIFT) | kind.ordinal() | (failure == null ? 0 : FAILED);
    put(ticket, hash);
    boolean equal = true;
    for (int i = 1; i < awaited(); i++) {
      int peer = next(i);
      equal &= waiter.ticket(this, call, peer, Compare.EQ) == ticket;
      equal &= Memory.getLong(control.ticket(peer, number(), sequence()) + TICKET_HASH) == hash;
    }
    if (!equal || failure != null) {
      disagree(call, arguments, failure, equal);
    }
  }

  /** A later ticket of a member that has left counts as well. */
  @Override
  protected void arriveLast(String call) {
    put((sequence() << SEQUENCE_SHIFT) | Kind.DESTROY.ordinal(), 0);
    for (int i = 1; i < awaited(); i++) {
      var _ = waiter.ticket(this, call, next(i), Compare.GE);
    }
  }

  /**
   * After a failure some have left collectives that others are in: a further ticket of this PE
   * could replace one that is still waited for.
   */
  @Override
  protected void checkPeers(String call) {
    if (control.failure() != 0) {
      waiter.checkPeers(described(call), numbered(sequence() + 1));
    }
  }

  /** How many members must have arrived before this PE leaves. */
  private int awaited() {
    return Mutation.BARRIER_ROUND.isOn() ? members.length - 1 : members.length;
  }

  /** The i-th member after this PE. */
  private int next(int i) {
    int member = self + i;
    return members[member < members.length ? member : member - members.length];
  }

  private void put(long ticket, long hash) {
    long address = control.ticket(pe, number(), sequence());
    if (!Mutation.TICKET_FIRST.isOn()) {
      Memory.setLong(address + TICKET_HASH, hash);
    }
    Memory.setReleaseLongUnless(Mutation.TICKET_OPAQUE, address, ticket);
    if (Mutation.TICKET_FIRST.isOn()) {
      Memory.setLong(address + TICKET_HASH, hash);
    }
    if (bells != null) {
      Memory.fullFenceUnless(Mutation.BELL_FENCE);
      long key = key(pe);
      for (int i = 1; i < members.length; i++) {
        bells.ringAfterFence(next(i), key);
      }
    }
  }

  private void disagree(String call, Object arguments, RuntimeException failure, boolean equal) {
    control.explain(pe, number(), sequence(), account(call, arguments, failure));
    for (int peer : members) {
      if (peer != pe) {
        waiter.explanation(this, peer);
      }
    }
    throw equal && failure != null
        ? failure
        : disagreement(peer -> control.explanation(peer, number()), failure);
  }

  /** Address of a PE's ticket for the present collective. */
  long address(int peer) {
    return control.ticket(peer, number(), sequence());
  }

  /** The bell's key of that ticket. */
  long key(int peer) {
    return Bells.controlKey(ControlLayout.ticket(peer, number(), sequence()));
  }

  /** The sequence number in a ticket. */
  static long sequenceOf(long ticket) {
    return ticket >> SEQUENCE_SHIFT;
  }

  /** Whether a ticket says that its PE leaves the job. */
  static boolean isFinalize(long ticket) {
    return (ticket & KIND_MASK) == Kind.FINALIZE.ordinal();
  }
}
