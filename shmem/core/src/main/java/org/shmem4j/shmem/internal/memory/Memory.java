package org.shmem4j.shmem.internal.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Every access to mapped memory, by absolute address; the mode is in the name.
 *
 * <p>The segment and the handles are {@code static final}, which the compiler folds: a release
 * store costs 0.7-0.9 ns this way and 2.2-4.2 ns through instance fields. Nothing here checks a
 * range: callers have checked theirs. An access has at most 35 bytes of bytecode, so that C1
 * inlines it; therefore what a mutation does instead is in {@link MutatedMemory}.
 */
public final class Memory {
  /** The whole address space. */
  public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final VarHandle BYTE = JAVA_BYTE.varHandle().withInvokeExactBehavior();
  private static final VarHandle SHORT = JAVA_SHORT.varHandle().withInvokeExactBehavior();
  private static final VarHandle INT = JAVA_INT.varHandle().withInvokeExactBehavior();
  private static final VarHandle LONG = JAVA_LONG.varHandle().withInvokeExactBehavior();

  private Memory() {}

  // Plain: for the owner, ordered by whatever synchronisation surrounds it.

  public static byte getByte(long address) {
    Tracer.load("get", 1, address);
    return (byte) BYTE.get(ALL, address);
  }

  public static void setByte(long address, byte value) {
    Tracer.record("set", 1, address);
    BYTE.set(ALL, address, value);
  }

  public static short getShort(long address) {
    Tracer.load("get", 2, address);
    return (short) SHORT.get(ALL, address);
  }

  public static void setShort(long address, short value) {
    Tracer.record("set", 2, address);
    SHORT.set(ALL, address, value);
  }

  public static int getInt(long address) {
    Tracer.load("get", 4, address);
    return (int) INT.get(ALL, address);
  }

  public static void setInt(long address, int value) {
    Tracer.record("set", 4, address);
    INT.set(ALL, address, value);
  }

  public static long getLong(long address) {
    Tracer.load("get", 8, address);
    return (long) LONG.get(ALL, address);
  }

  public static void setLong(long address, long value) {
    Tracer.record("set", 8, address);
    LONG.set(ALL, address, value);
  }

  // Opaque: in one piece, coherent per location, no order among locations (p and g).

  public static byte getOpaqueByte(long address) {
    Tracer.load("getOpaque", 1, address);
    return (byte) BYTE.getOpaque(ALL, address);
  }

  public static void setOpaqueByte(long address, byte value) {
    Tracer.record("setOpaque", 1, address);
    BYTE.setOpaque(ALL, address, value);
  }

  public static short getOpaqueShort(long address) {
    Tracer.load("getOpaque", 2, address);
    return (short) SHORT.getOpaque(ALL, address);
  }

  public static void setOpaqueShort(long address, short value) {
    Tracer.record("setOpaque", 2, address);
    SHORT.setOpaque(ALL, address, value);
  }

  public static int getOpaqueInt(long address) {
    Tracer.load("getOpaque", 4, address);
    return (int) INT.getOpaque(ALL, address);
  }

  public static void setOpaqueInt(long address, int value) {
    Tracer.record("setOpaque", 4, address);
    INT.setOpaque(ALL, address, value);
  }

  public static long getOpaqueLong(long address) {
    if (MutatedMemory.G) {
      return MutatedMemory.getOpaqueLong(address);
    }
    Tracer.load("getOpaque", 8, address);
    return (long) LONG.getOpaque(ALL, address);
  }

  public static void setOpaqueLong(long address, long value) {
    if (MutatedMemory.P) {
      MutatedMemory.setOpaqueLong(address, value);
      return;
    }
    Tracer.record("setOpaque", 8, address);
    LONG.setOpaque(ALL, address, value);
  }

  /** Loads a cell of 1, 2, 4 or 8 bytes, sign-extended. */
  public static long getOpaque(long address, int width) {
    return switch (width) {
      case Byte.BYTES -> getOpaqueByte(address);
      case Short.BYTES -> getOpaqueShort(address);
      case Integer.BYTES -> getOpaqueInt(address);
      case Long.BYTES -> getOpaqueLong(address);
      default -> throw noSuchWidth(width);
    };
  }

