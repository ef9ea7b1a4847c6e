package org.shmem4j.shmem.internal.sync;

import static org.shmem4j.shmem.internal.control.ControlLayout.TICKET_HASH;
import static org.shmem4j.shmem.internal.control.ControlLayout.TICKET_VALUES;

import java.util.concurrent.atomic.AtomicReference;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Interceptor.Operation;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;

/**
 * Where the members of a team meet, in every collective.
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
 *
 * <p>Boards are used again by later teams. A new team's sequence numbers begin above all that its
 * members have used, so that no old ticket can be taken for a new one.
 */
public final class TicketBoard {
  /** What the PEs meet for. */
  public enum Kind {
    /** Completion and arrival of all PEs. */
    BARRIER_ALL("barrierAll", Operation.BARRIER),
    /** Arrival of all PEs. */
    SYNC_ALL("syncAll", Operation.SYNC),
    /** Completion and arrival of a team. */
    BARRIER("barrier", Operation.BARRIER),
    /** Arrival of a team. */
    SYNC("sync", Operation.SYNC),
    /** Allocation. */
    MALLOC("malloc", Operation.ALLOCATION),
    /** Zeroed allocation. */
    CALLOC("calloc", Operation.ALLOCATION),
    /** Aligned allocation. */
    ALIGN("align", Operation.ALLOCATION),
    /** Another length. */
    REALLOC("realloc", Operation.ALLOCATION),
    /** The end of an allocation. */
    FREE("free", Operation.ALLOCATION),
    /** Teams by colour and key. */
    SPLIT("split", Operation.TEAM),
    /** A team at equal distances. */
    SPLIT_STRIDED("splitStrided", Operation.TEAM),
    /** Rows and columns. */
    SPLIT_2D("split2d", Operation.TEAM),
    /** A team from a list. */
    TEAM_OF("of", Operation.TEAM),
    /** Whether every member could take the new team's board. */
    TEAM_AGREEMENT("split", Operation.TEAM),
    /** The end of a team. */
    DESTROY("destroy", Operation.TEAM),
    /** A collective of a layer above, which names it. */
    COLLECTIVE("collective", Operation.COLLECTIVE),
    /** Leaving the job. */
    FINALIZE("finalize", Operation.FINALIZE);

    private final String call;

    /** What an interceptor is told of it. */
    private final Operation operation;

    Kind(String call, Operation operation) {
      this.call = call;
      this.operation = operation;
    }
  }

  /** Large and odd, so that small arguments in another order give another hash. */
  private static final long HASH_FACTOR = 0x9e37_79b9_7f4a_7c15L;

  private static final int SEQUENCE_SHIFT = 8;
  private static final long FAILED = 1 << 7;
  private static final long KIND_MASK = FAILED - 1;

  private final ControlFile control;
  private final int number;
  private final String team;
  private final int[] members;
  private final int self;
  private final int pe;
  private final Waiter waiter;
  private final Bells bells;
  private final long before;
  private final AtomicReference<Thread> meeting = new AtomicReference<>();
  private boolean isInside; // of a collective of several meetings; the meeting thread's
  private long sequence;

  /**
   * Creates a PE's view.
   *
   * @param number of the board
   * @param team its name in messages, such as "team#3"
   * @param members the PEs that meet, in the job's numbers
   * @param self this PE's place among them
   * @param sequence of the last collective before the first
   * @param bells null if nobody sleeps
   */
  public TicketBoard(
      ControlFile control,
      int number,
      String team,
      int[] members,
      int self,
      long sequence,
      Waiter waiter,
      Bells bells) {
    this.control = control;
    this.number = number;
    this.team = team;
    this.members = members;
    this.self = self;
    this.pe = members[self];
    this.waiter = waiter;
    this.bells = bells;
    this.before = number <= Boards.SHARED ? 0 : sequence;
    this.sequence = sequence;
  }

  /** The board's number. */
  public int number() {
    return number;
  }

  /** Sequence number of the last collective. */
  public long sequence() {
    return sequence;
  }

  /** Meets for a collective without arguments. */
  public void meet(Kind kind) {
    meet(kind, 0, null, null);
  }

