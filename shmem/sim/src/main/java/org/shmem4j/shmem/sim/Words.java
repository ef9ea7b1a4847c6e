package org.shmem4j.shmem.sim;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A range of a heap as its aligned words of 8 bytes, of which the first and the last may be cut
 * off. No element lies in two words, so a range that is cut between words has no torn element.
 */
record Words(long offset, long bytes) {
  /** How many words the range has a part of. */
  long count() {
    return last() - first();
  }

  private long first() {
    return Math.floorDiv(offset, Long.BYTES);
  }

  private long last() {
    return Math.ceilDiv(offset + bytes, Long.BYTES);
  }

  /**
   * Where a piece begins if the range is cut into equal ones: between words, but for the outer
   * ends.
   *
   * @param piece from 0 to {@code pieces}, which is the end of the last one
   * @param pieces not more than there are words
   */
  long seam(int piece, int pieces) {
    if (piece == 0) {
      return offset;
    }
    return piece == pieces ? offset + bytes : (first() + count() * piece / pieces) * Long.BYTES;
  }

  /** Where all its words begin and end, the range's own ends included. */
  LongStream seams() {
    int count = Math.toIntExact(count());
    return IntStream.rangeClosed(0, count).mapToLong(word -> seam(word, count));
  }
}
