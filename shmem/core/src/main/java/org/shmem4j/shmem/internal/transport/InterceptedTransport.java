package org.shmem4j.shmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.Interceptor.Operation;
import org.shmem4j.shmem.SignalOp;

/** Tells an interceptor of each operation, and passes it on. */
public final class InterceptedTransport implements Transport {
  private final Transport next;
  private final Interceptor interceptor;

  /** Creates one. */
  public InterceptedTransport(Transport next, Interceptor interceptor) {
    this.next = next;
    this.interceptor = interceptor;
  }

  @Override
  public void put(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    long begun = interceptor.begins(Operation.PUT, pe, bytes);
    try {
      next.put(pe, offset, source, sourceOffset, bytes);
    } finally {
      interceptor.ends(Operation.PUT, pe, bytes, begun);
    }
  }

  @Override
  public void get(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    long begun = interceptor.begins(Operation.GET, pe, bytes);
    try {
      next.get(pe, offset, target, targetOffset, bytes);
    } finally {
      interceptor.ends(Operation.GET, pe, bytes, begun);
    }
  }

  @Override
  public void store(int pe, long offset, int width, long bits) {
    long begun = interceptor.begins(Operation.P, pe, width);
    try {
      next.store(pe, offset, width, bits);
    } finally {
      interceptor.ends(Operation.P, pe, width, begun);
    }
  }

  @Override
  public long load(int pe, long offset, int width) {
    long begun = interceptor.begins(Operation.G, pe, width);
    try {
      return next.load(pe, offset, width);
    } finally {
      interceptor.ends(Operation.G, pe, width, begun);
    }
  }

  @Override
  public long atomic(AtomicOp op, int pe, long offset, int width, long operand, long expected) {
    long begun = interceptor.begins(Operation.ATOMIC, pe, width);
    try {
      return next.atomic(op, pe, offset, width, operand, expected);
    } finally {
      interceptor.ends(Operation.ATOMIC, pe, width, begun);
    }
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
    long begun = interceptor.begins(Operation.PUT_SIGNAL, pe, bytes);
    try {
      next.putSignal(pe, offset, source, sourceOffset, bytes, signalOffset, op, value);
    } finally {
      interceptor.ends(Operation.PUT_SIGNAL, pe, bytes, begun);
    }
  }

  @Override
  public void signal(int pe, long signalOffset, SignalOp op, long value) {
    long begun = interceptor.begins(Operation.SIGNAL, pe, Long.BYTES);
    try {
      next.signal(pe, signalOffset, op, value);
    } finally {
      interceptor.ends(Operation.SIGNAL, pe, Long.BYTES, begun);
    }
  }

  @Override
  public Completion putNbi(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    long begun = interceptor.begins(Operation.PUT, pe, bytes);
    try {
      return next.putNbi(pe, offset, source, sourceOffset, bytes);
    } finally {
      interceptor.ends(Operation.PUT, pe, bytes, begun);
    }
  }

  @Override
  public Completion getNbi(
      int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    long begun = interceptor.begins(Operation.GET, pe, bytes);
    try {
      return next.getNbi(pe, offset, target, targetOffset, bytes);
    } finally {
      interceptor.ends(Operation.GET, pe, bytes, begun);
    }
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
    long begun = interceptor.begins(Operation.PUT_SIGNAL, pe, bytes);
    try {
      return next.putSignalNbi(pe, offset, source, sourceOffset, bytes, signalOffset, op, value);
    } finally {
      interceptor.ends(Operation.PUT_SIGNAL, pe, bytes, begun);
    }
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
    long begun = interceptor.begins(Operation.ATOMIC, pe, width);
    try {
      return next.atomicNbi(op, pe, offset, width, operand, expected, fetched, fetchedOffset);
    } finally {
      interceptor.ends(Operation.ATOMIC, pe, width, begun);
    }
  }

  @Override
  public void fence() {
    fence(Interceptor.NO_PE);
  }

  @Override
  public void fence(int pe) {
    long begun = interceptor.begins(Operation.FENCE, pe, 0);
    try {
      if (pe == Interceptor.NO_PE) {
        next.fence();
      } else {
        next.fence(pe);
      }
    } finally {
      interceptor.ends(Operation.FENCE, pe, 0, begun);
    }
  }

  @Override
  public void quiet() {
    quiet(Interceptor.NO_PE);
  }

  @Override
  public void quiet(int pe) {
    long begun = interceptor.begins(Operation.QUIET, pe, 0);
    try {
      if (pe == Interceptor.NO_PE) {
        next.quiet();
      } else {
        next.quiet(pe);
      }
    } finally {
      interceptor.ends(Operation.QUIET, pe, 0, begun);
    }
  }

  @Override
  public Transport newStream(boolean ordersStores) {
    return new InterceptedTransport(next.newStream(ordersStores), interceptor);
  }

  @Override
  public void close() {
    next.close();
  }
}
