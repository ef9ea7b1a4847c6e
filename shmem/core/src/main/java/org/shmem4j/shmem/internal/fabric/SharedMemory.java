package org.shmem4j.shmem.internal.fabric;

import java.util.function.Function;
import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.sync.Bells;
import org.shmem4j.shmem.internal.sync.Boards;
import org.shmem4j.shmem.internal.sync.ControlBoard;
import org.shmem4j.shmem.internal.sync.SpinningWaiter;
import org.shmem4j.shmem.internal.sync.TicketBoard;
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.internal.sync.WaitingPe;
import org.shmem4j.shmem.internal.transport.NoTransport;
import org.shmem4j.shmem.internal.transport.Transport;

/** Mapped heaps and a mapped control file. */
public final class SharedMemory implements Fabric {
  /** Every PE loads and stores every heap. */
  public static final SharedMemory DIRECT = new SharedMemory(null);

  private final Function<Membership, Transport> transports;

  private SharedMemory(Function<Membership, Transport> transports) {
    this.transports = transports;
  }

  /** Every PE reaches every heap, also its own, by a transport; for tests of that seam. */
  public static SharedMemory reachedBy(Function<Membership, Transport> transports) {
    return new SharedMemory(transports);
  }

  @Override
  public int[] everybody(Membership membership) {
    int[] all = new int[membership.control().spec().pes()];
    for (int i = 0; i < all.length; i++) {
      all[i] = i;
    }
    return all;
  }

  @Override
  public long[] bases(Membership membership) {
    long[] bases = new long[membership.control().spec().pes()];
    for (int i = 0; transports == null && i < bases.length; i++) {
      bases[i] = membership.heaps().get(i).segment().address();
    }
    return bases;
  }

  @Override
  public int[] direct(Membership membership) {
    return transports == null ? everybody(membership) : new int[] {membership.pe()};
  }

  @Override
  public Transport transport(Membership membership) {
    return transports == null ? NoTransport.INSTANCE : transports.apply(membership);
  }

  @Override
  public Waiter waiter(
      Membership membership, boolean hasBells, WaitingPe owner, Interceptor interceptor) {
    return new SpinningWaiter(
        membership.control(), membership.pe(), membership.liveness(), hasBells, owner, interceptor);
  }

  @Override
  public Boards.Maker boards(Membership membership, Waiter waiter, Bells bells) {
    return new ControlBoards(membership, (SpinningWaiter) waiter, bells);
  }

  // No lambda: each program comes by here, and its start would pay for the first one.
  private record ControlBoards(Membership membership, SpinningWaiter waiter, Bells bells)
      implements Boards.Maker {
    @Override
    public TicketBoard make(int number, String team, int[] members, int self, long sequence) {
      return new ControlBoard(
          membership.control(), number, team, members, self, sequence, waiter, bells);
    }
  }
}
