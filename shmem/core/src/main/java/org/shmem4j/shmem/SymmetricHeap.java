package org.shmem4j.shmem;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.BytesStore;
import org.shmem4j.shmem.internal.heap.ChronicleMemory;
import org.shmem4j.shmem.internal.heap.HeapAllocator;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.sync.CallSite;
import org.shmem4j.shmem.internal.sync.TicketBoard.Kind;

/**
 * A PE's symmetric heap: allocation is a collective of all PEs with equal arguments (OpenSHMEM 1.6,
 * Memory Management).
 *
 * <p>Every PE runs the same allocator on the same calls and the PEs compare what they were asked
 * for. If they differ, or one of them failed, all throw and every heap is as before.
 */
public final class SymmetricHeap {
  /** Large and odd, so that small arguments in another order give another hash. */
  private static final long HASH_FACTOR = 0x9e37_79b9_7f4a_7c15L;

  private final Shmem shmem;
  private final HeapAllocator allocator;
  private final long base;
  private final long size;
  private final Map<Integer, SymmetricObject> objects = new LinkedHashMap<>();
  private int nextId = 1;
  private volatile Usage usage;

  SymmetricHeap(Shmem shmem, long base, long size) {
    this.shmem = shmem;
    this.base = base;
    this.size = size;
    this.allocator = new HeapAllocator(size);
    count();
  }

  /**
   * Allocates an array, whose elements may hold anything (shmem_malloc). Collective; ends with a
   * barrier. The length is the same on every PE: where they need different ones, the longest. A
   * length of 0 is an array without elements.
   *
   * @throws HeapExhaustedException on every PE if there is no room
   * @throws SymmetryException on every PE if they ask for different things
   */
  public <A extends SymmetricArray> A malloc(ElementType<A> type, long length) {
    return array(Kind.MALLOC, type, length);
  }

  /**
   * Allocates an array of zeros (shmem_calloc). Collective; all copies are zero before any PE
   * returns. Errors as {@link #malloc}.
   */
  public <A extends SymmetricArray> A calloc(ElementType<A> type, long length) {
    return array(Kind.CALLOC, type, length);
  }

  private <A extends SymmetricArray> A array(Kind kind, ElementType<A> type, long length) {
    long[] offsets = allocate(kind, new Request(type.toString(), length, type.bytes(), 1));
    A array = type.create(shmem, nextId, offsets[0], length);
    register(array);
    return array;
  }

  /**
   * Allocates signals that are 0, each on a cache line of its own. Collective; errors as {@link
   * #malloc}.
   */
  public Signal[] signals(int count) {
    long[] offsets = allocate(Kind.CALLOC, new Request("signals", 1, Long.BYTES, count));
    Signal[] signals = new Signal[count];
    for (int i = 0; i < count; i++) {
      signals[i] = new Signal(shmem, nextId, offsets[i]);
      register(signals[i]);
    }
    return signals;
  }

  /** What was asked for; its text is what the PEs' errors show. */
  private record Request(String what, long length, int elementBytes, int blocks) {
    long bytes() {
      if (length < 0 || blocks < 0) {
        throw new IllegalArgumentException("a length is not negative: " + this);
      }
      if (length > Long.MAX_VALUE / elementBytes) {
        throw new IllegalArgumentException("more bytes than a long can count: " + this);
      }
      return length * elementBytes;
    }

    // Written out: a record's own would start the JDK's method handle machinery, 20 ms of CPU time.
    long hash() {
      return ((what.hashCode() * HASH_FACTOR + length) * HASH_FACTOR + elementBytes) * HASH_FACTOR
          + blocks;
    }

    @Override
    public String toString() {
      return what + "[" + (blocks == 1 ? length : blocks) + "]";
    }
  }

