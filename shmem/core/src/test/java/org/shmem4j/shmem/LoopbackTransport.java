package org.shmem4j.shmem;

import java.lang.foreign.MemorySegment;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.sync.Bells;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.Transport;

/** The simplest transport: it reaches all PEs through the mappings of their heaps. */
class LoopbackTransport implements Transport {
  private final Membership membership;
  private final Bells bells;

  LoopbackTransport(Membership membership) {
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
    long address = address(pe, offset);
    switch (width) {
      case 1 -> Memory.setOpaqueByte(address, (byte) bits);
      case 2 -> Memory.setOpaqueShort(address, (short) bits);
      case 4 -> Memory.setOpaqueInt(address, (int) bits);
      case 8 -> Memory.setOpaqueLong(address, bits);
      default -> throw new IllegalArgumentException("width=" + width);
    }
    ring(pe, offset);
  }

  @Override
  public long load(int pe, long offset, int width) {
    long address = address(pe, offset);
    return switch (width) {
      case 1 -> Memory.getOpaqueByte(address);
      case 2 -> Memory.getOpaqueShort(address);
      case 4 -> Memory.getOpaqueInt(address);
      case 8 -> Memory.getOpaqueLong(address);
      default -> throw new IllegalArgumentException("width=" + width);
    };
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
      case ADD_FLOATING -> {
        while (true) {
          int old = Memory.getVolatileInt(address);
          float sum = Float.intBitsToFloat(old) + Float.intBitsToFloat(operand);
          if (Memory.compareAndExchangeInt(address, old, Float.floatToRawIntBits(sum)) == old) {
            yield old;
          }
        }
      }
    };
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
      case ADD_FLOATING -> {
        while (true) {
          long old = Memory.getVolatileLong(address);
          double sum = Double.longBitsToDouble(old) + Double.longBitsToDouble(operand);
          if (Memory.compareAndExchangeLong(address, old, Double.doubleToRawLongBits(sum)) == old) {
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
    put(pe, offset, source, sourceOffset, bytes);
    signal(pe, signalOffset, op, value);
  }

  @Override
  public void signal(int pe, long signalOffset, SignalOp op, long value) {
    long address = address(pe, signalOffset);
    switch (op) {
      case SET -> Memory.setReleaseLong(address, value);
      case ADD -> {
        long ignored = Memory.getAndAddLong(address, value);
      }
    }
    ring(pe, signalOffset);
  }

  @Override
  public void fence() {
    Memory.releaseFence();
  }

  @Override
  public void quiet() {
    Memory.fullFence();
  }

  @Override
  public void fence(int pe) {
    Memory.releaseFence();
  }

  @Override
  public void quiet(int pe) {
    Memory.fullFence();
  }

  @Override
  public Transport newStream() {
    return new LoopbackTransport(membership);
  }
}
