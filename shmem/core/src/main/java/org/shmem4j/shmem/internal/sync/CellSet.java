package org.shmem4j.shmem.internal.sync;

import java.util.Objects;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.internal.memory.Mutation;

/**
 * Cells of this PE's heap that one call waits for or tests together: elements of an array from an
 * index on, or signals, less those whose status is not 0; each with what it is awaited to hold.
 *
 * <p>A call takes a set from its {@link Waiter}, fills it, and ends with {@code all}, {@code any},
 * {@code some} or a test, which gives it back: no call allocates one.
 */
public final class CellSet {
  /** No cell. */
  public static final int NONE = -1;

  private final Waiter waiter;
  private long heap;
  private SymmetricObject array;
  private SymmetricObject[] signals;
  private long index;
  private int width;
  private int count;
  private int[] status;
  private Runnable whenDone;
  private Compare compare;
  private long value;
  private int[] ints;
  private long[] longs;
  private int start;

  CellSet(Waiter waiter) {
    this.waiter = waiter;
  }

  /** A set without a cell, for who has nothing to ask for a waiter. */
  public static CellSet empty() {
    return new CellSet(null);
  }

  CellSet in(long base) {
    heap = base;
    return this;
  }

  /** Makes this the elements of an array from an index on, which the caller has checked. */
  public CellSet elements(
      SymmetricObject object, long first, int bytes, int elements, int[] leftOut) {
    array = object;
    index = first;
    return fill(bytes, elements, leftOut);
  }

  /** Makes this some signals, at least one, which the caller has checked. */
  public CellSet signals(SymmetricObject[] objects, int[] leftOut) {
    signals = objects;
    return fill(Long.BYTES, objects.length, leftOut);
  }

  private CellSet fill(int bytes, int cells, int[] leftOut) {
    width = bytes;
    count = cells;
    status = leftOut;
    if (leftOut != null) {
      checkEntries("status", leftOut.length);
    }
    start = waiter.nextStart(cells);
    return this;
  }

  /** Has something run at the end, however it ends. */
  public CellSet whenDone(Runnable action) {
    whenDone = action;
    return this;
  }

  /** Each cell is compared with the same value. */
  public CellSet until(Compare comparison, long each) {
    compare = Objects.requireNonNull(comparison, "compare");
    value = each;
    return this;
  }

  /** Each cell is compared with a value of its own. */
  public CellSet until(Compare comparison, int[] each) {
    compare = Objects.requireNonNull(comparison, "compare");
    ints = each;
    checkEntries("values", each.length);
    return this;
  }

  /** Each cell is compared with a value of its own. */
  public CellSet until(Compare comparison, long[] each) {
    compare = Objects.requireNonNull(comparison, "compare");
    longs = each;
    checkEntries("values", each.length);
    return this;
  }

  private void checkEntries(String name, int entries) {
    if (entries < count) {
      throw new IllegalArgumentException(
          "a Java array has fewer entries than the set has cells: object="
              + object(0)
              + " cells="
              + count
              + " "
              + name
              + ".length="
              + entries);
    }
  }

  /** Waits until each cell has been seen to hold. */
  public void all(long deadline) {
    try {
      if (!isEmpty()) {
        waiter.all(this, deadline);
      }
    } finally {
      giveBack();
    }
  }

  /** Waits until a cell holds; returns which, -1 if the set is empty. */
  public int any(long deadline) {
    try {
      return isEmpty() ? NONE : waiter.any(this, deadline);
    } finally {
      giveBack();
    }
  }

  /** Waits until a cell holds; returns how many do, 0 if the set is empty. */
  public int some(int[] indices, long deadline) {
    try {
      checkEntries("indices", indices.length);
      return isEmpty() ? 0 : gather(waiter.any(this, deadline), indices);
    } finally {
      giveBack();
    }
  }

  /** Whether each cell holds now. */
  public boolean testAll() {
    try {
      return isEmpty() || waiter.testAll(this);
    } finally {
      giveBack();
    }
  }

  /** Which cell holds now, -1 if none does. */
  public int testAny() {
    try {
      return isEmpty() ? NONE : waiter.testAny(this);
    } finally {
      giveBack();
    }
  }

