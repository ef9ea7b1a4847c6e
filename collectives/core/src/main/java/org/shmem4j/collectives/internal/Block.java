package org.shmem4j.collectives.internal;

import java.lang.foreign.MemorySegment;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricFloats;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricShorts;

/**
 * Two Java arrays of one type, which elements are copied into to be combined: the compiler turns
 * plain loops over arrays into vector instructions, but not those over mapped memory. Both fit into
 * a processor's nearest cache.
 */
abstract class Block {
  /** Bytes of each array. */
  static final int BYTES = 8 * 1024;

  private final MemorySegment result;
  private final MemorySegment operand;
  private final int capacity;

  Block(MemorySegment result, MemorySegment operand, int capacity) {
    this.result = result;
    this.operand = operand;
    this.capacity = capacity;
  }

  /** One for the elements of an array. */
  static Block of(SymmetricArray array) {
    return switch (array) {
      case SymmetricBytes _ -> new ByteBlock();
      case SymmetricShorts _ -> new ShortBlock();
      case SymmetricInts _ -> new IntBlock();
      case SymmetricLongs _ -> new LongBlock();
      case SymmetricFloats _ -> new FloatBlock();
      case SymmetricDoubles _ -> new DoubleBlock();
    };
  }

  /** How many elements each array holds. */
  final int capacity() {
    return capacity;
  }

  /** The first array. */
  final MemorySegment result() {
    return result;
  }

  /** The second array. */
  final MemorySegment operand() {
    return operand;
  }

  /** Makes the result zeros. */
  final void clear() {
    result.fill((byte) 0);
  }

  /** Makes the result the operand. */
  final void take() {
    result.copyFrom(operand);
  }

  /** Combines the result, on the left, with the operand, for the first elements of both. */
  abstract void combine(Reduction reduction, int count);
}
