package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;

/**
 * What deliveries have overwritten in a PE's heap of late: a get that nothing orders after a
 * delivery may return what was there before.
 */
final class Past {
  /** The last deliveries that are kept. */
  static final int CAPACITY = 16;

  /** Longer deliveries are seen at once by all, and with them what came before. */
  static final int MOST_BYTES = 1 << 16;

  private final long[] moments = new long[CAPACITY];
  private final long[] offsets = new long[CAPACITY];
  private final long[] ends = new long[CAPACITY];
  private final byte[][] overwritten = new byte[CAPACITY][];
  private long next;
  private long oldest;

  /** The moment of the last delivery that is no longer kept; all of them are in a range. */
  private long forgotten;

  private long forgottenFrom = Long.MAX_VALUE;
  private long forgottenTo;

  /** The moment of the last delivery; 0 if there has been none. */
  long last() {
    return next == 0 ? 0 : moments[slot(next - 1)];
  }

  /** How many of the last deliveries came after a moment and can be undone. */
  int since(long moment) {
    int count = 0;
    while (next - count > oldest && moments[slot(next - count - 1)] > moment) {
      count++;
    }
    return count;
  }

  /** The last moment that is not among the last few deliveries. */
  long before(int count) {
    return count == 0 ? last() : moments[slot(next - count)] - 1;
  }

  /** Keeps what is about to be overwritten. */
  void keep(MemorySegment heap, long offset, long bytes, long moment) {
    if (next - oldest == CAPACITY) {
      forgetOldest();
    }
    int slot = slot(next++);
    moments[slot] = moment;
    offsets[slot] = offset;
    ends[slot] = offset + bytes;
    if (bytes > MOST_BYTES) {
      while (oldest < next) {
        forgetOldest();
      }
      return;
    }
    overwritten[slot] = heap.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
  }

  private void forgetOldest() {
    int slot = slot(oldest++);
    forgotten = moments[slot];
    forgottenFrom = Math.min(forgottenFrom, offsets[slot]);
    forgottenTo = Math.max(forgottenTo, ends[slot]);
    overwritten[slot] = null;
  }

  /** Whether a part of the heap may have had contents since a moment that are no longer known. */
  boolean hasForgotten(long offset, long bytes, long moment) {
    return forgotten > moment && forgottenFrom < offset + bytes && offset < forgottenTo;
  }

  /** How many contents a part of the heap has had since a moment, as far as is known. */
  int contents(long offset, long bytes, long moment) {
    int contents = 1;
    for (int i = since(moment); i > 0; i--) {
      contents += overlaps(next - i, offset, bytes) ? 1 : 0;
    }
    return contents;
  }

  /** The most of the last deliveries since a moment that hide a content so many changes old. */
  int hiding(long offset, long bytes, long moment, int age) {
    int most = since(moment);
    int left = age;
    for (int i = 1; i <= most; i++) {
      if (overlaps(next - i, offset, bytes) && left-- == 0) {
        return i - 1;
      }
    }
    return most;
  }

  /**
   * Where in a part of the heap words meet of which one, or both, has had several contents since a
   * moment, in order: a copy that is made meanwhile can be older on one side than on the other.
   */
  long[] seams(long offset, long bytes, long moment) {
    LongStream.Builder seams = LongStream.builder();
    for (int i = since(moment); i > 0; i--) {
      if (overlaps(next - i, offset, bytes)) {
        int slot = slot(next - i);
        long from = Math.max(offset, offsets[slot]);
        Words words = new Words(from, Math.min(offset + bytes, ends[slot]) - from);
        words.seams().filter(seam -> offset < seam && seam < offset + bytes).forEach(seams);
      }
    }
    return seams.build().sorted().distinct().toArray();
  }

  private boolean overlaps(long number, long offset, long bytes) {
    int slot = slot(number);
    return offsets[slot] < offset + bytes && offset < ends[slot];
  }

  /** Puts back into a copy of a part of the heap what was there before the last few deliveries. */
  void restore(MemorySegment copy, long copyOffset, long offset, long bytes, int count) {
    for (long i = next - 1; i >= next - count; i--) {
      int slot = slot(i);
      long from = Math.max(offset, offsets[slot]);
      long to = Math.min(offset + bytes, ends[slot]);
      if (from < to) {
        MemorySegment.copy(
            MemorySegment.ofArray(overwritten[slot]),
            from - offsets[slot],
            copy,
            copyOffset + from - offset,
            to - from);
      }
    }
  }

  private static int slot(long number) {
    return (int) (number % CAPACITY);
  }
}
