package org.shmem4j.stress.conformance;

import java.time.Duration;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricObject;

/** Symmetric integers of either width, so that a check of atomics or waits is written once. */
sealed interface Cells {
  SymmetricObject object();

  long at(long index);

  void set(long index, long value);

  void p(long index, long value, int pe);

  long fetch(long index, int pe);

  void atomicSet(long index, long value, int pe);

  long swap(long index, long value, int pe);

  long compareSwap(long index, long expected, long value, int pe);

  long fetchAdd(long index, long value, int pe);

  long fetchInc(long index, int pe);

  long fetchAnd(long index, long value, int pe);

  long fetchOr(long index, long value, int pe);

  long fetchXor(long index, long value, int pe);

  void add(long index, long value, int pe);

  void inc(long index, int pe);

  void and(long index, long value, int pe);

  void or(long index, long value, int pe);

  void xor(long index, long value, int pe);

  long waitUntil(long index, Compare compare, long value);

  long waitUntil(long index, Compare compare, long value, Duration timeout);

  boolean test(long index, Compare compare, long value);

  /** Makes cells of one width. */
  interface Maker {
    Cells calloc(Shmem shmem, long length);
  }

  /** 64 bits wide. */
  record Longs(SymmetricLongs object) implements Cells {
    @Override
    public long at(long index) {
      return object.at(index);
    }

    @Override
    public void set(long index, long value) {
      object.set(index, value);
    }

    @Override
    public void p(long index, long value, int pe) {
      object.p(index, value, pe);
    }

    @Override
    public long fetch(long index, int pe) {
      return object.atomicFetch(index, pe);
    }

    @Override
    public void atomicSet(long index, long value, int pe) {
      object.atomicSet(index, value, pe);
    }

    @Override
    public long swap(long index, long value, int pe) {
      return object.atomicSwap(index, value, pe);
    }

    @Override
    public long compareSwap(long index, long expected, long value, int pe) {
      return object.atomicCompareSwap(index, expected, value, pe);
    }

    @Override
    public long fetchAdd(long index, long value, int pe) {
      return object.atomicFetchAdd(index, value, pe);
    }

    @Override
    public long fetchInc(long index, int pe) {
      return object.atomicFetchInc(index, pe);
    }

    @Override
    public long fetchAnd(long index, long value, int pe) {
      return object.atomicFetchAnd(index, value, pe);
    }

    @Override
    public long fetchOr(long index, long value, int pe) {
      return object.atomicFetchOr(index, value, pe);
    }

    @Override
    public long fetchXor(long index, long value, int pe) {
      return object.atomicFetchXor(index, value, pe);
    }

    @Override
    public void add(long index, long value, int pe) {
      object.atomicAdd(index, value, pe);
    }

    @Override
    public void inc(long index, int pe) {
      object.atomicInc(index, pe);
    }

    @Override
    public void and(long index, long value, int pe) {
      object.atomicAnd(index, value, pe);
    }

    @Override
    public void or(long index, long value, int pe) {
      object.atomicOr(index, value, pe);
    }

    @Override
    public void xor(long index, long value, int pe) {
      object.atomicXor(index, value, pe);
    }

    @Override
    public long waitUntil(long index, Compare compare, long value) {
      return object.waitUntil(index, compare, value);
    }

    @Override
    public long waitUntil(long index, Compare compare, long value, Duration timeout) {
      return object.waitUntil(index, compare, value, timeout);
    }

    @Override
    public boolean test(long index, Compare compare, long value) {
      return object.test(index, compare, value);
    }
  }

  /** 32 bits wide. */
  record Ints(SymmetricInts object) implements Cells {
    @Override
    public long at(long index) {
      return object.at(index);
    }

    @Override
    public void set(long index, long value) {
      object.set(index, (int) value);
    }

    @Override
    public void p(long index, long value, int pe) {
      object.p(index, (int) value, pe);
    }

    @Override
    public long fetch(long index, int pe) {
      return object.atomicFetch(index, pe);
    }

    @Override
    public void atomicSet(long index, long value, int pe) {
      object.atomicSet(index, (int) value, pe);
    }

    @Override
    public long swap(long index, long value, int pe) {
      return object.atomicSwap(index, (int) value, pe);
    }

    @Override
    public long compareSwap(long index, long expected, long value, int pe) {
      return object.atomicCompareSwap(index, (int) expected, (int) value, pe);
    }

    @Override
    public long fetchAdd(long index, long value, int pe) {
      return object.atomicFetchAdd(index, (int) value, pe);
    }

    @Override
    public long fetchInc(long index, int pe) {
      return object.atomicFetchInc(index, pe);
    }

    @Override
    public long fetchAnd(long index, long value, int pe) {
      return object.atomicFetchAnd(index, (int) value, pe);
    }

    @Override
    public long fetchOr(long index, long value, int pe) {
      return object.atomicFetchOr(index, (int) value, pe);
    }

    @Override
    public long fetchXor(long index, long value, int pe) {
      return object.atomicFetchXor(index, (int) value, pe);
    }

    @Override
    public void add(long index, long value, int pe) {
      object.atomicAdd(index, (int) value, pe);
    }

    @Override
    public void inc(long index, int pe) {
      object.atomicInc(index, pe);
    }

    @Override
    public void and(long index, long value, int pe) {
      object.atomicAnd(index, (int) value, pe);
    }

    @Override
    public void or(long index, long value, int pe) {
      object.atomicOr(index, (int) value, pe);
    }

    @Override
    public void xor(long index, long value, int pe) {
      object.atomicXor(index, (int) value, pe);
    }

    @Override
    public long waitUntil(long index, Compare compare, long value) {
      return object.waitUntil(index, compare, (int) value);
    }

    @Override
    public long waitUntil(long index, Compare compare, long value, Duration timeout) {
      return object.waitUntil(index, compare, (int) value, timeout);
    }

    @Override
    public boolean test(long index, Compare compare, long value) {
      return object.test(index, compare, (int) value);
    }
  }
}
