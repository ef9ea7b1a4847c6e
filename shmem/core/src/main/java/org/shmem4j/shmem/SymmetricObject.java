package org.shmem4j.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import net.openhft.chronicle.bytes.BytesStore;
import org.shmem4j.shmem.internal.heap.ChronicleMemory;
import org.shmem4j.shmem.internal.sync.Bells;

/**
 * An object that exists on every PE at the same offset of the symmetric heap.
 *
 * <p>It is not closeable: its end is a collective, {@link SymmetricHeap#free}, which no stack
 * unwinding and no garbage collection may enter. Every access checks its range, its PE and that the
 * object has not been freed, before anything is written.
 */
public abstract sealed class SymmetricObject permits SymmetricArray, Signal {
  private static final long FREED = -1;

  final Shmem shmem;

  /** Base addresses of the heaps, by PE; 0 for a PE that only a transport reaches. */
  final long[] bases;

  /** Address of this PE's own copy. */
  final long own;

  /** In every PE's heap. */
  final long offset;

  /** Number of elements, or {@link #FREED}, which no index is below. */
  long limit;

  private final Bells bells;
  private final int id;
  private final String kind;
  private final int elementBytes;
  private String freedAt;

  SymmetricObject(Shmem shmem, int id, String kind, long offset, long length, int elementBytes) {
    this.shmem = shmem;
    this.bases = shmem.bases();
    this.bells = shmem.bells();
    this.own = shmem.ownBase() + offset;
    this.offset = offset;
    this.limit = length;
    this.id = id;
    this.kind = kind;
    this.elementBytes = elementBytes;
  }

  /** The number of this allocation in the job, the same on every PE. */
  public final int id() {
    return id;
  }

  /** The byte offset in every PE's heap. */
  public final long offset() {
    return offset;
  }

  /** Whether it has been freed, or its PE has left the job. */
  public final boolean isFreed() {
    return limit == FREED;
  }

  /** Bytes of one PE's copy, 0 once freed. */
  public final long byteSize() {
    return Math.max(0, limit) * elementBytes;
  }

  /** This PE's copy, for plain loads and stores; stays mapped even when the object is freed. */
  public final MemorySegment segment() {
    checkAlive();
    return shmem.heapOf(shmem.pe()).asSlice(offset, byteSize());
  }

  /**
   * A direct peer's copy, for plain loads and stores (shmem_ptr).
   *
   * @param pe a PE whose memory this one can load from
   * @throws IllegalStateException if only a transport reaches that PE
   */
  public final MemorySegment segment(int pe) {
    checkDirect(pe);
    return shmem.heapOf(pe).asSlice(offset, byteSize());
  }

  /** Like {@link #segment(int)}, with the lifetime of an arena. */
  @SuppressWarnings("ReachabilityFenceUsage") // only keeps the heap mapped as long as the arena
  public final MemorySegment segment(int pe, Arena arena) {
    MemorySegment whole = segment(pe);
    return MemorySegment.ofAddress(whole.address())
        .reinterpret(whole.byteSize(), arena, ended -> Reference.reachabilityFence(whole));
  }

  /**
   * This PE's copy as a Chronicle store, for code that speaks Chronicle already. It checks neither
   * ranges nor life, and is valid as long as this object is reachable.
   */
  public final BytesStore<?, Void> bytesStore() {
    checkAlive();
    return ChronicleMemory.over(own, byteSize());
  }

  /** A direct peer's copy as a Chronicle store, as {@link #bytesStore()}. */
  public final BytesStore<?, Void> bytesStore(int pe) {
    checkDirect(pe);
    return ChronicleMemory.over(shmem.heapOf(pe).address() + offset, byteSize());
  }

  private void checkDirect(int pe) {
    checkAlive();
    if (base(pe) == 0) {
      throw new IllegalStateException(
          "the memory of this PE cannot be loaded from here: object="
              + this
              + " pe="
              + pe
              + "; use get and put");
    }
  }

  /** Base address of a PE's heap, 0 if it is remote. */
  final long base(int pe) {
    if (pe < 0 || pe >= bases.length) {
      throw badPe(pe);
    }
    return bases[pe];
  }

  /** Wakes whoever on a direct PE sleeps on a cell that this PE has just changed. */
  final void ring(int pe, long position) {
    if (bells != null) {
      bells.ring(pe, position);
    }
  }

  final void checkAlive() {
    if (limit < 0) {
      throw freed();
    }
  }

  final IndexOutOfBoundsException badPe(int pe) {
    return new IndexOutOfBoundsException(
        "no such PE: object=" + this + " pe=" + pe + " valid=0.." + (bases.length - 1));
  }

  final IllegalStateException freed() {
    return new IllegalStateException(
        "the object has been freed: object=" + name() + " freedAt=" + freedAt);
  }

  final String freedAt() {
    return freedAt;
  }

  final void markFreed(String where) {
    limit = FREED;
    freedAt = where;
  }

  final String name() {
    return kind + "#" + id;
  }

  /** Its kind, number and length, such as "longs#3[10]". */
  @Override
  public final String toString() {
    return name() + (isFreed() ? " (freed)" : "[" + limit + "]");
  }
}