  /** How many cells hold now, and which. */
  public int testSome(int[] indices) {
    try {
      checkEntries("indices", indices.length);
      return isEmpty() ? 0 : gather(waiter.testAny(this), indices);
    } finally {
      giveBack();
    }
  }

  /** Adds the others that hold to one that has been found, whatever that holds by now. */
  private int gather(int found, int[] indices) {
    if (found == NONE) {
      return 0;
    }
    indices[0] = found;
    int gathered = 1;
    for (int i = 0; i < count; i++) {
      if (i != found && isAwaited(i) && holds(i)) {
        indices[gathered++] = i;
      }
    }
    return gathered;
  }

  /** Forgets everything, as nothing of it may stay alive for this. */
  private void giveBack() {
    if (whenDone != null) {
      whenDone.run();
      whenDone = null;
    }
    array = null;
    signals = null;
    status = null;
    compare = null;
    ints = null;
    longs = null;
    if (waiter != null) {
      waiter.giveBack(this);
    }
  }

  /** A cell that holds, or {@link #NONE}. */
  public int find() {
    int found = find(start, count);
    return found == NONE ? find(0, start) : found;
  }

  private int find(int from, int to) {
    for (int i = from; i < to; i++) {
      if (isAwaited(i) && holds(i)) {
        return i;
      }
    }
    return NONE;
  }

  /** The next cell that does not hold, or {@link #NONE}. */
  public int nextMissing(int from) {
    for (int i = from; i < count; i++) {
      if (isAwaited(i) && !holds(i)) {
        return i;
      }
    }
    return NONE;
  }

  private boolean holds(int i) {
    return compare.holds(Waiter.read(address(i), width), value(i));
  }

  private boolean isAwaited(int i) {
    return status == null || status[i] == 0 || Mutation.WAIT_MASK.isOn();
  }

  /** The next cell that is not left out, or {@link #count}. */
  public int nextAwaited(int from) {
    int i = from;
    while (i < count && !isAwaited(i)) {
      i++;
    }
    return i;
  }

  private boolean isEmpty() {
    return nextAwaited(0) == count;
  }

  /** How many cells, also those left out. */
  public int count() {
    return count;
  }

  /** Bytes of a cell. */
  public int width() {
    return width;
  }

  /** Bytes of all its cells together. */
  long byteSize() {
    return (long) count * width;
  }

  Compare compare() {
    return compare;
  }

  long value(int i) {
    if (longs != null) {
      return longs[i];
    }
    return ints != null ? ints[i] : value;
  }

  /** Where a cell is. */
  public long address(int i) {
    return heap + key(i);
  }

  private SymmetricObject object(int i) {
    return signals == null ? array : signals[i];
  }

  /** Offset in the heap. */
  private long key(int i) {
    return signals == null ? array.offset() + (index + i) * width : signals[i].offset();
  }

  // What sleepers need.

  /** One cell, as what is awaited. */
  public Awaited.Cell cell(int i) {
    long element = signals == null ? index + i : 0;
    return new Awaited.Cell(object(i), element, address(i), width, compare, value(i), key(i));
  }

  /** The first cell, as what is awaited. */
  Awaited.Cell first() {
    return cell(nextAwaited(0));
  }

  /** How many cells are in the set. */
  int awaited() {
    int cells = 0;
    for (int i = nextAwaited(0); i < count; i = nextAwaited(i + 1)) {
      cells++;
    }
    return cells;
  }

  /** How many of them do not hold. */
  int missing() {
    int cells = 0;
    for (int i = nextMissing(0); i != NONE; i = nextMissing(i + 1)) {
      cells++;
    }
    return cells;
  }

  long lowestKey() {
    long lowest = Long.MAX_VALUE;
    for (int i = nextAwaited(0); i < count; i = nextAwaited(i + 1)) {
      lowest = Math.min(lowest, key(i));
    }
    return lowest;
  }

  long highestKey() {
    long highest = 0;
    for (int i = nextAwaited(0); i < count; i = nextAwaited(i + 1)) {
      highest = Math.max(highest, key(i));
    }
    return highest;
  }
}
