package org.shmem4j.shmem.internal.fabric;

import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.sync.Bells;
import org.shmem4j.shmem.internal.sync.Boards;
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.internal.sync.WaitingPe;
import org.shmem4j.shmem.internal.transport.Transport;

/** What lies between the PEs of a job: how each reaches the others, waits for them, meets them. */
public interface Fabric {
  /** The numbers of all PEs. Whoever gets it must not change it. */
  int[] everybody(Membership membership);

  /**
   * Base addresses of the heaps that a PE can load from and store to, 0 for those that the
   * transport reaches. Whoever gets it must not change it.
   */
  long[] bases(Membership membership);

  /**
   * The numbers of the PEs whose heaps a PE can load from and store to, its own among them, in
   * rising order. Whoever gets it must not change it.
   */
  int[] direct(Membership membership);

  /** The stream of a PE's default context. */
  Transport transport(Membership membership);

  /**
   * What a PE waits with.
   *
   * @param hasBells whether notifiers ring
   * @param owner the PE
   * @param interceptor is told of waits and collectives; null if nobody is
   */
  Waiter waiter(Membership membership, boolean hasBells, WaitingPe owner, Interceptor interceptor);

  /** Where a PE meets others; {@code bells} is null if nobody sleeps. */
  Boards.Maker boards(Membership membership, Waiter waiter, Bells bells);

  /** A PE's program has opened an object, a context or a team. */
  default void opened(Membership membership, Object what) {}

  /** What was opened is a part of another object, with which it is closed. */
  default void isPartOf(Membership membership, Object whole, Object part) {}

  /** A PE's program has closed it. */
  default void closed(Membership membership, Object what) {}
}
