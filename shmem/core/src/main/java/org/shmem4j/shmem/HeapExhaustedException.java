package org.shmem4j.shmem;

import java.io.Serial;

/** The symmetric heap has no free block that is large enough. Thrown on every PE. */
public final class HeapExhaustedException extends ShmemException {
  @Serial private static final long serialVersionUID = 1L;

  private final long asked;
  private final long free;
  private final long largestFree;

  /**
   * Creates one.
   *
   * @param asked bytes that were asked for
   * @param free bytes that are free in all
   * @param largestFree bytes of the largest free block
   * @param size bytes of the whole heap
   */
  public HeapExhaustedException(long asked, long free, long largestFree, long size) {
    super(
        (largestFree > 0 && asked <= largestFree
                ? "the symmetric heap has no free block of that size at one place on all members"
                : "the symmetric heap has no free block of that size")
            + ": asked="
            + asked
            + " free="
            + free
            + " largestFree="
            + largestFree
            + " heapSize="
            + size
            + "; free objects that are no longer used, or raise the heap with --heap-size,"
            + " -Dshmem4j.heap.size or SHMEM_SYMMETRIC_SIZE");
    this.asked = asked;
    this.free = free;
    this.largestFree = largestFree;
  }

  /** Bytes that were asked for. */
  public long asked() {
    return asked;
  }

  /** Bytes that were free in all. */
  public long free() {
    return free;
  }

  /** Bytes of the largest free block. */
  public long largestFree() {
    return largestFree;
  }
}