  /** Stores the low bits into a cell of 1, 2, 4 or 8 bytes. */
  public static void setOpaque(long address, int width, long bits) {
    switch (width) {
      case Byte.BYTES -> setOpaqueByte(address, (byte) bits);
      case Short.BYTES -> setOpaqueShort(address, (short) bits);
      case Integer.BYTES -> setOpaqueInt(address, (int) bits);
      case Long.BYTES -> setOpaqueLong(address, bits);
      default -> throw noSuchWidth(width);
    }
  }

  private static IllegalArgumentException noSuchWidth(int width) {
    return new IllegalArgumentException("a cell has 1, 2, 4 or 8 bytes: width=" + width);
  }

  // Acquire and release: publication (signals, tickets, waits).

  public static int getAcquireInt(long address) {
    Tracer.load("getAcquire", 4, address);
    return (int) INT.getAcquire(ALL, address);
  }

  public static long getAcquireLong(long address) {
    Tracer.load("getAcquire", 8, address);
    return (long) LONG.getAcquire(ALL, address);
  }

  public static void setReleaseInt(long address, int value) {
    Tracer.record("setRelease", 4, address);
    INT.setRelease(ALL, address, value);
  }

  public static void setReleaseLong(long address, long value) {
    Tracer.record("setRelease", 8, address);
    LONG.setRelease(ALL, address, value);
  }

  // Volatile: atomics, sequentially consistent among themselves.

  public static int getVolatileInt(long address) {
    if (MutatedMemory.FETCH) {
      return MutatedMemory.getVolatileInt(address);
    }
    Tracer.load("getVolatile", 4, address);
    return (int) INT.getVolatile(ALL, address);
  }

  public static long getVolatileLong(long address) {
    if (MutatedMemory.FETCH) {
      return MutatedMemory.getVolatileLong(address);
    }
    Tracer.load("getVolatile", 8, address);
    return (long) LONG.getVolatile(ALL, address);
  }

  public static void setVolatileInt(long address, int value) {
    if (MutatedMemory.SET) {
      MutatedMemory.setVolatileInt(address, value);
      return;
    }
    Tracer.record("setVolatile", 4, address);
    INT.setVolatile(ALL, address, value);
  }

  public static void setVolatileLong(long address, long value) {
    if (MutatedMemory.SET) {
      MutatedMemory.setVolatileLong(address, value);
      return;
    }
    Tracer.record("setVolatile", 8, address);
    LONG.setVolatile(ALL, address, value);
  }

  public static int compareAndExchangeInt(long address, int expected, int value) {
    if (MutatedMemory.CAS) {
      return MutatedMemory.compareAndExchangeInt(address, expected, value);
    }
    Tracer.record("compareAndExchange", 4, address);
    return (int) INT.compareAndExchange(ALL, address, expected, value);
  }

  public static long compareAndExchangeLong(long address, long expected, long value) {
    if (MutatedMemory.CAS) {
      return MutatedMemory.compareAndExchangeLong(address, expected, value);
    }
    Tracer.recordLong("compareAndExchange", address); // else 37 bytes
    return (long) LONG.compareAndExchange(ALL, address, expected, value);
  }

  public static int getAndSetInt(long address, int value) {
    if (MutatedMemory.SWAP) {
      return MutatedMemory.getAndSetInt(address, value);
    }
    Tracer.record("getAndSet", 4, address);
    return (int) INT.getAndSet(ALL, address, value);
  }

  public static long getAndSetLong(long address, long value) {
    if (MutatedMemory.SWAP) {
      return MutatedMemory.getAndSetLong(address, value);
    }
    Tracer.record("getAndSet", 8, address);
    return (long) LONG.getAndSet(ALL, address, value);
  }

  public static int getAndAddInt(long address, int value) {
    if (MutatedMemory.ADD) {
      return MutatedMemory.getAndAddInt(address, value);
    }
    Tracer.record("getAndAdd", 4, address);
    return (int) INT.getAndAdd(ALL, address, value);
  }

  /** For a mutation. */
  static int getAndAddReleaseInt(long address, int value) {
    Tracer.record("getAndAddRelease", 4, address);
    return (int) INT.getAndAddRelease(ALL, address, value);
  }

