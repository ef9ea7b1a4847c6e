package org.shmem4j.shmem;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.BytesStore;
import org.shmem4j.shmem.internal.heap.ChronicleMemory;
import org.shmem4j.shmem.internal.sync.Bells;
import org.shmem4j.shmem.internal.transport.Transport;

/**
 * An object that every PE of a team has at the same offset of the symmetric heap.
 *
 * <p>PE numbers are those of the team that allocated it, of the job for {@link Shmem#heap()}. A
 * view, {@code on(context)} or {@code on(team)}, is the same object with the numbers of another
 * team, its operations ordered and completed by that context.
 *
 * <p>It is not closeable: its end is a collective, {@link SymmetricHeap#free}, which no stack
 * unwinding and no garbage collection may enter. Every access checks its range, its PE and that the
 * object has not been freed, before anything is written.
 */
public abstract sealed class SymmetricObject permits SymmetricArray, Signal {
  private static final long FREED = -1;

  final Shmem shmem;

  /** Carries its remote operations. */
  final Transport transport;

  /** Base addresses of the heaps, by PE; 0 for a PE that is reached by the transport. */
  final long[] bases;

  /** The job's numbers, by PE. */
  final int[] worldPes;

  /** Address of this PE's own copy. */
  final long own;

  /** In every PE's heap. */
  final long offset;

  /** Number of elements, or {@link #FREED}, which no index is below. */
  long limit;

  private final ShmemContext context;
  private final Bells bells;
  private final int id;
  private final String kind;
  private final int elementBytes;
  private final SymmetricObject root;
  private String endedHow;
  private List<SymmetricObject> views = List.of();

  SymmetricObject(
      ShmemContext context, int id, String kind, long offset, long length, int elementBytes) {
    this(context, null, id, kind, offset, length, elementBytes);
  }

  private SymmetricObject(
      ShmemContext context,
      SymmetricObject root,
      int id,
      String kind,
      long offset,
      long length,
      int elementBytes) {
    this.context = context;
    this.shmem = context.shmem;
    this.transport = context.transport;
    this.bases = context.bases;
    this.worldPes = context.worldPes;
    this.bells = shmem.bells();
    this.own = shmem.ownBase() + offset;
    this.offset = offset;
    this.limit = length;
    this.id = id;
    this.kind = kind;
    this.elementBytes = elementBytes;
    this.root = root == null ? this : root;
  }

  /** A view of {@code root} for another context. */
  SymmetricObject(ShmemContext context, SymmetricObject root) {
    this(context, root, root.id, root.kind, root.offset, root.limit, root.elementBytes);
  }

  /** Creates a view of this object, which is no view. */
  abstract SymmetricObject newView(ShmemContext of);

  /** This object with the PE numbers, the order and the completion of a context. */
  final SymmetricObject viewOn(ShmemContext other) {
    other.checkValid();
    checkAlive();
    if (other == context) {
      return this;
    }
    if (root != this) {
      return root.viewOn(other);
    }
    if (other.shmem != shmem) {
      throw new IllegalArgumentException(
          "object and context belong to different worlds: object=" + this + " context=" + other);
    }
    synchronized (this) {
      checkAlive();
      for (SymmetricObject view : views) {
        if (view.context == other) {
          return view;
        }
      }
      checkHasAll(other.team());
      SymmetricObject view = newView(other);
      other.add(view);
      List<SymmetricObject> more = new ArrayList<>(views);
      more.add(view);
      views = List.copyOf(more);
      return view;
    }
  }

  private void checkHasAll(Team other) {
    if (other == team()) {
      return;
    }
    for (int pe = 0; pe < other.pes(); pe++) {
      if (!team().contains(other.worldPe(pe))) {
        throw new IllegalArgumentException(
            "a member of the context's team does not have the object: object="
                + this
                + " allocatedBy="
                + team()
                + " team="
                + other
                + " pe="
                + pe
                + "; allocate it on the team, or on one that has all its members");
      }
    }
  }

  /** The object itself, if this is a view. */
  final SymmetricObject root() {
    return root;
  }

  /** The team that allocated it. */
  final Team team() {
    return root.context.team();
  }

  /** The number of this allocation by its team, the same on every member. */
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
    return shmem.heapOf(worldPes[pe]).asSlice(offset, byteSize());
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
    return ChronicleMemory.over(directBase(pe) + offset, byteSize());
  }

  private void checkDirect(int pe) {
    checkAlive();
    if (directBase(pe) == 0) {
      throw new IllegalStateException(
          "the memory of this PE cannot be loaded from here: object="
              + this
              + " pe="
              + pe
              + "; use get and put");
    }
  }

  /** Base address of a PE's heap in this JVM, 0 if it has none. */
  final long directBase(int pe) {
    if (pe < 0 || pe >= worldPes.length) {
      throw badPe(pe);
    }
    return shmem.bases()[worldPes[pe]];
  }

  /** Base address of a PE's heap for operations, 0 if they take the transport. */
  final long base(int pe) {
    if (pe < 0 || pe >= bases.length) {
      throw badPe(pe);
    }
    return bases[pe];
  }

  /** This PE's number, as this object counts. */
  final int ownPe() {
    return context.team().pe();
  }

  /** Wakes whoever on a direct PE sleeps on a cell that this PE has just changed. */
  final void ring(int pe, long position) {
    if (bells != null) {
      bells.ring(worldPes[pe], position);
    }
  }

  /** As {@link #ring}, by the job's number. */
  final void ringWorld(int worldPe, long position) {
    if (bells != null) {
      bells.ring(worldPe, position);
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
        root == this || root.isFreed()
            ? "the object has been freed: object=" + name() + " freedAt=" + root.endedHow
            : endedHow + ": object=" + name());
  }

  final String freedAt() {
    return endedHow;
  }

  /** Ends the object, which is no view, with all its views. */
  final void markFreed(String where) {
    List<SymmetricObject> ended;
    synchronized (this) {
      limit = FREED;
      endedHow = where;
      ended = views;
      views = List.of();
    }
    for (SymmetricObject view : ended) {
      view.limit = FREED;
      view.context.remove(view);
    }
  }

  /** Ends this view only: its context has ended. */
  final void endView(String how) {
    limit = FREED;
    endedHow = how;
    synchronized (root) {
      List<SymmetricObject> fewer = new ArrayList<>(root.views);
      fewer.remove(this);
      root.views = List.copyOf(fewer);
    }
  }

  final String name() {
    String named = kind + "#" + id;
    return team() == shmem.world() ? named : team() + "." + named;
  }

  /** Its kind, number and length, such as "longs#3[10]", or "team#1.longs#3[10]". */
  @Override
  public final String toString() {
    return name() + (isFreed() ? " (freed)" : "[" + limit + "]");
  }
}
