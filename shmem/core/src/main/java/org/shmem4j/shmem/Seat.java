package org.shmem4j.shmem;

import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.fabric.Fabric;
import org.shmem4j.shmem.internal.fabric.Seats;
import org.shmem4j.shmem.internal.fabric.SharedMemory;

/**
 * Where a PE sits, whether it has joined its job or not: this process, or one of its threads and
 * those that it starts. Counts how often the PE has been initialised.
 */
final class Seat {
  private static final Seat OF_PROCESS = new Seat(null, SharedMemory.DIRECT);
  private static final InheritableThreadLocal<Seat> OF_THREAD = new InheritableThreadLocal<>();

  private final Fabric fabric;
  private Membership membership;
  private Shmem shmem;
  private int inits;

  private Seat(Membership membership, Fabric fabric) {
    this.membership = membership;
    this.fabric = fabric;
  }

  /** Makes threads PEs for who runs them. */
  static final class OfThread implements Seats.Taker {
    @Override
    public void take(Membership membership, Fabric fabric) {
      var _ = Seat.take(membership, fabric);
    }
  }

  /** The calling thread's. */
  static Seat current() {
    Seat ofThread = OF_THREAD.get();
    return ofThread == null ? OF_PROCESS : ofThread;
  }

  /** Makes the calling thread a PE. */
  static Seat take(Membership membership, Fabric fabric) {
    Seat seat = new Seat(membership, fabric);
    OF_THREAD.set(seat);
    return seat;
  }

  /** Joins the job, if that has not been done. */
  synchronized Shmem join() {
    if (isInitialized()) {
      inits++;
      return shmem;
    }
    if (membership == null) {
      membership = Membership.join();
    } else if (shmem != null) {
      membership.rejoin();
    }
    shmem = new Shmem(membership, fabric, this, shmem);
    inits = 1;
    return shmem;
  }

  /** Whether it takes only one more {@link #takeBack} for the PE to leave the job. */
  synchronized boolean isLast() {
    return inits <= 1;
  }

  /** Leaves one initialisation to take back. */
  synchronized void forgetInnerInits() {
    inits = Math.min(1, inits);
  }

  /** Takes one initialisation back. */
  synchronized void takeBack() {
    inits = Math.max(0, inits - 1);
  }

  /** Whether the PE shares its process with others. */
  boolean isThread() {
    return this != OF_PROCESS;
  }

  synchronized boolean isInitialized() {
    return shmem != null && !shmem.isClosed();
  }
}
