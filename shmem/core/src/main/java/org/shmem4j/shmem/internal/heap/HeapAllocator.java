package org.shmem4j.shmem.internal.heap;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Best fit over one range of offsets, neighbours merged at once.
 *
 * <p>Every PE runs its own copy, so equal calls must give equal offsets: nothing here depends on
 * anything but the calls. Operations take time logarithmic in the free blocks; a search from an
 * offset looks at each block after it.
 */
public final class HeapAllocator {
  /** Blocks begin two cache lines apart: no two objects share a line, or a prefetched pair. */
  public static final long ALIGNMENT = 128;

  private record Block(long bytes, long offset) implements Comparable<Block> {
    @Override
    public int compareTo(Block other) {
      int bySize = Long.compare(bytes, other.bytes);
      return bySize != 0 ? bySize : Long.compare(offset, other.offset);
    }
  }

  private final long size;
  private final TreeMap<Long, Long> freeByOffset = new TreeMap<>();
  private final TreeSet<Block> freeBySize = new TreeSet<>();
  private final TreeMap<Long, Long> used = new TreeMap<>();
  private long free;

  /** Creates one over {@code size} bytes. */
  public HeapAllocator(long size) {
    this.size = size;
    long whole = size & -ALIGNMENT;
    if (whole > 0) {
      addFree(0, whole);
    }
    this.free = whole;
  }

  /** In place of an offset: no free block is large enough. */
  public static final long NONE = -1;

  /**
   * Takes a block, from the smallest free one that is large enough.
   *
   * @param bytes at least 0; an empty block takes a cache line too
   * @return its offset, or {@link #NONE}; then nothing has changed
   */
  public long allocate(long bytes) {
    return allocate(bytes, ALIGNMENT);
  }

  /**
   * As {@link #allocate(long)}, at a multiple of {@code alignment}, a power of two and at least
   * {@link #ALIGNMENT}.
   */
  public long allocate(long bytes, long alignment) {
    long rounded = rounded(bytes);
    if (rounded < 0 || rounded > size) {
      return NONE;
    }
    for (Block block = freeBySize.ceiling(new Block(rounded, 0));
        block != null;
        block = freeBySize.higher(block)) {
      long offset = aligned(block.offset, alignment);
      if (offset + rounded <= block.offset + block.bytes) {
        return take(block, offset, rounded);
      }
    }
    return NONE;
  }

  /** As {@link #allocate(long, long)}, at the lowest offset that is not below {@code from}. */
  public long allocateFrom(long from, long bytes, long alignment) {
    long rounded = rounded(bytes);
    if (rounded < 0 || rounded > size) {
      return NONE;
    }
    Map.Entry<Long, Long> before = freeByOffset.floorEntry(from);
    long first = before == null ? from : before.getKey();
    for (Map.Entry<Long, Long> entry : freeByOffset.tailMap(first, true).entrySet()) {
      long offset = aligned(Math.max(from, entry.getKey()), alignment);
      if (offset + rounded <= entry.getKey() + entry.getValue()) {
        return take(new Block(entry.getValue(), entry.getKey()), offset, rounded);
      }
    }
    return NONE;
  }

  private static long rounded(long bytes) {
    return bytes <= ALIGNMENT ? ALIGNMENT : (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  private static long aligned(long offset, long alignment) {
    return (offset + alignment - 1) & -alignment;
  }

  private long take(Block from, long offset, long bytes) {
    removeFree(from.offset, from.bytes);
    if (offset > from.offset) {
      addFree(from.offset, offset - from.offset);
    }
    long end = offset + bytes;
    if (from.offset + from.bytes > end) {
      addFree(end, from.offset + from.bytes - end);
    }
    used.put(offset, bytes);
    free -= bytes;
    return offset;
  }

  /** Makes a block in use into several of one cache line pair each. */
  public void splitIntoLines(long offset) {
    long bytes = used.get(offset);
    for (long line = 0; line < bytes; line += ALIGNMENT) {
      used.put(offset + line, ALIGNMENT);
    }
  }

  /** Frees the end of a block in use that is to hold less, without moving it. */
  public void shrink(long offset, long bytes) {
    long capacity = used.get(offset);
    long kept = rounded(bytes);
    if (kept < capacity) {
      used.put(offset, kept);
      used.put(offset + kept, capacity - kept);
      release(offset + kept);
    }
  }

  /** Bytes that a block in use can hold. */
  public long capacity(long offset) {
    return used.get(offset);
  }

  /**
   * Gives a block back.
   *
   * @throws IllegalArgumentException if no block in use begins there; nothing has changed
   */
  public void release(long offset) {
    Long bytes = used.remove(offset);
    if (bytes == null) {
      throw new IllegalArgumentException("no block in use begins there: offset=" + offset);
    }
    free += bytes;
    long begin = offset;
    long end = offset + bytes;
    Map.Entry<Long, Long> before = freeByOffset.lowerEntry(begin);
    if (before != null && before.getKey() + before.getValue() == begin) {
      removeFree(before.getKey(), before.getValue());
      begin = before.getKey();
    }
    Long after = freeByOffset.get(end);
    if (after != null) {
      removeFree(end, after);
      end += after;
    }
    addFree(begin, end - begin);
  }

  private void addFree(long offset, long bytes) {
    freeByOffset.put(offset, bytes);
    freeBySize.add(new Block(bytes, offset));
  }

  private void removeFree(long offset, long bytes) {
    freeByOffset.remove(offset);
    freeBySize.remove(new Block(bytes, offset));
  }

  /** Bytes that are free in all. */
  public long free() {
    return free;
  }

  /** Bytes of the largest free block. */
  public long largestFree() {
    return freeBySize.isEmpty() ? 0 : freeBySize.last().bytes;
  }

  /** How many free blocks there are. */
  public int freeBlocks() {
    return freeBySize.size();
  }

  /** How many blocks are in use. */
  public int usedBlocks() {
    return used.size();
  }
}
