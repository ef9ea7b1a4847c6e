package org.shmem4j.shmem.internal.sync;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.shmem4j.shmem.Interceptor.Operation;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.internal.control.ControlLayout;

/**
 * Where the members of a team meet, in every collective. Each tells what it has come for; if that
 * is not the same for all, or one of them failed before it arrived, all throw, so that nobody waits
 * for who has gone another way.
 *
 * <p>Boards are used again by later teams. A new team's sequence numbers begin above all that its
 * members have used, so that no old ticket can be taken for a new one.
 */
public abstract class TicketBoard {
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

  private static final long[] NOTHING = {};

  private final int number;
  private final String team;

  /** The PEs that meet, in the job's numbers. */
  protected final int[] members;

  /** This PE's place among them. */
  protected final int self;

  /** This PE. */
  protected final int pe;

  private final Waiter waiter;
  private final long before;
  private final AtomicReference<Thread> meeting = new AtomicReference<>();
  private boolean isInside; // of a collective of several meetings; the meeting thread's

  /** Of the last collective, or of the one that this PE is in. */
  private long sequence;

  /**
   * Creates a PE's view.
   *
   * @param number of the board
   * @param team its name in messages, such as "team#3"
   * @param members the PEs that meet, in the job's numbers
   * @param self this PE's place among them
   * @param sequence of the last collective before the first
   */
  protected TicketBoard(
      int number, String team, int[] members, int self, long sequence, Waiter waiter) {
    this.number = number;
    this.team = team;
    this.members = members;
    this.self = self;
    this.pe = members[self];
    this.waiter = waiter;
    this.before = number <= Boards.SHARED ? 0 : sequence;
    this.sequence = sequence;
  }

  /**
   * Arrives for the collective {@link #sequence}, and returns when all members have arrived for the
   * same.
   *
   * @param call as the user wrote it
   * @param values what this PE tells the others
   * @return by member, what it told
   * @throws SymmetryException {@link #disagreement} on every member if one differs or failed; if
   *     all failed alike, each throws its own failure
   */
  protected abstract long[][] arrive(
      Kind kind, String call, long hash, Object arguments, RuntimeException failure, long[] values);

  /**
   * Arrives for the collective {@link #sequence}, which is the team's last. A member that has left
   * may be using the board for another team already.
   */
  protected abstract void arriveLast(String call);

  /** Throws if a PE has ended, so that this one must not arrive any more. */
  protected abstract void checkPeers(String call);

  /** The board's number. */
  public final int number() {
    return number;
  }

  /** Sequence number of the last collective. */
  public final long sequence() {
    return sequence;
  }

  /** Meets for a collective without arguments. */
  public final void meet(Kind kind) {
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
  public final void meet(Kind kind, long hash, Object arguments, RuntimeException failure) {
    meet(kind, kind.call, hash, arguments, failure);
  }

  /** As {@link #meet(Kind, long, Object, RuntimeException)}, for a call of a layer above. */
  public final void meet(String call, long hash, Object arguments, RuntimeException failure) {
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
    var _ = exchange(kind, call, hash, arguments, failure, NOTHING);
  }

  /**
   * Like {@link #meet(Kind, long, Object, RuntimeException)}; each member also tells the others
   * some values.
   *
   * @param values at most {@link ControlLayout#VALUE_COUNT}
   * @return by member, what it told
   */
  public final long[][] exchange(
      Kind kind, long hash, Object arguments, RuntimeException failure, long... values) {
    return exchange(kind, kind.call, hash, arguments, failure, values);
  }

  /** As {@link #exchange(Kind, long, Object, RuntimeException, long...)}, for a layer above. */
  public final long[][] exchange(
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
      return arriveNext(kind, call, hash, arguments, failure, values);
    } finally {
      leave(kind, begun);
    }
  }

  private long[][] arriveNext(
      Kind kind,
      String call,
      long hash,
      Object arguments,
      RuntimeException failure,
      long[] values) {
    // Before anything is written: who has left a collective by an exception may be two ahead.
    checkPeers(call);
    sequence++;
    return arrive(kind, call, hash, arguments, failure, values);
  }

  /**
   * What the members of a team have told.
   *
   * @param lowest of all
   * @param highest of all
   */
  public record Range(long lowest, long highest) {
    /** Of what each has told first. */
    public static Range of(long[][] told) {
      long lowest = told[0][0];
      long highest = lowest;
      for (long[] each : told) {
        lowest = Math.min(lowest, each[0]);
        highest = Math.max(highest, each[0]);
      }
      return new Range(lowest, highest);
    }
  }

  /**
   * Like {@link #exchange(Kind, long, Object, RuntimeException, long...)}, for who wants to know no
   * more than the range of what each member tells.
   */
  public final Range range(
      Kind kind, long hash, Object arguments, RuntimeException failure, long value) {
    return range(exchange(kind, hash, arguments, failure, value));
  }

  /** The range of what {@link #arrive} has just returned. */
  protected Range range(long[][] told) {
    return Range.of(told);
  }

  /** Meets for the last time. */
  public final void close() {
    String call = Kind.DESTROY.call;
    long begun = enter(Kind.DESTROY, call);
    try {
      checkPeers(call);
      sequence++;
      arriveLast(call);
    } finally {
      leave(Kind.DESTROY, begun);
    }
  }

  /**
   * Begins a collective of several meetings, in which no other thread of this PE may meet. It can
   * be part of another one.
   *
   * @return what {@link #end} is to be given
   */
  public final boolean begin(Kind kind) {
    return begin(kind.call);
  }

  /** As {@link #begin(Kind)}, for a call of a layer above. */
  public final boolean begin(String call) {
    boolean wasInside = isHeldByThisThread();
    if (!wasInside) {
      take(call);
    }
    isInside = true;
    return wasInside;
  }

  /** Ends it. */
  public final void end(boolean wasInside) {
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

  /** What this PE did in a collective that went wrong, for people. */
  protected final String account(String call, Object arguments, RuntimeException failure) {
    StringBuilder account = new StringBuilder(described(call));
    if (arguments != null) {
      account.append(' ').append(arguments);
    }
    account.append(" at ").append(CallSite.current());
    if (failure != null) {
      account.append(", failed: ").append(failure.getMessage());
    }
    return account.toString();
  }

  /**
   * What to throw if the members have come for different things.
   *
   * @param accounts by PE, in the job's numbers, its account
   */
  protected final SymmetryException disagreement(
      IntFunction<String> accounts, RuntimeException failure) {
    StringBuilder all = new StringBuilder();
    for (int peer : members) {
      all.append("\n  PE ").append(peer).append(": ").append(accounts.apply(peer));
    }
    return new SymmetryException(
        "all PEs must make the same collective calls in the same order with the same arguments:"
            + " collective="
            + (sequence - before)
            + (number == Boards.WORLD ? "" : " team=" + team)
            + "; nothing has been changed; compare the calls"
            + all,
        failure);
  }

  /** The call as the user wrote it. */
  public final String described(String call) {
    return number == Boards.WORLD ? call : team + "." + call;
  }

  /** Tells people which collective that is. */
  protected final String numbered(long collective) {
    return (number == Boards.WORLD ? "the job's" : "the team's")
        + " collective number "
        + (collective - before);
  }

  /** Tells people which collective the present one is. */
  public final String numbered() {
    return numbered(sequence);
  }
}