  private synchronized long[] allocate(Kind kind, Request request) {
    shmem.checkOpen();
    long[] offsets = new long[0];
    int taken = 0;
    RuntimeException failure = null;
    try {
      long bytes = request.bytes();
      if (request.blocks > size / HeapAllocator.ALIGNMENT) {
        throw new HeapExhaustedException(
            request.blocks * HeapAllocator.ALIGNMENT,
            allocator.free(),
            allocator.largestFree(),
            size);
      }
      offsets = new long[request.blocks];
      for (; taken < offsets.length; taken++) {
        offsets[taken] = allocator.allocate(bytes);
        if (kind == Kind.CALLOC) {
          // Before the meeting, so that no PE's first put can be overwritten.
          Memory.zero(base + offsets[taken], bytes);
        }
      }
    } catch (IllegalArgumentException | HeapExhaustedException e) {
      failure = e;
    }
    try {
      shmem.quiet();
      shmem.board().meet(kind, request.hash(), request, failure);
    } catch (RuntimeException e) {
      while (taken > 0) {
        allocator.release(offsets[--taken]);
      }
      throw e;
    }
    return offsets;
  }

  /**
   * Ends an object on all PEs (shmem_free). Collective; begins with a barrier, so that nobody still
   * uses it. Null does nothing.
   *
   * @throws IllegalStateException on every PE if it has been freed already
   * @throws IllegalArgumentException on every PE if it belongs to another world
   * @throws SymmetryException on every PE if they free different objects
   */
  public void free(SymmetricObject object) {
    if (object != null) {
      free(new SymmetricObject[] {object});
    }
  }

  /** Ends several objects, such as an array of signals, in one collective; leaves out nulls. */
  public synchronized void free(SymmetricObject[] objects) {
    shmem.checkOpen();
    SymmetricObject[] freed = withoutNulls(objects);
    RuntimeException failure = failureOfFree(freed);
    long hash = 0;
    for (SymmetricObject object : freed) {
      hash = HASH_FACTOR * hash + object.id();
    }
    shmem.quiet();
    shmem.board().meet(Kind.FREE, hash, Arrays.toString(freed), failure);
    String here = CallSite.current();
    for (SymmetricObject object : freed) {
      allocator.release(object.offset);
      object.markFreed(here);
      this.objects.remove(object.id());
    }
    count();
  }

  private static SymmetricObject[] withoutNulls(SymmetricObject[] objects) {
    List<SymmetricObject> named = new ArrayList<>();
    for (SymmetricObject object : objects) {
      if (object != null) {
        named.add(object);
      }
    }
    return named.toArray(new SymmetricObject[0]);
  }

  private RuntimeException failureOfFree(SymmetricObject[] freed) {
    for (int i = 0; i < freed.length; i++) {
      SymmetricObject object = freed[i];
      if (object.shmem != shmem) {
        return new IllegalArgumentException(
            "the object belongs to another world and cannot be freed in this one: object="
                + object
                + "; free it through its own Shmem");
      }
      if (object.isFreed()) {
        return new IllegalStateException(
            "the object has been freed already: object="
                + object.name()
                + " freedAt="
                + object.freedAt()
                + " freedAgainAt="
                + CallSite.current());
      }
      if (Arrays.asList(freed).indexOf(object) < i) {
        return new IllegalArgumentException("the object is named twice: object=" + object);
      }
    }
    return null;
  }

  private void register(SymmetricObject object) {
    objects.put(object.id(), object);
    nextId++;
    count();
  }

  /** Makes every object unusable once this PE has left the job. */
  void close() {
    for (SymmetricObject object : objects.values()) {
      object.markFreed("finalize");
    }
    objects.clear();
    count();
  }

  /** Bytes of one PE's heap. */
  public long size() {
    return size;
  }

  /** Bytes that no object takes. */
  public long free() {
    return usage.free;
  }

  /** Bytes of the largest block that could be allocated. */
  public long largestFree() {
    return usage.largestFree;
  }

  /** How many objects there are. */
  public int objectCount() {
    return usage.objects;
  }

  /** After the last collective, for any thread to read. */
  private record Usage(long free, long largestFree, int objects) {}

  private void count() {
    usage = new Usage(allocator.free(), allocator.largestFree(), objects.size());
  }

  /** This PE's whole heap as a Chronicle store, which checks neither ranges nor life. */
  public BytesStore<?, Void> bytesStore() {
    shmem.checkOpen();
    return ChronicleMemory.over(base, size);
  }
}
