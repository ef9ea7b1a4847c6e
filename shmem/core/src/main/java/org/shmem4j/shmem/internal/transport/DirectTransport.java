package org.shmem4j.shmem.internal.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.sync.Bells;

/**
 * The simplest transport: it reaches all PEs through the mappings of their heaps. For operations
 * that somebody looks on, and for tests of what goes through a transport.
 */
public class DirectTransport implements Transport {
  private final Membership membership;
  private final Bells bells;

  /** Creates a PE's. */
  public DirectTransport(Membership membership) {
    this.membership = membership;
    this.bells = membership.control().spec().maySleep() ? new Bells(membership.control()) : null;
  }

  private long address(int pe, long offset) {
    return membership.heaps().get(pe).segment().address() + offset;
  }

  private void ring(int pe, long offset) {
    if (bells != null) {
      bells.ring(pe, offset);
    }
  }

  @Override
  public void put(int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    Memory.copyIn(source, sourceOffset, address(pe, offset), bytes);
  }

  @Override
  public void get(int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    Memory.copyOut(address(pe, offset), target, targetOffset, bytes);
  }

  @Override
  public void store(int pe, long offset, int width, long bits) {
    Memory.setOpaque(address(pe, offset), width, bits);
    ring(pe, offset);
  }

  @Override
  public long load(int pe, long offset, int width) {
    return Memory.getOpaque(address(pe, offset), width);
  }

  @Override
  public long atomic(AtomicOp op, int pe, long offset, int width, long operand, long expected) {
    long address = address(pe, offset);
    long old =
        switch (width) {
          case 4 -> atomicInt(op, address, (int) operand, (int) expected);
          case 8 -> atomicLong(op, address, operand, expected);
          default -> throw new IllegalArgumentException("width=" + width);
        };
    if (op != AtomicOp.FETCH) {
      ring(pe, offset);
    }
    return old;
  }

  private static int atomicInt(AtomicOp op, long address, int operand, int expected) {
    return switch (op) {
      case FETCH -> Memory.getVolatileInt(address);
      case SET, SWAP -> Memory.getAndSetInt(address, operand);
      case COMPARE_SWAP -> Memory.compareAndExchangeInt(address, expected, operand);
      case ADD -> Memory.getAndAddInt(address, operand);
      case AND -> Memory.getAndAndInt(address, operand);
      case OR -> Memory.getAndOrInt(address, operand);
      case XOR -> Memory.getAndXorInt(address, operand);
      case ADD_FLOATING, MIN, MAX, MIN_FLOATING, MAX_FLOATING -> {
        while (true) {
          int old = Memory.getVolatileInt(address);
          if (Memory.compareAndExchangeInt(address, old, op.apply(old, operand, 0)) == old
              || isLost(op)) {
            yield old;
          }
        }
      }
    };
  }

  private static boolean isLost(AtomicOp op) {
    return op == AtomicOp.ADD_FLOATING
        ? Mutation.FLOATING_ADD_LOST.isOn()
        : Mutation.EXTREME_LOST.isOn();
  }

  private static long atomicLong(AtomicOp op, long address, long operand, long expected) {
    return switch (op) {
      case FETCH -> Memory.getVolatileLong(address);
      case SET, SWAP -> Memory.getAndSetLong(address, operand);
      case COMPARE_SWAP -> Memory.compareAndExchangeLong(address, expected, operand);
      case ADD -> Memory.getAndAddLong(address, operand);
      case AND -> Memory.getAndAndLong(address, operand);
      case OR -> Memory.getAndOrLong(address, operand);
      case XOR -> Memory.getAndXorLong(address, operand);
      case ADD_FLOATING, MIN, MAX, MIN_FLOATING, MAX_FLOATING -> {
        while (true) {
          long old = Memory.getVolatileLong(address);
          if (Memory.compareAndExchangeLong(address, old, op.apply(old, operand, 0)) == old
              || isLost(op)) {
            yield old;
          }
        }
      }
    };
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
    signalBefore(pe, signalOffset, op, value);
    put(pe, offset, source, sourceOffset, bytes);
    signalAfter(pe, signalOffset, op, value);
  }

  /** Comes before the data, which is wrong and a mutation. */
  private void signalBefore(int pe, long signalOffset, SignalOp op, long value) {
    if (Mutation.SIGNAL_BEFORE_DATA.isOn()) {
      signal(pe, signalOffset, op, value);
    }
  }

  private void signalAfter(int pe, long signalOffset, SignalOp op, long value) {
    if (!Mutation.SIGNAL_BEFORE_DATA.isOn()) {
      signal(pe, signalOffset, op, value);
    }
  }

  @Override
  public void signal(int pe, long signalOffset, SignalOp op, long value) {
    long address = address(pe, signalOffset);
    switch (op) {
      case SET -> Memory.setReleaseLongUnless(Mutation.SIGNAL_OPAQUE, address, value);
      case ADD -> {
        var _ = Memory.getAndAddLong(address, value);
      }
    }
    ring(pe, signalOffset);
  }

  @Override
  public Completion putNbi(
      int pe, long offset, MemorySegment source, long sourceOffset, long bytes) {
    put(pe, offset, source, sourceOffset, bytes);
    return Completion.DONE;
  }

  @Override
  public Completion getNbi(
      int pe, long offset, MemorySegment target, long targetOffset, long bytes) {
    get(pe, offset, target, targetOffset, bytes);
    return Completion.DONE;
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
    putSignal(pe, offset, source, sourceOffset, bytes, signalOffset, op, value);
    return Completion.DONE;
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
    long old = atomic(op, pe, offset, width, operand, expected);
    if (width == Integer.BYTES) {
      fetched.set(ValueLayout.JAVA_INT_UNALIGNED, fetchedOffset, (int) old);
    } else {
      fetched.set(ValueLayout.JAVA_LONG_UNALIGNED, fetchedOffset, old);
    }
    return Completion.DONE;
  }

  @Override
  public void fence() {
    Memory.releaseFence();
  }

  @Override
  public void quiet() {
    Memory.quietFence();
  }

  @Override
  public void fence(int pe) {
    Memory.releaseFence();
  }

  @Override
  public void quiet(int pe) {
    Memory.quietFence();
  }

  /** Nothing is ever on its way here, so one stream is as good as many. */
  @Override
  public Transport newStream(boolean ordersStores) {
    return this;
  }
}
