package org.shmem4j.collectives.internal;

import java.util.Objects;
import org.shmem4j.shmem.SymmetricArray;

/**
 * The elements of an array that a call speaks of: {@code length} of them from {@code index} on,
 * {@code stride} apart.
 *
 * @param role "target" or "source"
 */
record Elements(String role, SymmetricArray array, long index, long stride, long length) {
  /** The index in the array of one of them. */
  long at(long number) {
    return index + number * stride;
  }

  Elements withLength(long newLength) {
    return new Elements(role, array, index, stride, newLength);
  }

  void check() {
    Objects.requireNonNull(array, role);
    long limit = array.length();
    if (stride < 1) {
      throw new IllegalArgumentException("a stride is at least 1: " + this);
    }
    boolean isInside =
        index >= 0
            && (length == 0
                ? index <= limit
                : index < limit && length - 1 <= (limit - 1 - index) / stride);
    if (!isInside) {
      throw new IndexOutOfBoundsException(
          "the range is outside the object: " + this + " elements=" + length);
    }
  }

  /** Both arrays may be views; live objects of one PE never begin at the same place. */
  private boolean isOfSameArray(Elements other) {
    return array.offset() == other.array.offset();
  }

  /** Whether both are exactly the same elements. */
  boolean isSame(Elements other) {
    return isOfSameArray(other)
        && index == other.index
        && length == other.length
        && (stride == other.stride || length <= 1);
  }

  /** Whether there is an element in both. */
  boolean overlaps(Elements other) {
    if (!isOfSameArray(other) || length == 0 || other.length == 0) {
      return false;
    }
    if (at(length - 1) < other.index || other.at(other.length - 1) < index) {
      return false;
    }
    for (long i = 0; i < length; i++) {
      long distance = at(i) - other.index;
      if (distance >= 0 && distance % other.stride == 0 && distance / other.stride < other.length) {
        return true;
      }
    }
    return false;
  }

  /** Such as "target=longs#1[8] targetIndex=0". */
  @Override
  public String toString() {
    String strided = stride == 1 ? "" : " " + role + "Stride=" + stride;
    return role + "=" + array + " " + role + "Index=" + index + strided;
  }
}
