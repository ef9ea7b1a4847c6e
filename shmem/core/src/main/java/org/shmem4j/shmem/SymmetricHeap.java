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
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.sync.CallSite;
import org.shmem4j.shmem.internal.sync.TicketBoard;
import org.shmem4j.shmem.internal.sync.TicketBoard.Kind;
import org.shmem4j.shmem.job.Setting;

/**
 * The symmetric heap as the members of a team allocate from it: a collective of them with equal
 * arguments (OpenSHMEM 1.6, Memory Management, which has it for all PEs; teams are beyond it).
 *
 * <p>Each PE knows what it has used itself. To allocate, the members meet with the place that each
 * would take; if those differ, because some are members of other teams that have allocated, they
 * look for the lowest place that is free on all. If the calls differ, or one of them failed, all
 * throw and every heap is as before.
 */
public final class SymmetricHeap {
  private final Team team;
  private final Shmem shmem;
  private final HeapAllocator allocator;
  private final long base;
  private final long size;
  private final Map<Integer, SymmetricObject> objects = new LinkedHashMap<>();
  private int nextId = 1;

  SymmetricHeap(Team team) {
    this.team = team;
    this.shmem = team.shmem();
    this.allocator = shmem.allocator();
    this.base = shmem.ownBase();
    this.size = shmem.heapBytes();
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
    return array(Kind.MALLOC, type, length, HeapAllocator.ALIGNMENT);
  }

  /**
   * As {@link #malloc(ElementType, long)}, saying how it will be used (shmem_malloc_with_hints).
   */
  public <A extends SymmetricArray> A malloc(ElementType<A> type, long length, HeapHint... hints) {
    return malloc(type, length);
  }

  /**
   * Allocates an array of zeros (shmem_calloc). Collective; all copies are zero before any PE
   * returns. Errors as {@link #malloc}.
   */
  public <A extends SymmetricArray> A calloc(ElementType<A> type, long length) {
    return array(Kind.CALLOC, type, length, HeapAllocator.ALIGNMENT);
  }

  /**
   * Allocates an array whose copies begin at multiples of {@code alignment} bytes (shmem_align).
   * Collective; errors as {@link #malloc}.
   *
   * @param alignment a power of two, up to what the heaps have, 4096 unless {@code
   *     shmem4j.heap.alignment} says more; all objects have 128
   * @throws IllegalArgumentException on every PE for another alignment
   */
  public <A extends SymmetricArray> A align(ElementType<A> type, long length, long alignment) {
    return array(Kind.ALIGN, type, length, alignment);
  }

  private <A extends SymmetricArray> A array(
      Kind kind, ElementType<A> type, long length, long alignment) {
    Request request = new Request(kind, type.toString(), length, type.bytes(), 1, alignment);
    long offset = allocate(request);
    return register(type.create(team.context(), nextId(), offset, length));
  }

  /**
   * Changes the length of an array (shmem_realloc): gives a new one with the old one's content as
   * far as it fits, and ends the old one. Collective, with a barrier at entry and exit. What is
   * added holds anything.
   *
   * @return an array that replaces {@code array}, which must no longer be used
   * @throws HeapExhaustedException on every PE if there is no room; the old one is as it was
   */
  public <A extends SymmetricArray> A realloc(A array, long length) {
    checkOpen();
    boolean wasInside = team.board().begin(Kind.REALLOC);
    try {
      return reallocAlone(array, length);
    } finally {
      team.board().end(wasInside);
    }
  }

  private <A extends SymmetricArray> A reallocAlone(A array, long length) {
    @SuppressWarnings("unchecked") // an array's type creates arrays of its class
    ElementType<A> type = (ElementType<A>) array.type();
    SymmetricObject[] old = {array.root()};
    Request request = new Request(Kind.REALLOC, array.name(), length, type.bytes(), 1, 0);
    team.context().completeUnless(Mutation.REALLOC_QUIET);
    if (!Mutation.REALLOC_ENTRY.isOn()) {
      team.board().meet(Kind.REALLOC, request.hash(), request, failureOf(request, old));
    }
    long offset = array.offset;
    boolean fits;
    synchronized (allocator) {
      // The same on all members, whatever else they have allocated.
      fits = request.bytes() <= allocator.capacity(offset);
      if (fits) {
        allocator.shrink(offset, request.bytes());
      }
    }
    if (!fits) {
      offset =
          allocate(
              new Request(
                  Kind.MALLOC, type.toString(), length, type.bytes(), 1, HeapAllocator.ALIGNMENT));
      Memory.copyIn(Memory.ALL, base + array.offset, base + offset, old[0].byteSize());
    }
    end(old, CallSite.current(), !fits);
    A replacement = register(type.create(team.context(), nextId(), offset, length));
    team.context().completeUnless(Mutation.REALLOC_QUIET);
    if (!Mutation.REALLOC_EXIT.isOn()) {
      team.board().meet(Kind.REALLOC);
    }
    return replacement;
  }