  public static long getAndAddLong(long address, long value) {
    if (MutatedMemory.ADD) {
      return MutatedMemory.getAndAddLong(address, value);
    }
    Tracer.record("getAndAdd", 8, address);
    return (long) LONG.getAndAdd(ALL, address, value);
  }

  /** For a mutation. */
  static long getAndAddReleaseLong(long address, long value) {
    Tracer.record("getAndAddRelease", 8, address);
    return (long) LONG.getAndAddRelease(ALL, address, value);
  }

  public static int getAndAndInt(long address, int value) {
    if (MutatedMemory.BITS) {
      return MutatedMemory.getAndAndInt(address, value);
    }
    Tracer.record("getAndAnd", 4, address);
    return (int) INT.getAndBitwiseAnd(ALL, address, value);
  }

  public static long getAndAndLong(long address, long value) {
    if (MutatedMemory.BITS) {
      return MutatedMemory.getAndAndLong(address, value);
    }
    Tracer.record("getAndAnd", 8, address);
    return (long) LONG.getAndBitwiseAnd(ALL, address, value);
  }

  public static int getAndOrInt(long address, int value) {
    if (MutatedMemory.BITS) {
      return MutatedMemory.getAndOrInt(address, value);
    }
    Tracer.record("getAndOr", 4, address);
    return (int) INT.getAndBitwiseOr(ALL, address, value);
  }

  public static long getAndOrLong(long address, long value) {
    if (MutatedMemory.BITS) {
      return MutatedMemory.getAndOrLong(address, value);
    }
    Tracer.record("getAndOr", 8, address);
    return (long) LONG.getAndBitwiseOr(ALL, address, value);
  }

  public static int getAndXorInt(long address, int value) {
    if (MutatedMemory.BITS) {
      return MutatedMemory.getAndXorInt(address, value);
    }
    Tracer.record("getAndXor", 4, address);
    return (int) INT.getAndBitwiseXor(ALL, address, value);
  }

  public static long getAndXorLong(long address, long value) {
    if (MutatedMemory.BITS) {
      return MutatedMemory.getAndXorLong(address, value);
    }
    Tracer.record("getAndXor", 8, address);
    return (long) LONG.getAndBitwiseXor(ALL, address, value);
  }

  // Copies, in any order and in pieces of any size: published by a later release.

  /** Stores zeros. */
  public static void zero(long address, long bytes) {
    Tracer.record("zero", bytes, address);
    ALL.asSlice(address, bytes).fill((byte) 0);
  }

  /** Copies from a segment, which may be {@link #ALL}. */
  public static void copyIn(MemorySegment source, long sourceOffset, long address, long bytes) {
    Tracer.record("copy", bytes, address);
    MemorySegment.copy(source, sourceOffset, ALL, address, bytes);
  }

  /** Copies elements of a Java array. */
  public static void copyIn(
      Object source, int sourceIndex, ValueLayout element, long address, int count) {
    Tracer.record("copy", count * element.byteSize(), address);
    MemorySegment.copy(source, sourceIndex, ALL, element, address, count);
  }

  /** Copies into elements of a Java array. */
  public static void copyOut(
      long address, ValueLayout element, Object target, int targetIndex, int count) {
    Tracer.load("copyOut", count * element.byteSize(), address);
    MemorySegment.copy(ALL, element, address, target, targetIndex, count);
  }

  /** Copies into a segment, which may be {@link #ALL}. */
  public static void copyOut(long address, MemorySegment target, long targetOffset, long bytes) {
    Tracer.load("copyOut", bytes, address);
    MemorySegment.copy(ALL, address, target, targetOffset, bytes);
  }

  // Blocks at equal distances, from and to a segment that may be ALL. One that is a single element
  // is copied in one piece.

  /** Copies blocks from a segment; {@code width} is an element's. */
  public static void copyBlocksIn(
      MemorySegment source,
      long sourceOffset,
      long sourceStride,
      long address,
      long stride,
      int width,
      long blockBytes,
      long blocks) {
    for (long i = 0; i < blocks; i++) {
      long from = sourceOffset + i * sourceStride;
      long to = address + i * stride;
      if (isElement(blockBytes, width)) {
        setOpaque(to, width, get(source, from, width));
      } else {
        copyIn(source, from, to, blockBytes);
      }
    }
  }

