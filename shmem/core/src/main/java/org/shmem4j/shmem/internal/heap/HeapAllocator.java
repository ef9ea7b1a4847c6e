package org.shmem4j.shmem.internal.heap;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.shmem4j.shmem.HeapExhaustedException;

/**
 * Best fit over one range of offsets, neighbours merged at once.
 *
 * <p>Every PE runs its own copy on the same calls, so equal calls must give equal offsets: nothing
 * here depends on anything but the calls. All operations take time logarithmic in the free blocks.
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

  /**
   * Takes a block.
   *
   * @param bytes at least 0; an empty block takes a cache line too
   * @return its offset
   * @throws HeapExhaustedException if no free block is large enough; nothing has changed
   */
  public long allocate(long bytes) {
    long rounded = bytes <= ALIGNMENT ? ALIGNMENT : (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    Block fit = rounded < 0 ? null : freeBySize.ceiling(new Block(rounded, 0));
    if (fit == null) {
      throw new HeapExhaustedException(bytes, free, largestFree(), size);
    }
    removeFree(fit.offset, fit.bytes);
    if (fit.bytes > rounded) {
      addFree(fit.offset + rounded, fit.bytes - rounded);
    }
    used.put(fit.offset, rounded);
    free -= rounded;
    return fit.offset;
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
