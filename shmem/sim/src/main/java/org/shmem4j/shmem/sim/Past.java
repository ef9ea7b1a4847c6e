package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What deliveries have overwritten in a PE's heap of late: a get that nothing orders after a
 * delivery may return what was there before.
 */
final class Past {
  private static final int CAPACITY = 16;

  /** Longer deliveries are seen at once by all. */
  private static final int MOST_BYTES = 1 << 16;

  private final long[] moments = new long[CAPACITY];
  private final long[] offsets = new long[CAPACITY];
  private final byte[][] overwritten = new byte[CAPACITY][];
  private long next;
  private long oldest;

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

  /** The moment before the last few deliveries. */
  long before(int count) {
    return moments[slot(next - count)] - 1;
  }

  /** Keeps what is about to be overwritten. */
  void keep(MemorySegment heap, long offset, long bytes, long moment) {
    int slot = slot(next++);
    moments[slot] = moment;
    if (bytes > MOST_BYTES) {
      oldest = next;
      return;
    }
    offsets[slot] = offset;
    overwritten[slot] = heap.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    oldest = Math.max(oldest, next - CAPACITY);
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

  private boolean overlaps(long number, long offset, long bytes) {
    long start = offsets[slot(number)];
    return start < offset + bytes && offset < start + overwritten[slot(number)].length;
  }

  /** Puts back into a copy of a part of the heap what was there before the last few deliveries. */
  void restore(MemorySegment copy, long copyOffset, long offset, long bytes, int count) {
    for (long i = next - 1; i >= next - count; i--) {
      byte[] before = overwritten[slot(i)];
      long start = offsets[slot(i)];
      long from = Math.max(offset, start);
      long to = Math.min(offset + bytes, start + before.length);
      if (from < to) {
        MemorySegment.copy(
            MemorySegment.ofArray(before),
            from - start,
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