  /**
   * Allocates signals that are 0, each on a cache line of its own. Collective; errors as {@link
   * #malloc}.
   */
  public Signal[] signals(int count) {
    long offset =
        allocate(
            new Request(
                Kind.CALLOC,
                "signals",
                HeapAllocator.ALIGNMENT,
                1,
                count,
                HeapAllocator.ALIGNMENT));
    Signal[] signals = new Signal[count];
    for (int i = 0; i < count; i++) {
      signals[i] =
          register(new Signal(team.context(), nextId(), offset + i * HeapAllocator.ALIGNMENT));
    }
    return signals;
  }

  /** Allocates a signal that is 0. Collective. */
  public Signal signal() {
    return signals(1)[0];
  }

  /** Allocates an array of zeros; {@link #calloc}. */
  public SymmetricBytes bytes(long length) {
    return calloc(ElementType.BYTE, length);
  }

  /** Allocates an array of zeros; {@link #calloc}. */
  public SymmetricShorts shorts(long length) {
    return calloc(ElementType.SHORT, length);
  }

  /** Allocates an array of zeros; {@link #calloc}. */
  public SymmetricInts ints(long length) {
    return calloc(ElementType.INT, length);
  }

  /** Allocates an array of zeros; {@link #calloc}. */
  public SymmetricLongs longs(long length) {
    return calloc(ElementType.LONG, length);
  }

  /** Allocates an array of zeros; {@link #calloc}. */
  public SymmetricFloats floats(long length) {
    return calloc(ElementType.FLOAT, length);
  }

  /** Allocates an array of zeros; {@link #calloc}. */
  public SymmetricDoubles doubles(long length) {
    return calloc(ElementType.DOUBLE, length);
  }

  /** What was asked for; its text is what the PEs' errors show. */
  private record Request(
      Kind kind, String what, long length, int elementBytes, int blocks, long alignment) {
    void check(long largestAlignment) {
      if (length < 0 || blocks < 0) {
        throw new IllegalArgumentException("a length is not negative: " + this);
      }
      if (length > Long.MAX_VALUE / elementBytes) {
        throw new IllegalArgumentException("more bytes than a long can count: " + this);
      }
      if (kind != Kind.ALIGN) {
        return;
      }
      if (Long.bitCount(alignment) != 1 || alignment < Long.BYTES) {
        throw new IllegalArgumentException(
            "an alignment is a power of two, of at least " + Long.BYTES + ": " + this);
      }
      if (alignment > largestAlignment) {
        throw new IllegalArgumentException(
            "an alignment is at most that of the heaps: "
                + this
                + " limit="
                + largestAlignment
                + "; raise it with --heap-align or "
                + Setting.HEAP_ALIGNMENT.variable());
      }
    }

    long bytes() {
      return blocks == 1 ? length * elementBytes : blocks * HeapAllocator.ALIGNMENT;
    }

    // Written out: a record's own would start the JDK's method handle machinery, 20 ms of CPU time.
    long hash() {
      long hash = TicketBoard.mix(TicketBoard.mix(what.hashCode(), length), elementBytes);
      return TicketBoard.mix(TicketBoard.mix(hash, blocks), alignment);
    }

    @Override
    public String toString() {
      String described = what + "[" + (what.equals("signals") ? blocks : length) + "]";
      return kind == Kind.ALIGN ? described + " alignment=" + alignment : described;
    }
  }

  private RuntimeException failureOf(Request request) {
    try {
      request.check(shmem.largestAlignment());
      return null;
    } catch (IllegalArgumentException e) {
      return e;
    }
  }

  private RuntimeException failureOf(Request request, SymmetricObject[] ended) {
    RuntimeException failure = failureOfFree(ended);
    return failure == null ? failureOf(request) : failure;
  }

  /** Agrees with the members on a place and takes it. */
  private long allocate(Request request) {
    checkOpen();
    RuntimeException failure = failureOf(request);
    long alignment = Math.max(HeapAllocator.ALIGNMENT, request.alignment);
    long bytes = failure == null ? request.bytes() : 0;
    long offset = HeapAllocator.NONE;
    HeapExhaustedException exhausted = null;
    if (failure == null) {
      synchronized (allocator) {
        offset = allocator.allocate(bytes, alignment);
        exhausted = offset == HeapAllocator.NONE ? exhausted(bytes) : null;
      }
    }
    long from = 0; // no place below it is free on all
    boolean isLowest = false; // whether it is the lowest, and not the best, place that is told
    while (true) {
      boolean zeroes = request.kind == Kind.CALLOC && offset != HeapAllocator.NONE;
      if (zeroes && !Mutation.CALLOC_TICKET.isOn()) {
        // Before the meeting, so that no PE's first put can be overwritten.
        Memory.zero(base + offset, bytes);
      }
      TicketBoard.Range told = meet(request, failure, offset);
      if (zeroes && Mutation.CALLOC_TICKET.isOn()) {
        Memory.zero(base + offset, bytes);
      }
      boolean isAgreed = told.lowest() == told.highest();
      if (isAgreed && offset != HeapAllocator.NONE) {
        return keep(offset, request.blocks);
      }
      from = isLowest ? told.highest() : 0;
      isLowest = true;
      synchronized (allocator) {
        release(offset);
        if (told.lowest() == HeapAllocator.NONE) {
          throw exhausted == null ? exhausted(bytes) : exhausted;
        }
        offset = allocator.allocateFrom(from, bytes, alignment);
      }
    }
  }

