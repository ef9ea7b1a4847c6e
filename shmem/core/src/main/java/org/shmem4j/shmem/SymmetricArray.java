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
    checkWritable(target, pe);
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
      signal.updateBefore(op, value, base, worldPes[pe]);
      Memory.copyIn(source, sourceOffset, base + position(index), count << shift);
      signal.updateAfter(op, value, base, worldPes[pe]);
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

  /**
   * As {@link #put(long, MemorySegment, long, long, int)}, without waiting (shmem_put_nbi): the
   * source must not be changed until quiet or the completion says so.
   */
  public final Completion putNbi(
      long index, MemorySegment source, long sourceOffset, long count, int pe) {
    if (base(pe) != 0) {
      put(index, source, sourceOffset, count, pe);
      return Completion.DONE;
    }
    checkRange(index, count);
    checkSegment(source, sourceOffset, count);
    return transport.putNbi(worldPes[pe], position(index), source, sourceOffset, count << shift);
  }

  /**
   * As {@link #get(long, MemorySegment, long, long, int)}, without waiting (shmem_get_nbi): the
   * target must not be looked at until quiet or the completion says so.
   */
  public final Completion getNbi(
      long index, MemorySegment target, long targetOffset, long count, int pe) {
    if (base(pe) != 0) {
      get(index, target, targetOffset, count, pe);
      return Completion.DONE;
    }
    checkRange(index, count);
    checkSegment(target, targetOffset, count);
    checkWritable(target, pe);
    return transport.getNbi(worldPes[pe], position(index), target, targetOffset, count << shift);
  }

  /**
   * As {@link #putSignal(long, MemorySegment, long, long, Signal, SignalOp, long, int)}, without
   * waiting (shmem_put_signal_nbi): the source must not be changed until quiet or the completion
   * says so.
   */
  public final Completion putSignalNbi(
      long index,
      MemorySegment source,
      long sourceOffset,
      long count,
      Signal signal,
      SignalOp op,
      long value,
      int pe) {
    if (base(pe) != 0) {
      putSignal(index, source, sourceOffset, count, signal, op, value, pe);
      return Completion.DONE;
    }
    checkRange(index, count);
    checkSegment(source, sourceOffset, count);
    signal.checkUsableWith(this, op, worldPes[pe]);
    return transport.putSignalNbi(
        worldPes[pe],
        position(index),
        source,
        sourceOffset,
        count << shift,
        signal.offset,
        op,
        value);
  }

  /**
   * Copies elements at equal distances in memory to elements at equal distances in a PE's array
   * (shmem_iput).
   *
   * @param index first element of the target
   * @param targetStride from one element of the target to the next, at least 1
   * @param source elements in native byte order
   * @param sourceOffset where in the source, in bytes
   * @param sourceStride from one element of the source to the next, at least 1
   * @param count elements
   */
  public final void iput(
      long index,
      long targetStride,
      MemorySegment source,
      long sourceOffset,
      long sourceStride,
      long count,
      int pe) {
    ibput(index, targetStride, source, sourceOffset, sourceStride, 1, count, pe);
  }

  /**
   * Copies elements at equal distances in a PE's array to elements at equal distances in memory
   * (shmem_iget).
   *
   * @param index first element of the source
   * @param sourceStride from one element of the source to the next, at least 1
   * @param target receives elements in native byte order
   * @param targetOffset where in the target, in bytes
   * @param targetStride from one element of the target to the next, at least 1
   * @param count elements
   */
  public final void iget(
      long index,
      long sourceStride,
      MemorySegment target,
      long targetOffset,
      long targetStride,
      long count,
      int pe) {
    ibget(index, sourceStride, target, targetOffset, targetStride, 1, count, pe);
  }

  /**
   * As {@link #iput(long, long, MemorySegment, long, long, long, int)}, with blocks for elements
   * (shmem_ibput).
   *
   * @param targetStride elements from the begin of one block to that of the next, at least {@code
   *     blockSize}, as {@code sourceStride}
   * @param blockSize elements of a block
   * @param blocks how many
   */
  public final void ibput(
      long index,
      long targetStride,
      MemorySegment source,
      long sourceOffset,
      long sourceStride,
      long blockSize,
      long blocks,
      int pe) {
    checkBlocks(index, targetStride, blockSize, blocks, pe);
    checkSegmentBlocks(source, sourceOffset, sourceStride, blockSize, blocks, pe);
    long base = base(pe);
    long bytes = blockSize << shift;
    long count = bytes == 0 ? 0 : blocks;
    if (base != 0) {
      Memory.copyBlocksIn(
          source,
          sourceOffset,
          sourceStride << shift,
          base + position(index),
          targetStride << shift,
          1 << shift,
          bytes,
          count);
      return;
    }
    for (long i = 0; i < count; i++) {
      long from = sourceOffset + ((i * sourceStride) << shift);
      long to = position(index + i * targetStride);
      if (blockSize == 1) {
        transport.store(worldPes[pe], to, 1 << shift, Memory.get(source, from, 1 << shift));
      } else {
        transport.put(worldPes[pe], to, source, from, bytes);
      }
    }
  }

  /**
   * As {@link #iget(long, long, MemorySegment, long, long, long, int)}, with blocks for elements
   * (shmem_ibget).
   *
   * @param sourceStride elements from the begin of one block to that of the next, at least {@code
   *     blockSize}, as {@code targetStride}
   * @param blockSize elements of a block
   * @param blocks how many
   */
  public final void ibget(
      long index,
      long sourceStride,
      MemorySegment target,
      long targetOffset,
      long targetStride,
      long blockSize,
      long blocks,
      int pe) {
    checkBlocks(index, sourceStride, blockSize, blocks, pe);
    checkSegmentBlocks(target, targetOffset, targetStride, blockSize, blocks, pe);
    checkWritable(target, pe);
    long base = base(pe);
    long bytes = blockSize << shift;
    long count = bytes == 0 ? 0 : blocks;
    if (base != 0) {
      Memory.copyBlocksOut(
          base + position(index),
          sourceStride << shift,
          target,
          targetOffset,
          targetStride << shift,
          1 << shift,
          bytes,
          count);
      return;
    }
    for (long i = 0; i < count; i++) {
      long from = position(index + i * sourceStride);
      long to = targetOffset + ((i * targetStride) << shift);
      if (blockSize == 1) {
        Memory.set(target, to, 1 << shift, transport.load(worldPes[pe], from, 1 << shift));
      } else {
        transport.get(worldPes[pe], from, target, to, bytes);
      }
    }
  }

  /**
   * Address of a part of this PE's own copy of another array, which serves as a local side.
   *
   * @param index where the remote side begins, in this array
   */
  final long partOf(SymmetricArray local, long localIndex, long count, long index, int pe) {
    local.checkRange(localIndex, count);
    checkSameWorld(local);
    checkApart(local, localIndex, count, index, count, pe);
    return local.own + (localIndex << shift);
  }

  /** As {@link #partOf}, for blocks at equal distances. */
  final long blocksOf(
      SymmetricArray local,
      long localIndex,
      long localStride,
      long blockSize,
      long blocks,
      long index,
      long stride,
      int pe) {
    local.checkBlocks(localIndex, localStride, blockSize, blocks, pe);
    checkBlocks(index, stride, blockSize, blocks, pe);
    checkSameWorld(local);
    if (blocks > 0) {
      long localExtent = (blocks - 1) * localStride + blockSize;
      checkApart(local, localIndex, localExtent, index, (blocks - 1) * stride + blockSize, pe);
    }
    return local.own + (localIndex << shift);
  }

  /** A copy within this PE's own copy is of other elements, or of exactly the same. */
  private void checkApart(
      SymmetricArray local, long localIndex, long localExtent, long index, long extent, int pe) {
    if (local.offset == offset
        && pe >= 0
        && pe < worldPes.length
        && worldPes[pe] == shmem.pe()
        && (localIndex != index || localExtent != extent)
        && localIndex < index + extent
        && index < localIndex + localExtent) {
      throw new IllegalArgumentException(
          "source and target overlap: object="
              + this
              + " pe="
              + pe
              + " index="
              + index
              + " elements="
              + extent
              + " localIndex="
              + localIndex
              + " localElements="
              + localExtent
              + "; copy to other elements, or by way of a Java array");
    }
  }

  private void checkSameWorld(SymmetricArray other) {
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

  private void checkWritable(MemorySegment target, int pe) {
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("the target is read-only: object=" + this + " pe=" + pe);
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

  /** Checks blocks at equal distances in this array. */
  final void checkBlocks(long index, long stride, long blockSize, long blocks, int pe) {
    if (!fit(limit, index, stride, blockSize, blocks)) {
      throw badBlocks("object", " index=", index, stride, blockSize, blocks, " length=", limit, pe);
    }
  }

  final void checkJavaBlocks(
      long index, long stride, long blockSize, long blocks, long length, int pe) {
    if (!fit(length, index, stride, blockSize, blocks)) {
      throw badBlocks(
          "Java array", " index=", index, stride, blockSize, blocks, " arrayLength=", length, pe);
    }
  }

  private void checkSegmentBlocks(
      MemorySegment segment, long start, long stride, long blockSize, long blocks, int pe) {
    long size = segment.byteSize();
    boolean begins = start >= 0 && start <= size;
    if (!begins || !fit((size - start) >> shift, 0, stride, blockSize, blocks)) {
      throw badBlocks(
          "memory segment",
          " segmentOffset=",
          start,
          stride,
          blockSize,
          blocks,
          " segmentBytes=",
          size,
          pe);
    }
  }

  /** Whether blocks are in something of that length and do not overlap; none need no place. */
  private static boolean fit(long length, long index, long stride, long blockSize, long blocks) {
    if ((index | blockSize | blocks) < 0 || stride < Math.max(1, blockSize)) {
      return false;
    }
    return (blockSize == 0 || blocks == 0)
        ? index <= length
        : index <= length - blockSize && blocks - 1 <= (length - blockSize - index) / stride;
  }

  private RuntimeException badBlocks(
      String where,
      String startName,
      long start,
      long stride,
      long blockSize,
      long blocks,
      String sizeName,
      long size,
      int pe) {
    if (isFreed()) {
      return freed();
    }
    String values =
        "object="
            + this
            + startName
            + start
            + " stride="
            + stride
            + (blockSize == 1 ? " count=" : " blockSize=" + blockSize + " blocks=")
            + blocks
            + sizeName
            + size
            + " pe="
            + pe;
    return stride < Math.max(1, blockSize)
        ? new IllegalArgumentException(
            "a stride is at least 1 and not below the block's size: " + values)
        : new IndexOutOfBoundsException("the blocks are outside the " + where + ": " + values);
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
