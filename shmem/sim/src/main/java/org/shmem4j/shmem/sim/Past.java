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

  private final long[] offsets = new long[CAPACITY];
  private final byte[][] overwritten = new byte[CAPACITY][];
  private long now;
  private long oldest;

  /** How many deliveries there have been. */
  long now() {
    return now;
  }

  /** The oldest moment that is still known. */
  long oldest() {
    return oldest;
  }

  /** Keeps what is about to be overwritten. */
  void keep(MemorySegment heap, long offset, long bytes) {
    int slot = (int) (now % CAPACITY);
    now++;
    if (bytes > MOST_BYTES) {
      oldest = now;
      return;
    }
    offsets[slot] = offset;
    overwritten[slot] = heap.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
    oldest = Math.max(oldest, now - CAPACITY);
  }

  /** How many contents, as far as is known, a part of the heap has had since a moment. */
  int contents(long offset, long bytes, long since) {
    int contents = 1;
    for (long i = since; i < now; i++) {
      contents += overlaps(i, offset, bytes) ? 1 : 0;
    }
    return contents;
  }

  /** The first moment, not before {@code since}, of the content that is so many changes old. */
  long moment(long offset, long bytes, long since, int age) {
    int left = age;
    for (long i = now - 1; i >= since; i--) {
      if (overlaps(i, offset, bytes) && left-- == 0) {
        return i + 1;
      }
    }
    return since;
  }

  private boolean overlaps(long i, long offset, long bytes) {
    int slot = (int) (i % CAPACITY);
    return offsets[slot] < offset + bytes && offset < offsets[slot] + overwritten[slot].length;
  }

  /** Puts back into a copy of a part of the heap what was there at a moment. */
  void restore(MemorySegment copy, long copyOffset, long offset, long bytes, long moment) {
    for (long i = now - 1; i >= moment; i--) {
      int slot = (int) (i % CAPACITY);
      long from = Math.max(offset, offsets[slot]);
      long to = Math.min(offset + bytes, offsets[slot] + overwritten[slot].length);
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
}
