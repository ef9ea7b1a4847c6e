package org.shmem4j.stress.bench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Copies to and from another PE, between its heap and a Java array or a native segment here; the
 * same buffers each time. To add one, write its loop and add its line to a table.
 */
final class CopyOps {
  private static final int PAGE = 4096;

  private final Shmem shmem;
  private final SymmetricLongs heap;
  private final int peer;
  private final long[] array = new long[Sizes.LARGEST / Long.BYTES];
  private final MemorySegment segment = Arena.global().allocate(Sizes.LARGEST, PAGE);
  private int count = 1;

  CopyOps(Shmem shmem, SymmetricLongs heap, int peer) {
    this.shmem = shmem;
    this.heap = heap;
    this.peer = peer;
    Arrays.fill(array, 1);
    segment.fill((byte) 1);
  }

  /** Each copy is complete before the next. */
  List<Op> latencies() {
    return List.of(
        new Op("put+quiet", this::putQuiet),
        new Op("put+quiet.segment", this::putSegmentQuiet),
        new Op("get", this::get),
        new Op("get.segment", this::getSegment));
  }

  /** A batch of copies is completed at its end. */
  List<Op> bandwidths() {
    return List.of(
        new Op("put_bandwidth", this::put),
        new Op("put_bandwidth.segment", this::putSegment),
        new Op("get_bandwidth", this::get),
        new Op("get_bandwidth.segment", this::getSegment));
  }

  /** Sets how much the next copies copy. */
  void bytes(int bytes) {
    count = bytes / Long.BYTES;
  }

  private void putQuiet(int times) {
    SymmetricLongs target = heap;
    Shmem pe = shmem;
    long[] source = array;
    int longs = count;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.put(0, source, 0, longs, to);
      pe.quiet();
    }
  }

  private void putSegmentQuiet(int times) {
    SymmetricLongs target = heap;
    Shmem pe = shmem;
    MemorySegment source = segment;
    int longs = count;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.put(0, source, 0, longs, to);
      pe.quiet();
    }
  }

  private void put(int times) {
    SymmetricLongs target = heap;
    long[] source = array;
    int longs = count;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.put(0, source, 0, longs, to);
    }
    shmem.quiet();
  }

  private void putSegment(int times) {
    SymmetricLongs target = heap;
    MemorySegment source = segment;
    int longs = count;
    int to = peer;
    for (int i = 0; i < times; i++) {
      target.put(0, source, 0, longs, to);
    }
    shmem.quiet();
  }

  private void get(int times) {
    SymmetricLongs source = heap;
    long[] target = array;
    int longs = count;
    int from = peer;
    for (int i = 0; i < times; i++) {
      source.get(0, target, 0, longs, from);
    }
  }

  private void getSegment(int times) {
    SymmetricLongs source = heap;
    MemorySegment target = segment;
    int longs = count;
    int from = peer;
    for (int i = 0; i < times; i++) {
      source.get(0, target, 0, longs, from);
    }
  }
}
