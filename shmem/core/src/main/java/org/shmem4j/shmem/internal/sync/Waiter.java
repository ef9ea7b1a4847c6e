package org.shmem4j.shmem.internal.sync;

import java.util.concurrent.atomic.AtomicReference;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.Interceptor.Operation;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.memory.Tracer;

/** Waits until a cell of this PE's heap holds what is awaited. */
public abstract class Waiter {
  /** For waits without a deadline. */
  public static final long FOREVER = Long.MAX_VALUE;

  /** 2^32 by the golden ratio: its multiples spread evenly, however many are skipped each time. */
  private static final int STRIDE = Mutation.WAIT_ANY_START.isOn() ? 0 : 0x9E37_79B9;

  private final Interceptor interceptor;
  private final AtomicReference<CellSet> spare = new AtomicReference<>();

  /** Moves where searches start; no harm is done if two threads take the same. */
  private int turn;

  /** Creates a PE's; the interceptor is told of waits and collectives, null if nobody is. */
  protected Waiter(Interceptor interceptor) {
    this.interceptor = interceptor;
  }

  /**
   * Waits for a cell of this PE's heap.
   *
   * @param object and {@code index} name the cell to people
   * @param deadline by {@link Tracer#nanoTime}, or {@link #FOREVER}
   * @return the content that ended the wait
   */
  public final long until(
      SymmetricObject object,
      long index,
      long address,
      int width,
      Compare compare,
      long value,
      long key,
      long deadline) {
    long begun = waitBegins(width);
    try {
      return await(object, index, address, width, compare, value, key, deadline);
    } finally {
      waitEnds(width, begun);
    }
  }

  /** Does what {@link #until} says. */
  protected abstract long await(
      SymmetricObject object,
      long index,
      long address,
      int width,
      Compare compare,
      long value,
      long key,
      long deadline);

  /**
   * Looks once. A loop of tests must end as a wait does, so one that fails looks at the job too.
   */
  public abstract boolean test(
      SymmetricObject object,
      long index,
      long address,
      int width,
      Compare compare,
      long value,
      long key);

  /** Waits until each cell of a set has been seen to hold. */
  public final void all(CellSet set, long deadline) {
    long bytes = set.byteSize();
    long begun = waitBegins(bytes);
    try {
      awaitAll(set, deadline);
    } finally {
      waitEnds(bytes, begun);
    }
  }

  /** Does what {@link #all} says. */
  protected abstract void awaitAll(CellSet set, long deadline);

  /** Waits until a cell of a set, which is not empty, holds; returns which. */
  public final int any(CellSet set, long deadline) {
    long bytes = set.byteSize();
    long begun = waitBegins(bytes);
    try {
      return awaitAny(set, deadline);
    } finally {
      waitEnds(bytes, begun);
    }
  }

  /** Does what {@link #any} says. */
  protected abstract int awaitAny(CellSet set, long deadline);

  /** Looks once whether all cells of a set hold, and at the job if they do not. */
  public abstract boolean testAll(CellSet set);

  /**
   * Looks once for a cell of a set, which is not empty, that holds, and at the job if none does.
   */
  public abstract int testAny(CellSet set);

  /** Tells the interceptor of a wait; returns what it makes of it. */
  private long waitBegins(long bytes) {
    return interceptor == null ? 0 : interceptor.begins(Operation.WAIT, Interceptor.NO_PE, bytes);
  }

  /** Tells the interceptor that a wait has ended, well or not. */
  private void waitEnds(long bytes, long begun) {
    if (interceptor != null) {
      interceptor.ends(Operation.WAIT, Interceptor.NO_PE, bytes, begun);
    }
  }

  /** Tells the interceptor that this PE is about to meet others; returns what it makes of it. */
  final long meetingBegins(Operation meeting) {
    return interceptor == null ? 0 : interceptor.begins(meeting, Interceptor.NO_PE, 0);
  }

  /** Tells the interceptor that this PE has met others, or failed to. */
  final void meetingEnds(Operation meeting, long begun) {
    if (interceptor != null) {
      interceptor.ends(meeting, Interceptor.NO_PE, 0, begun);
    }
  }

  /**
   * A set of cells for a call to fill; the call's last step gives it back.
   *
   * @param heap base address of this PE's heap
   */
  public final CellSet cells(long heap) {
    CellSet set = spare.getAndSet(null);
    return (set == null ? new CellSet(this) : set).in(heap);
  }

  final void giveBack(CellSet set) {
    spare.setRelease(set);
  }

  /** Where a search through {@code count} cells starts, so that each comes first now and then. */
  final int nextStart(int count) {
    turn += STRIDE;
    return (int) ((Integer.toUnsignedLong(turn) * count) >>> Integer.SIZE);
  }

  /** Reads a cell of 4 or 8 bytes with acquire. */
  public static long read(long address, int width) {
    return width == Long.BYTES
        ? Memory.getAcquireLongUnless(Mutation.WAIT_OPAQUE, address)
        : Memory.getAcquireIntUnless(Mutation.WAIT_OPAQUE, address);
  }
}