  /** Copies blocks into a segment; {@code width} is an element's. */
  public static void copyBlocksOut(
      long address,
      long stride,
      MemorySegment target,
      long targetOffset,
      long targetStride,
      int width,
      long blockBytes,
      long blocks) {
    for (long i = 0; i < blocks; i++) {
      long from = address + i * stride;
      long to = targetOffset + i * targetStride;
      if (isElement(blockBytes, width)) {
        set(target, to, width, getOpaque(from, width));
      } else {
        copyOut(from, target, to, blockBytes);
      }
    }
  }

  /** Whether a block is a single element, so that it is copied in one piece. */
  public static boolean isElement(long blockSize, int elementSize) {
    return blockSize == elementSize && !Mutation.ELEMENT_COPIED.isOn();
  }

  // The compiler takes the question for ALL out of the loops: then they are ten times as fast.

  @SuppressWarnings({"MemorySegmentReferenceEquality", "ReferenceEquality"}) // it is a constant
  private static boolean isAll(MemorySegment segment) {
    return segment == ALL;
  }

  /** Loads a cell of 1, 2, 4 or 8 bytes from a segment, which may be {@link #ALL}. */
  public static long get(MemorySegment source, long offset, int width) {
    return isAll(source)
        ? getOpaque(offset, width)
        : switch (width) {
          case Byte.BYTES -> source.get(JAVA_BYTE, offset);
          case Short.BYTES -> source.get(JAVA_SHORT_UNALIGNED, offset);
          case Integer.BYTES -> source.get(JAVA_INT_UNALIGNED, offset);
          case Long.BYTES -> source.get(JAVA_LONG_UNALIGNED, offset);
          default -> throw noSuchWidth(width);
        };
  }

  /** Stores the low bits into a cell of a segment, which may be {@link #ALL}. */
  public static void set(MemorySegment target, long offset, int width, long bits) {
    if (isAll(target)) {
      setOpaque(offset, width, bits);
      return;
    }
    switch (width) {
      case Byte.BYTES -> target.set(JAVA_BYTE, offset, (byte) bits);
      case Short.BYTES -> target.set(JAVA_SHORT_UNALIGNED, offset, (short) bits);
      case Integer.BYTES -> target.set(JAVA_INT_UNALIGNED, offset, (int) bits);
      case Long.BYTES -> target.set(JAVA_LONG_UNALIGNED, offset, bits);
      default -> throw noSuchWidth(width);
    }
  }

  // Fences.

  /** Orders all earlier accesses before later stores. */
  public static void releaseFence() {
    if (Mutation.FENCE_NONE.isOn()) {
      return;
    }
    Tracer.record("releaseFence", 0, 0);
    VarHandle.releaseFence();
  }

  /** Orders all earlier accesses before all later ones. */
  public static void fullFence() {
    Tracer.record("fullFence", 0, 0);
    VarHandle.fullFence();
  }

  /** A full fence, unless a mutation leaves it out. */
  public static void fullFenceUnless(Mutation missing) {
    if (!missing.isOn()) {
      fullFence();
    }
  }

  /** What quiet is where every access has been made. */
  public static void quietFence() {
    if (Mutation.QUIET_RELEASE.isOn()) {
      releaseFence();
    } else {
      fullFenceUnless(Mutation.QUIET_NONE);
    }
  }

  /** A release store, opaque with a mutation. */
  public static void setReleaseLongUnless(Mutation opaque, long address, long value) {
    if (opaque.isOn()) {
      setOpaqueLong(address, value);
    } else {
      setReleaseLong(address, value);
    }
  }

  /** An acquiring load, opaque with a mutation. */
  public static long getAcquireLongUnless(Mutation opaque, long address) {
    return opaque.isOn() ? getOpaqueLong(address) : getAcquireLong(address);
  }

  /** An acquiring load, opaque with a mutation. */
  public static int getAcquireIntUnless(Mutation opaque, long address) {
    return opaque.isOn() ? getOpaqueInt(address) : getAcquireInt(address);
  }
}
