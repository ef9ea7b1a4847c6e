package org.shmem4j.shmem.sim;

import java.util.EnumSet;
import java.util.Set;
import org.shmem4j.shmem.internal.sync.TicketBoard;
import org.shmem4j.shmem.internal.sync.TicketBoard.Kind;

/** One collective of a team: who has come, and for what. */
final class Meeting implements Task.Blocked {
  /**
   * What a member comes for.
   *
   * @param member its place in the team
   * @param call as the user wrote it
   * @param hash of the arguments that must be equal everywhere
   * @param failure what went wrong on it before, or null
   * @param values what it tells the others
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Arrival(
      int member, Kind kind, String call, long hash, RuntimeException failure, long[] values) {
    /** Whether objects begin or end here. */
    boolean changesObjects() {
      return CHANGE_OBJECTS.contains(kind);
    }
  }

  private static final Set<Kind> CHANGE_OBJECTS =
      EnumSet.of(Kind.MALLOC, Kind.CALLOC, Kind.ALIGN, Kind.REALLOC, Kind.FREE, Kind.FINALIZE);

  /** The second part of a collective that went wrong: all tell what they came for. */
  private static final class Accounts implements Task.Blocked {
    private final String[] texts;
    private int count;

    Accounts(int members) {
      texts = new String[members];
    }

    @Override
    public String describe() {
      return "the others' accounts of a collective that went wrong";
    }
  }

  private final int[] members;
  private final long[][] values;
  private Arrival first;
  private Accounts accounts;
  private int arrived;
  private int left;
  private int failures;
  private boolean isEqual = true;
  private TicketBoard.Range range;
  private final Seen seen = new Seen();

  /** When the last member came, and then when all leave, in a simulation with a clock. */
  double time;

  Meeting(int[] members) {
    this.members = members;
    this.values = new long[members.length][];
  }

  void arrive(Arrival arrival) {
    if (first == null) {
      first = arrival;
    }
    arrived++;
    failures += arrival.failure == null ? 0 : 1;
    isEqual &=
        first.kind == arrival.kind
            && first.hash == arrival.hash
            && (failures == 0 || failures == arrived);
    values[arrival.member] = arrival.values;
  }

  /** A member goes. */
  void leave() {
    left++;
  }

  /** Whether all members have gone. */
  boolean isLeft() {
    return left == members.length;
  }

  boolean isComplete() {
    return arrived == members.length;
  }

  /** Whether all have come for the same; if so, all have failed or none. */
  boolean isEqual() {
    return isEqual;
  }

  int[] members() {
    return members;
  }

  /** By member, what it told; nobody changes it. */
  long[][] values() {
    return values;
  }

  /** The range of what the members have told first. */
  TicketBoard.Range range() {
    if (range == null) {
      range = TicketBoard.Range.of(values);
    }
    return range;
  }

  /** What the members together have seen; for who comes to add to. */
  Seen seen() {
    return seen;
  }

  void explain(int member, String account) {
    accounts().texts[member] = account;
    accounts().count++;
  }

  boolean isExplained() {
    return accounts().count == members.length;
  }

  Task.Blocked waitForAccounts() {
    return accounts();
  }

  private Accounts accounts() {
    if (accounts == null) {
      accounts = new Accounts(members.length);
    }
    return accounts;
  }

  String account(int pe) {
    for (int i = 0; i < members.length; i++) {
      if (members[i] == pe) {
        return accounts().texts[i];
      }
    }
    throw new IllegalArgumentException("no member: pe=" + pe);
  }

  @Override
  public String describe() {
    StringBuilder missing = new StringBuilder();
    for (int i = 0; i < members.length; i++) {
      if (values[i] == null) {
        missing.append(missing.isEmpty() ? "PE " : ", PE ").append(members[i]);
      }
    }
    return first.call + ", to which " + missing + " has not come";
  }
}
