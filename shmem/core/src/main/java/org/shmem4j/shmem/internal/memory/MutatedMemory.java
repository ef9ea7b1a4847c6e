package org.shmem4j.shmem.internal.memory;

import java.util.function.LongUnaryOperator;

/**
 * What methods of {@link Memory} do instead with a mutation of theirs.
 *
 * <p>A constant for each kind says whether {@code Memory} comes here. It comes only then.
 */
final class MutatedMemory {
  static final boolean P = Mutation.P_PLAIN.isOn() || Mutation.P_HALVES.isOn();
  static final boolean G = Mutation.G_PLAIN.isOn() || Mutation.G_HALVES.isOn();
  static final boolean FETCH = Mutation.ATOMIC_FETCH_OPAQUE.isOn();
  static final boolean SET = Mutation.ATOMIC_SET_RELEASE.isOn();
  static final boolean CAS = Mutation.CAS_SPLIT.isOn();
  static final boolean SWAP = Mutation.SWAP_SPLIT.isOn();
  static final boolean ADD = Mutation.ADD_SPLIT.isOn() || Mutation.ADD_RELEASE.isOn();
  static final boolean BITS = Mutation.BITS_SPLIT.isOn();

  private MutatedMemory() {}

  // Plain, or in halves.

  static long getOpaqueLong(long address) {
    if (Mutation.G_PLAIN.isOn()) {
      return Memory.getLong(address);
    }
    long low = Integer.toUnsignedLong(Memory.getOpaqueInt(address));
    return low | (long) Memory.getOpaqueInt(address + Integer.BYTES) << Integer.SIZE;
  }

  static void setOpaqueLong(long address, long value) {
    if (Mutation.P_PLAIN.isOn()) {
      Memory.setLong(address, value);
      return;
    }
    Memory.setOpaqueInt(address, (int) value);
    Memory.setOpaqueInt(address + Integer.BYTES, (int) (value >> Integer.SIZE));
  }

  // Weaker.

  static int getVolatileInt(long address) {
    return Memory.getOpaqueInt(address);
  }

  static long getVolatileLong(long address) {
    return Memory.getOpaqueLong(address);
  }

  static void setVolatileInt(long address, int value) {
    Memory.setReleaseInt(address, value);
  }

  static void setVolatileLong(long address, long value) {
    Memory.setReleaseLong(address, value);
  }

  static int getAndAddInt(long address, int value) {
    return Mutation.ADD_RELEASE.isOn()
        ? Memory.getAndAddReleaseInt(address, value)
        : (int) split(address, Integer.BYTES, old -> old + value);
  }

  static long getAndAddLong(long address, long value) {
    return Mutation.ADD_RELEASE.isOn()
        ? Memory.getAndAddReleaseLong(address, value)
        : split(address, Long.BYTES, old -> old + value);
  }

  // In two steps.

  static int compareAndExchangeInt(long address, int expected, int value) {
    return (int) split(address, Integer.BYTES, old -> old == expected ? value : old);
  }

  static long compareAndExchangeLong(long address, long expected, long value) {
    return split(address, Long.BYTES, old -> old == expected ? value : old);
  }

  static int getAndSetInt(long address, int value) {
    return (int) split(address, Integer.BYTES, old -> value);
  }

  static long getAndSetLong(long address, long value) {
    return split(address, Long.BYTES, old -> value);
  }

  static int getAndAndInt(long address, int value) {
    return (int) split(address, Integer.BYTES, old -> old & value);
  }

  static long getAndAndLong(long address, long value) {
    return split(address, Long.BYTES, old -> old & value);
  }

  static int getAndOrInt(long address, int value) {
    return (int) split(address, Integer.BYTES, old -> old | value);
  }

  static long getAndOrLong(long address, long value) {
    return split(address, Long.BYTES, old -> old | value);
  }

  static int getAndXorInt(long address, int value) {
    return (int) split(address, Integer.BYTES, old -> old ^ value);
  }

  static long getAndXorLong(long address, long value) {
    return split(address, Long.BYTES, old -> old ^ value);
  }

  private static long split(long address, int width, LongUnaryOperator change) {
    long old = Memory.getOpaque(address, width);
    Memory.setOpaque(address, width, change.applyAsLong(old));
    return old;
  }
}
