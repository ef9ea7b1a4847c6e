package org.shmem4j.shmem.sim;

import org.shmem4j.shmem.internal.sync.TicketBoard;
import org.shmem4j.shmem.internal.sync.Waiter;

/** A PE's view of a board at which the members of a team meet in the simulation. */
final class SimulatedBoard extends TicketBoard {
  private static final long[] NOTHING = {};

  private final Simulation simulation;
  private Meeting last;

  SimulatedBoard(
      Simulation simulation,
      int number,
      String team,
      int[] members,
      int self,
      long sequence,
      Waiter waiter) {
    super(number, team, members, self, sequence, waiter);
    this.simulation = simulation;
  }

  @Override
  protected long[][] arrive(
      Kind kind,
      String call,
      long hash,
      Object arguments,
      RuntimeException failure,
      long[] values) {
    Meeting meeting = meet(new Meeting.Arrival(self, kind, described(call), hash, failure, values));
    if (!meeting.isEqual()) {
      meeting.explain(self, account(call, arguments, failure));
      simulation.awaitAccounts(meeting);
      throw disagreement(meeting::account, failure);
    }
    if (failure != null) {
      throw failure;
    }
    last = meeting;
    return meeting.values();
  }

  /** Looked for once, and not by each member. */
  @Override
  protected Range range(long[][] told) {
    return last.range();
  }

  private Meeting meet(Meeting.Arrival arrival) {
    return simulation.meet(number(), members, sequence(), arrival);
  }

  @Override
  protected void arriveLast(String call) {
    var _ = meet(new Meeting.Arrival(self, Kind.DESTROY, described(call), 0, null, NOTHING));
  }

  @Override
  protected void checkPeers(String call) {
    simulation.scheduler().checkOver();
  }
}