  private HeapExhaustedException exhausted(long bytes) {
    return new HeapExhaustedException(bytes, allocator.free(), allocator.largestFree(), size);
  }

  private TicketBoard.Range meet(Request request, RuntimeException failure, long offset) {
    try {
      team.context().completeUnless(Mutation.MALLOC_QUIET);
      if (Mutation.MALLOC_TICKET.isOn() && failure == null) {
        return new TicketBoard.Range(offset, offset);
      }
      return team.board().range(request.kind, request.hash(), request, failure, offset);
    } catch (RuntimeException e) {
      synchronized (allocator) {
        release(offset);
      }
      throw e;
    }
  }

  private void release(long offset) {
    if (offset != HeapAllocator.NONE) {
      allocator.release(offset);
    }
  }

  private long keep(long offset, int blocks) {
    synchronized (allocator) {
      if (blocks > 1) {
        allocator.splitIntoLines(offset);
      } else if (blocks == 0) {
        allocator.release(offset);
      }
    }
    return offset;
  }

  /**
   * Ends an object on all members (shmem_free). Collective; begins with a barrier, so that nobody
   * still uses it. Null does nothing.
   *
   * @throws IllegalStateException on every PE if it has been freed already
   * @throws IllegalArgumentException on every PE if it belongs to another world or team
   * @throws SymmetryException on every PE if they free different objects
   */
  public void free(SymmetricObject object) {
    if (object != null) {
      free(new SymmetricObject[] {object});
    }
  }

  /** Ends several objects, such as an array of signals, in one collective; leaves out nulls. */
  public void free(SymmetricObject[] objects) {
    checkOpen();
    SymmetricObject[] freed = withoutNulls(objects);
    RuntimeException failure = failureOfFree(freed);
    long hash = 0;
    for (SymmetricObject object : freed) {
      hash = TicketBoard.mix(hash, object.id());
    }
    team.context().completeUnless(Mutation.FREE_QUIET);
    if (!Mutation.FREE_TICKET.isOn()) {
      team.board().meet(Kind.FREE, hash, Arrays.toString(freed), failure);
    }
    end(freed, CallSite.current(), true);
  }

  private void end(SymmetricObject[] ended, String where, boolean releases) {
    for (SymmetricObject object : ended) {
      object.markFreed(where);
      if (releases) {
        synchronized (allocator) {
          allocator.release(object.offset);
        }
      }
      synchronized (objects) {
        objects.remove(object.id());
      }
      shmem.closed(object);
    }
  }

  private static SymmetricObject[] withoutNulls(SymmetricObject[] objects) {
    List<SymmetricObject> named = new ArrayList<>();
    for (SymmetricObject object : objects) {
      if (object != null) {
        named.add(object.root());
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
      if (object.team() != team) {
        return new IllegalArgumentException(
            "the object belongs to another team and is freed by its members: object="
                + object
                + " team="
                + object.team()
                + " freedBy="
                + team
                + "; free it through its own team's heap");
      }
      if (Arrays.asList(freed).indexOf(object) < i) {
        return new IllegalArgumentException("the object is named twice: object=" + object);
      }
    }
    return null;
  }

  private int nextId() {
    synchronized (objects) {
      return nextId++;
    }
  }

  private <O extends SymmetricObject> O register(O object) {
    synchronized (objects) {
      objects.put(object.id(), object);
    }
    shmem.opened(object);
    return object;
  }

  /** Makes every object unusable and its memory free: the team ends, or this PE leaves the job. */
  void close(String how) {
    List<SymmetricObject> left;
    synchronized (objects) {
      left = List.copyOf(objects.values());
    }
    end(left.toArray(new SymmetricObject[0]), how, true);
  }

  private void checkOpen() {
    team.checkAlive();
  }

  /** Bytes of one PE's heap. */
  public long size() {
    return size;
  }

  /** Bytes that no object of this PE takes, whatever its team. */
  public long free() {
    synchronized (allocator) {
      return allocator.free();
    }
  }

  /** Bytes of the largest block that this PE could give. */
  public long largestFree() {
    synchronized (allocator) {
      return allocator.largestFree();
    }
  }

  /** How many objects the team has. */
  public int objectCount() {
    synchronized (objects) {
      return objects.size();
    }
  }

  /** The team's objects that have not been freed. */
  List<SymmetricObject> objects() {
    synchronized (objects) {
      return List.copyOf(objects.values());
    }
  }

  /** This PE's whole heap as a Chronicle store, which checks neither ranges nor life. */
  public BytesStore<?, Void> bytesStore() {
    shmem.checkOpen();
    return ChronicleMemory.over(base, size);
  }
}