  /**
   * Arrives, and returns when all members have arrived for the same.
   *
   * @param hash of the arguments that must be equal everywhere
   * @param arguments describes them, for people; may be null
   * @param failure what went wrong on this PE before it arrived, or null
   * @throws SymmetryException on every member if one differs or failed; if all failed alike, each
   *     throws its own failure
   */
  public void meet(Kind kind, long hash, Object arguments, RuntimeException failure) {
    meet(kind, kind.call, hash, arguments, failure);
  }

  /** As {@link #meet(Kind, long, Object, RuntimeException)}, for a call of a layer above. */
  public void meet(String call, long hash, Object arguments, RuntimeException failure) {
    meet(Kind.COLLECTIVE, call, named(hash, call), arguments, failure);
  }

  private static long named(long hash, String call) {
    return mix(hash, call.hashCode());
  }

  /** The hash of a call's arguments so far, and one more of them. */
  public static long mix(long hash, long argument) {
    return hash * HASH_FACTOR + argument;
  }

  private void meet(Kind kind, String call, long hash, Object arguments, RuntimeException failure) {
    long begun = enter(kind, call);
    try {
      meetEntered(kind, call, hash, arguments, failure);
    } finally {
      leave(kind, begun);
    }
  }

  /**
   * Like {@link #meet(Kind, long, Object, RuntimeException)}; each member also tells the others
   * some values.
   *
   * @param values at most {@link ControlLayout#VALUE_COUNT}
   * @return by member, what it told
   */
  public long[][] exchange(
      Kind kind, long hash, Object arguments, RuntimeException failure, long... values) {
    return exchange(kind, kind.call, hash, arguments, failure, values);
  }

  /** As {@link #exchange(Kind, long, Object, RuntimeException, long...)}, for a layer above. */
  public long[][] exchange(
      String call, long hash, Object arguments, RuntimeException failure, long... values) {
    return exchange(Kind.COLLECTIVE, call, named(hash, call), arguments, failure, values);
  }

  private long[][] exchange(
      Kind kind,
      String call,
      long hash,
      Object arguments,
      RuntimeException failure,
      long... values) {
    long begun = enter(kind, call);
    try {
      // Before anything is written: who has left a collective by an exception may be two ahead.
      checkPeers(call);
      long own = control.ticket(pe, number, sequence + 1) + TICKET_VALUES;
      if (!Mutation.TICKET_VALUES.isOn()) {
        tell(own, values);
      }
      meetEntered(kind, call, hash, arguments, failure);
      if (Mutation.TICKET_VALUES.isOn()) {
        tell(own, values);
      }
      long[][] told = new long[members.length][values.length];
      for (int member = 0; member < members.length; member++) {
        long address = control.ticket(members[member], number, sequence) + TICKET_VALUES;
        for (int i = 0; i < values.length; i++) {
          told[member][i] = Memory.getLong(address + (long) i * Long.BYTES);
        }
      }
      return told;
    } finally {
      leave(kind, begun);
    }
  }

  private static void tell(long own, long[] values) {
    for (int i = 0; i < values.length; i++) {
      Memory.setLong(own + (long) i * Long.BYTES, values[i]);
    }
  }

  /**
   * Meets for the last time. A member that has left may be using the board for another team
   * already, so a later ticket of it counts as well.
   */
  public void close() {
    String call = Kind.DESTROY.call;
    long begun = enter(Kind.DESTROY, call);
    try {
      checkPeers(call);
      arrive((++sequence << SEQUENCE_SHIFT) | Kind.DESTROY.ordinal(), 0);
      for (int i = 1; i < awaited(); i++) {
        var _ = waitForTicketOf(next(i), call, Compare.GE);
      }
    } finally {
      leave(Kind.DESTROY, begun);
    }
  }

  private void meetEntered(
      Kind kind, String call, long hash, Object arguments, RuntimeException failure) {
    checkPeers(call);
    long ticket = (++sequence << SEQUENCE_SHIFT) | kind.ordinal() | (failure == null ? 0 : FAILED);
    arrive(ticket, hash);
    boolean equal = true;
    for (int i = 1; i < awaited(); i++) {
      int peer = next(i);
      equal &= waitForTicketOf(peer, call, Compare.EQ) == ticket;
      equal &= Memory.getLong(control.ticket(peer, number, sequence) + TICKET_HASH) == hash;
    }
    if (!equal || failure != null) {
      disagree(call, arguments, failure, equal);
    }
  }

