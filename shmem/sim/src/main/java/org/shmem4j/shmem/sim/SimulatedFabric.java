package org.shmem4j.shmem.sim;

import java.util.stream.IntStream;
import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.fabric.Fabric;
import org.shmem4j.shmem.internal.sync.Bells;
import org.shmem4j.shmem.internal.sync.Boards;
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.internal.sync.WaitingPe;
import org.shmem4j.shmem.internal.transport.Transport;

/** Everything between the PEs is the simulation; all of them are remote, also to themselves. */
final class SimulatedFabric implements Fabric {
  private final Simulation simulation;
  private final int[] everybody;
  private final long[] bases;

  SimulatedFabric(Simulation simulation, int pes) {
    this.simulation = simulation;
    this.everybody = IntStream.range(0, pes).toArray();
    this.bases = new long[pes];
  }

  @Override
  public int[] everybody(Membership membership) {
    return everybody;
  }

  @Override
  public long[] bases(Membership membership) {
    return bases;
  }

  @Override
  public int[] direct(Membership membership) {
    return new int[] {membership.pe()};
  }

  @Override
  public Transport transport(Membership membership) {
    return new SimulatedTransport(simulation, membership.pe(), membership.pe());
  }

  @Override
  public Waiter waiter(
      Membership membership, boolean hasBells, WaitingPe owner, Interceptor interceptor) {
    return new SimulatedWaiter(simulation, interceptor);
  }

  @Override
  public Boards.Maker boards(Membership membership, Waiter waiter, Bells bells) {
    return (number, team, members, self, sequence) ->
        new SimulatedBoard(simulation, number, team, members, self, sequence, waiter);
  }

  @Override
  public void opened(Membership membership, Object what) {
    simulation.opened(membership.pe(), what);
  }

  @Override
  public void isPartOf(Membership membership, Object whole, Object part) {
    simulation.isPartOf(part);
  }

  @Override
  public void closed(Membership membership, Object what) {
    simulation.closed(membership.pe(), what);
  }
}
