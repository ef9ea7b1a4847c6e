package org.shmem4j.stress.soak;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricFloats;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricShorts;

/**
 * A symmetric array whose elements are whole numbers, whatever their type. Operations are those of
 * the array; the six types' classes come from one template.
 */
abstract class Numbers {
  /** What an element is read as that is not a whole number. */
  static final long NO_NUMBER = 0x0BAD_0BAD_0BAD_0BADL;

  static Numbers of(SymmetricArray array) {
    return switch (array) {
      case SymmetricBytes a -> new ByteNumbers(a);
      case SymmetricShorts a -> new ShortNumbers(a);
      case SymmetricInts a -> new IntNumbers(a);
      case SymmetricLongs a -> new LongNumbers(a);
      case SymmetricFloats a -> new FloatNumbers(a);
      case SymmetricDoubles a -> new DoubleNumbers(a);
    };
  }

  abstract SymmetricArray array();

  abstract Numbers on(ShmemContext context);

  /** A Java array of the type, as a segment. */
  abstract MemorySegment segment(long[] numbers);

  abstract long at(long index);

  abstract void set(long index, long value);

  abstract void copyFrom(long index, long[] values);

  abstract long[] toArray();

  abstract void p(long index, long value, int pe);

  abstract long g(long index, int pe);

  abstract void put(long index, long[] values, int pe);

  abstract void put(long index, Numbers source, long sourceIndex, int count, int pe);

  abstract Completion putNbi(long index, long[] values, int pe);

  abstract Completion putNbi(long index, Numbers source, long sourceIndex, int count, int pe);

  abstract void putSignal(
      long index, long[] values, Signal signal, SignalOp op, long value, int pe);

  abstract void putSignalNbi(
      long index, long[] values, Signal signal, SignalOp op, long value, int pe);

  abstract void iput(long index, long stride, long[] values, int pe);

  abstract void iput(
      long index, long stride, Numbers source, long from, long fromStride, int count, int pe);

  abstract void ibput(long index, long stride, long[] values, int block, int pe);

  abstract long[] get(long index, int count, int pe);

  abstract void get(long index, Numbers target, long targetIndex, int count, int pe);

  abstract long[] getNbi(long index, int count, int pe);

  abstract long[] iget(long index, long stride, int count, int pe);

  abstract long[] ibget(long index, long stride, int block, int blocks, int pe);

  // Of ints, longs, floats and doubles.

  /** Returns what was there, or 0 if the operation does not say. */
  long atomic(Atomic atomic, long index, long operand, long expected, int pe) {
    throw new UnsupportedOperationException(atomic + " of " + array());
  }

  // Of ints and longs.

  long waitUntil(long index, Compare compare, long value) {
    throw noWaits();
  }

  long waitUntil(long index, Compare compare, long value, Duration timeout) {
    throw noWaits();
  }

  long waitAndReset(long index, Compare compare, long value, long reset) {
    throw noWaits();
  }

  boolean test(long index, Compare compare, long value) {
    throw noWaits();
  }

  void waitUntilAll(long index, int[] status, Compare compare, long[] values) {
    throw noWaits();
  }

  void waitUntilAll(long index, int[] status, Compare compare, long value, Duration timeout) {
    throw noWaits();
  }

  int waitUntilAny(long index, int[] status, Compare compare, long[] values) {
    throw noWaits();
  }

  int waitUntilAny(long index, int[] status, Compare compare, long value, Duration timeout) {
    throw noWaits();
  }

  int waitUntilSome(long index, int[] found, int[] status, Compare compare, long[] values) {
    throw noWaits();
  }

  int waitUntilSome(
      long index, int[] found, int[] status, Compare compare, long value, Duration timeout) {
    throw noWaits();
  }

  boolean testAll(long index, int[] status, Compare compare, long[] values) {
    throw noWaits();
  }

  int testAny(long index, int[] status, Compare compare, long[] values) {
    throw noWaits();
  }

  int testSome(long index, int[] found, int[] status, Compare compare, long[] values) {
    throw noWaits();
  }

  private UnsupportedOperationException noWaits() {
    return new UnsupportedOperationException("nobody waits for " + array());
  }
}
