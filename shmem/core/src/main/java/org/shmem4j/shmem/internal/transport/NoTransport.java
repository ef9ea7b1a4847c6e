package org.shmem4j.shmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.SignalOp;

/** For jobs whose PEs are all direct: there is nobody to reach and nothing to order. */
public final class NoTransport implements Transport {
  /** The only one. */
  public static final NoTransport INSTANCE = new NoTransport();

  private NoTransport() {}

  private static IllegalStateException unreachable(int pe) {
    return new IllegalStateException("this job has no remote PEs: pe=" + pe);
  }

  @Override
  public void put(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    throw unreachable(pe);
  }

  @Override
  public void get(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    throw unreachable(pe);
  }

  @Override
  public void store(int pe, long offset, int width, long bits) {
    throw unreachable(pe);
  }

  @Override
  public long load(int pe, long offset, int width) {
    throw unreachable(pe);
  }

  @Override
  public long atomic(AtomicOp op, int pe, long offset, int width, long operand, long expected) {
    throw unreachable(pe);
  }

  @Override
  public void putSignal(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value) {
    throw unreachable(pe);
  }

  @Override
  public void signal(int pe, long signalOffset, SignalOp op, long value) {
    throw unreachable(pe);
  }

  @Override
  public Completion putNbi(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    throw unreachable(pe);
  }

  @Override
  public Completion getNbi(
      int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    throw unreachable(pe);
  }

  @Override
  public Completion putSignalNbi(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value) {
    throw unreachable(pe);
  }

  @Override
  public Completion atomicNbi(
      AtomicOp op,
      int pe,
      long offset,
      int width,
      long operand,
      long expected,
      MemorySegment fetched,
      long fetchedOffset) {
    throw unreachable(pe);
  }

  @Override
  public void fence() {}

  @Override
  public void quiet() {}

  @Override
  public void fence(int pe) {}

  @Override
  public void quiet(int pe) {}

  @Override
  public Transport newStream(boolean ordersStores) {
    return this;
  }
}
