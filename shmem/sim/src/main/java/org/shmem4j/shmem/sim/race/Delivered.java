package org.shmem4j.shmem.sim.race;

import java.util.Arrays;

/**
 * An immutable set of the numbers of a stream's puts to one target: ranges, ascending and with gaps
 * between. Most often it is all up to some number.
 */
final class Delivered implements Growing<Delivered> {
  static final Delivered NONE = new Delivered(new long[0]);

  private final long[] ranges; // first and last of each

  private Delivered(long... ranges) {
    this.ranges = ranges;
  }

  static Delivered upTo(long number) {
    return number == 0 ? NONE : new Delivered(1, number);
  }

  /** Returns all up to a number, and those of a range further on. */
  static Delivered upTo(long number, long first, long last) {
    if (first <= number + 1) {
      return upTo(last);
    }
    return number == 0 ? new Delivered(first, last) : new Delivered(1, number, first, last);
  }

  boolean isEmpty() {
    return ranges.length == 0;
  }

  boolean contains(long number) {
    return contains(number, number);
  }

  boolean contains(long first, long last) {
    for (int i = ranges.length - 2; i >= 0; i -= 2) {
      if (ranges[i] <= first) {
        return last <= ranges[i + 1];
      }
    }
    return false;
  }

  boolean containsAll(Delivered other) {
    for (int i = 0; i < other.ranges.length; i += 2) {
      if (!contains(other.ranges[i], other.ranges[i + 1])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Delivered plus(Delivered more) {
    if (containsAll(more)) {
      return this;
    }
    return more.containsAll(this) ? more : new Delivered(merged(ranges, more.ranges));
  }

  private static long[] merged(long[] a, long[] b) {
    long[] merged = new long[a.length + b.length];
    int length = 0;
    int nextA = 0;
    int nextB = 0;
    while (nextA < a.length || nextB < b.length) {
      boolean fromA = nextB == b.length || (nextA < a.length && a[nextA] <= b[nextB]);
      long first = fromA ? a[nextA] : b[nextB];
      long last = fromA ? a[nextA + 1] : b[nextB + 1];
      if (length > 0 && first <= merged[length - 1] + 1) {
        merged[length - 1] = Math.max(merged[length - 1], last);
      } else {
        merged[length++] = first;
        merged[length++] = last;
      }
      nextA += fromA ? 2 : 0;
      nextB += fromA ? 0 : 2;
    }
    return Arrays.copyOf(merged, length);
  }
}