  /**
   * After a failure some have left collectives that others are in: a further ticket of this PE
   * could replace one that is still waited for.
   */
  private void checkPeers(String call) {
    if (control.failure() != 0) {
      waiter.checkPeers(described(call), numbered(sequence + 1));
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

  private long waitForTicketOf(int peer, String call, Compare compare) {
    return waiter.ticket(this, call, peer, compare);
  }

  /**
   * Begins a collective of several meetings, in which no other thread of this PE may meet. It can
   * be part of another one.
   *
   * @return what {@link #end} is to be given
   */
  public boolean begin(Kind kind) {
    return begin(kind.call);
  }

  /** As {@link #begin(Kind)}, for a call of a layer above. */
  public boolean begin(String call) {
    boolean wasInside = isHeldByThisThread();
    if (!wasInside) {
      take(call);
    }
    isInside = true;
    return wasInside;
  }

  /** Ends it. */
  public void end(boolean wasInside) {
    isInside = wasInside;
    if (!wasInside) {
      meeting.setRelease(null);
    }
  }

  private boolean isHeldByThisThread() {
    return meeting.getOpaque() == Thread.currentThread() && isInside;
  }

  private void take(String call) {
    if (!meeting.compareAndSet(null, Thread.currentThread())) {
      throw new IllegalStateException(
          "two threads of a PE are in collectives of one team at once: pe="
              + pe
              + " call="
              + described(call)
              + "; order them");
    }
  }

  private long enter(Kind kind, String call) {
    long begun = waiter.meetingBegins(kind.operation);
    if (!isHeldByThisThread()) {
      try {
        take(call);
      } catch (IllegalStateException e) {
        waiter.meetingEnds(kind.operation, begun);
        throw e;
      }
    }
    return begun;
  }

  private void leave(Kind kind, long begun) {
    if (!isInside) {
      meeting.setRelease(null);
    }
    waiter.meetingEnds(kind.operation, begun);
  }

  private void arrive(long ticket, long hash) {
    long address = control.ticket(pe, number, sequence);
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
    StringBuilder own = new StringBuilder(described(call));
    if (arguments != null) {
      own.append(' ').append(arguments);
    }
    own.append(" at ").append(CallSite.current());
    if (failure != null) {
      own.append(", failed: ").append(failure.getMessage());
    }
    control.explain(pe, number, sequence, own.toString());
    StringBuilder all = new StringBuilder();
    for (int peer : members) {
      if (peer != pe) {
        waiter.explanation(this, peer);
      }
      all.append("\n  PE ").append(peer).append(": ").append(control.explanation(peer, number));
    }
    if (equal && failure != null) {
      throw failure;
    }
    throw new SymmetryException(
        "all PEs must make the same collective calls in the same order with the same arguments:"
            + " collective="
            + (sequence - before)
            + (number == Boards.WORLD ? "" : " team=" + team)
            + "; nothing has been changed; compare the calls"
            + all,
        failure);
  }

  /** Address of a PE's ticket for the present collective. */
  long address(int peer) {
    return control.ticket(peer, number, sequence);
  }

  /** The bell's key of that ticket. */
  long key(int peer) {
    return Bells.controlKey(ControlLayout.ticket(peer, number, sequence));
  }

  /** The sequence number in a ticket. */
  static long sequenceOf(long ticket) {
    return ticket >> SEQUENCE_SHIFT;
  }

  /** Whether a ticket says that its PE leaves the job. */
  static boolean isFinalize(long ticket) {
    return (ticket & KIND_MASK) == Kind.FINALIZE.ordinal();
  }

  /** The call as the user wrote it. */
  String described(String call) {
    return number == Boards.WORLD ? call : team + "." + call;
  }

  /** Tells people which collective that is. */
  private String numbered(long collective) {
    return (number == Boards.WORLD ? "the job's" : "the team's")
        + " collective number "
        + (collective - before);
  }

  /** Tells people which collective the present one is. */
  String numbered() {
    return numbered(sequence);
  }
}
