package org.shmem4j.shmem;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.transport.DirectTransport;
import org.shmem4j.shmem.internal.transport.Transport;

/** Reaches all PEs, but puts arrive as late as they may: when quiet is called. */
final class LateTransport extends DirectTransport {
  private final Membership membership;
  private final List<Runnable> late = new ArrayList<>();

  LateTransport(Membership membership) {
    super(membership);
    this.membership = membership;
  }

  @Override
  public synchronized void put(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
    MemorySegment.copy(source, sourceOffset, copy, 0, bytes);
    late.add(() -> super.put(pe, offset, copy, 0, bytes));
  }

  @Override
  public synchronized void quiet() {
    late.forEach(Runnable::run);
    late.clear();
    super.quiet();
  }

  @Override
  public Transport newStream(boolean ordersStores) {
    return new LateTransport(membership);
  }
}
