package org.shmem4j.shmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.SignalOp;

/**
 * The way to a PE whose heap this JVM cannot load from and store to.
 *
 * <p>Addresses are (PE, byte offset in its heap); arguments have been checked. Cells are 1, 2, 4 or
 * 8 bytes, naturally aligned, and travel as the low bits of a long. An instance is one stream of
 * operations: {@link #fence} and {@link #quiet} speak of the operations issued through it only.
 * What ends in {@code Nbi} may leave its segment alone or use it, in any thread, until its
 * completion or quiet; it makes progress without further calls. Semantics are those of OpenSHMEM
 * 1.6; {@code TransportContract} in the tests holds every implementation to them.
 */
public interface Transport {
  /** Copies into a PE's heap; returns when the source may be reused. */
  void put(int pe, long offset, MemorySegment source, long sourceOffset, long bytes);

  /** Copies from a PE's heap; returns when the data has arrived. */
  void get(int pe, long offset, MemorySegment target, long targetOffset, long bytes);

  /** Stores one cell in one piece (p). */
  void store(int pe, long offset, int width, long bits);

  /** Loads one cell in one piece, sign-extended (g). */
  long load(int pe, long offset, int width);

  /**
   * Changes a cell of 4 or 8 bytes atomically; returns its old value, sign-extended; SET may return
   * anything. It is done when this returns, which makes atomics sequentially consistent among
   * themselves.
   */
  long atomic(AtomicOp op, int pe, long offset, int width, long operand, long expected);

  /** Puts, then changes a signal; who sees the signal sees the data. */
  void putSignal(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value);

  /** Changes a signal; two may arrive in any order unless a fence is between. */
  void signal(int pe, long signalOffset, SignalOp op, long value);

  /** As {@link #put}, without waiting for anything. */
  Completion putNbi(int pe, long offset, MemorySegment source, long sourceOffset, long bytes);

  /** As {@link #get}, without waiting for anything; no fence orders it. */
  Completion getNbi(int pe, long offset, MemorySegment target, long targetOffset, long bytes);

  /** As {@link #putSignal}, without waiting for anything. */
  Completion putSignalNbi(
      int pe,
      long offset,
      MemorySegment source,
      long sourceOffset,
      long bytes,
      long signalOffset,
      SignalOp op,
      long value);

  /**
   * As {@link #atomic}, without waiting for anything; the old value becomes a cell of {@code
   * fetched}.
   */
  Completion atomicNbi(
      AtomicOp op,
      int pe,
      long offset,
      int width,
      long operand,
      long expected,
      MemorySegment fetched,
      long fetchedOffset);

  /** Orders what was issued before it ahead of what follows, for each PE; gets are not ordered. */
  void fence();

  /** As {@link #fence()}, for one PE. */
  void fence(int pe);

  /** Returns when all that was issued before it is visible at its target. */
  void quiet();

  /** As {@link #quiet()}, for what was issued to one PE. */
  void quiet(int pe);

  /**
   * A further stream to the same PEs, whose fence and quiet wait for no other's operations.
   *
   * @param ordersStores whether its fence and quiet must order this PE's plain stores, too
   */
  Transport newStream(boolean ordersStores);

  /** Gives up this stream. It is quiet unless a PE has failed; then nobody waits for the rest. */
  default void close() {}
}
