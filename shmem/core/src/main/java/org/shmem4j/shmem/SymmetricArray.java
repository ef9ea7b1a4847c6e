package org.shmem4j.shmem;

import java.lang.foreign.MemorySegment;
import org.shmem4j.shmem.internal.memory.Memory;

/**
 * A symmetric array of a primitive type: what does not depend on the type.
 *
 * <p>Indices and counts are in elements. A put returns when its source may be reused; the data is
 * visible at the target after {@link Shmem#quiet()} here and a synchronisation there, or at whoever
 * sees the signal of a put-with-signal (OpenSHMEM 1.6, Remote Memory Access and Signaling
 * Operations).
 */
public abstract sealed class SymmetricArray extends SymmetricObject
    permits SymmetricBytes,
        SymmetricShorts,
        SymmetricInts,
        SymmetricLongs,
        SymmetricFloats,
        SymmetricDoubles {
  private final ElementType<?> type;
  private final int shift;

  SymmetricArray(ShmemContext context, int id, ElementType<?> type, long offset, long length) {
    super(context, id, type.toString(), offset, length, type.bytes());
    this.type = type;
    this.shift = Integer.numberOfTrailingZeros(type.bytes());
  }

  SymmetricArray(ShmemContext context, SymmetricArray root) {
    super(context, root);
    this.type = root.type;
    this.shift = root.shift;
  }

  /** This array with the PE numbers, the order and the completion of a context. */
  public abstract SymmetricArray on(ShmemContext context);

  /** This array with a team's PE numbers, on the default context. */
  public abstract SymmetricArray on(Team team);

  /** Number of elements, the same on every PE. */
  public final long length() {
    checkAlive();
    return limit;
  }

  /** The type of the elements. */
  public final ElementType<?> type() {
    return type;
  }

  /**
   * Copies memory into a PE's array.
   *
   * @param index first element of the target
   * @param source elements in native byte order
   * @param sourceOffset where in the source, in bytes
   * @param count elements
   */
  public final void put(long index, MemorySegment source, long sourceOffset, long count, int pe) {
    checkRange(index, count);
    checkSegment(source, sourceOffset, count);
    long base = base(pe);
    if (base != 0) {
      Memory.copyIn(source, sourceOffset, base + position(index), count << shift);
    } else {
      transport.put(worldPes[pe], position(index), source, sourceOffset, count << shift);
    }
  }

  /**
   * Copies a PE's array into memory.
   *
   * @param index first element of the source
   * @param target receives elements in native byte order
   * @param targetOffset where in the target, in bytes
   * @param count elements
   */
  public final void get(long index, MemorySegment target, long targetOffset, long count, int pe) {
    checkRange(index, count);
    checkSegment(target, targetOffset, count);
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("the target is read-only: object=" + this + " pe=" + pe);
    }
    long base = base(pe);
    if (base != 0) {
      Memory.copyOut(base + position(index), target, targetOffset, count << shift);
    } else {
      transport.get(worldPes[pe], position(index), target, targetOffset, count << shift);
    }
  }

  /**
   * Copies memory into a PE's array and then changes that PE's signal: who sees the signal sees the
   * data (shmem_put_signal). Nothing is said about earlier puts; a fence orders them.
   *
   * @param index first element of the target
   * @param source elements in native byte order
   * @param sourceOffset where in the source, in bytes
   * @param count elements; 0 still changes the signal
   */
  public final void putSignal(
      long index,
      MemorySegment source,
      long sourceOffset,
      long count,
      Signal signal,
      SignalOp op,
      long value,
      int pe) {
    checkRange(index, count);
    checkSegment(source, sourceOffset, count);
    long base = base(pe);
    signal.checkUsableWith(this, op, worldPes[pe]);
    if (base != 0) {
      Memory.copyIn(source, sourceOffset, base + position(index), count << shift);
      signal.update(op, value, base, worldPes[pe]);
    } else {
      transport.putSignal(
          worldPes[pe],
          position(index),
          source,
          sourceOffset,
          count << shift,
          signal.offset,
          op,
          value);
    }
  }

  /** Copies part of this PE's own array {@code source} into a PE's copy of this one. */
  final void putArray(long index, SymmetricArray source, long sourceIndex, long count, int pe) {
    checkSource(source, sourceIndex, count);
    put(index, Memory.ALL, source.own + (sourceIndex << shift), count, pe);
  }

  /** As {@link #putArray}, then changes a signal. */
  final void putArraySignal(
      long index,
      SymmetricArray source,
      long sourceIndex,
      long count,
      Signal signal,
      SignalOp op,
      long value,
      int pe) {
    checkSource(source, sourceIndex, count);
    long from = source.own + (sourceIndex << shift);
    putSignal(index, Memory.ALL, from, count, signal, op, value, pe);
  }

  /** Copies part of a PE's copy of this array into this PE's own array {@code target}. */
  final void getArray(long index, SymmetricArray target, long targetIndex, long count, int pe) {
    checkSource(target, targetIndex, count);
    get(index, Memory.ALL, target.own + (targetIndex << shift), count, pe);
  }

  private void checkSource(SymmetricArray other, long index, long count) {
    other.checkRange(index, count);
    if (other.shmem != shmem) {
      throw new IllegalArgumentException(
          "the two arrays belong to different worlds: object=" + this + " other=" + other);
    }
  }

  final int javaLength() {
    long length = length();
    if (length > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "no Java array holds so many elements: object=" + this + "; get a part of them");
    }
    return (int) length;
  }

  /** Byte position of an element in a heap. */
  final long position(long index) {
    return offset + (index << shift);
  }

  final void checkIndex(long index) {
    if (index < 0 || index >= limit) {
      throw badIndex(index);
    }
  }

  final void checkRange(long index, long count) {
    // One test for all: with a freed object's limit of -1 the right side is negative.
    if ((index | count) < 0 || index > limit - count) {
      throw badRange(index, count);
    }
  }

  private void checkSegment(MemorySegment segment, long segmentOffset, long count) {
    long bytes = count << shift;
    if (segmentOffset < 0 || segmentOffset > segment.byteSize() - bytes) {
      throw new IndexOutOfBoundsException(
          "the range is outside the memory segment: object="
              + this
              + " segmentOffset="
              + segmentOffset
              + " bytes="
              + bytes
              + " segmentBytes="
              + segment.byteSize());
    }
  }

  final void checkJavaArray(int index, int count, int length) {
    if ((index | count) < 0 || index > length - count) {
      throw new IndexOutOfBoundsException(
          "the range is outside the Java array: object="
              + this
              + " index="
              + index
              + " count="
              + count
              + " arrayLength="
              + length);
    }
  }

  private RuntimeException badIndex(long index) {
    return isFreed()
        ? freed()
        : new IndexOutOfBoundsException(
            "no such element: object=" + this + " index=" + index + " length=" + limit);
  }

  private RuntimeException badRange(long index, long count) {
    return isFreed()
        ? freed()
        : new IndexOutOfBoundsException(
            "the range is outside the object: object="
                + this
                + " index="
                + index
                + " count="
                + count
                + " length="
                + limit);
  }
}
