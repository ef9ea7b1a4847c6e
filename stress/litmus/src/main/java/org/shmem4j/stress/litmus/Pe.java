package org.shmem4j.stress.litmus;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricFloats;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLock;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricShorts;

/**
 * A PE, and what rows work on: for each trial a slot of a few cells of each kind, all 0 when the
 * trial begins.
 */
public final class Pe implements AutoCloseable {
  /** Cells of a trial in each array. */
  public static final int SPACING = 8;

  private static final int LONGEST_MOMENT = 30;

  public final Shmem shmem;
  public final SymmetricLongs x;
  public final SymmetricLongs y;
  public final SymmetricLongs flag;

  /** Cells that are -1 when a trial begins. */
  public final SymmetricLongs full;

  public final SymmetricInts ints;
  public final SymmetricDoubles doubles;
  public final SymmetricShorts shorts;
  public final SymmetricBytes bytes;
  public final SymmetricFloats floats;

  /** Blocks; see {@link #data(long)}. */
  public final SymmetricLongs data;

  /** Ones, as many as a block has elements, at least one. */
  public final SymmetricLongs source;

  /** A context of its own. */
  public final ShmemContext other;

  /** A context whose fence does not order stores through views. */
  public final ShmemContext nostore;

  public final SymmetricLock lock;
  public final Collectives collectives;

  /** Ones, as many as a block has elements, at least one. */
  public final long[] ones;

  /** For what one thread of a PE tells another. */
  public final AtomicLongArray told;

  private final Row row;
  private final int slots;
  private final Signal[] signals;
  private final MemorySegment[] ownSignals;
  private final long[] sources;
  private final long[] results;
  private final MemorySegment[] views;
  private final boolean crowded;

  private Pe(Shmem shmem, Row row, int slots) {
    this.shmem = shmem;
    this.row = row;
    this.slots = slots;
    long cells = (long) slots * SPACING;
    x = shmem.longs(cells);
    y = shmem.longs(cells);
    flag = shmem.longs(cells);
    full = shmem.longs(cells);
    ints = shmem.ints(cells);
    doubles = shmem.doubles(cells);
    shorts = shmem.shorts(cells);
    bytes = shmem.bytes(cells);
    floats = shmem.floats(cells);
    int block = Math.max(1, row.dataLength());
    data = shmem.longs((long) slots * block);
    source = shmem.longs(block);
    source.fill(1);
    ones = new long[block];
    Arrays.fill(ones, 1);
    signals = shmem.signals(slots * row.signals());
    ownSignals = Arrays.stream(signals).map(Signal::segment).toArray(MemorySegment[]::new);
    other = shmem.createContext();
    nostore = shmem.createContext(ContextOption.NOSTORE);
    lock = shmem.lock();
    collectives = Collectives.of(shmem.world());
    sources = new long[slots];
    results = new long[slots];
    told = new AtomicLongArray(slots);
    views = views(shmem, x);
    crowded = Runtime.getRuntime().availableProcessors() < row.parts().size();
  }

  private static MemorySegment[] views(Shmem shmem, SymmetricLongs cells) {
    MemorySegment[] views = new MemorySegment[shmem.pes()];
    for (int pe = 0; pe < views.length; pe++) {
      views[pe] = shmem.isDirect(pe) ? cells.segment(pe) : null;
    }
    return views;
  }

  /** Prepares so many trials of a row. Collective. */
  public static Pe create(Shmem shmem, Row row, int slots) {
    return new Pe(shmem, row, slots);
  }

  /** How many trials have cells of their own. */
  public int slots() {
    return slots;
  }

  /** Index of a trial's first cell in each array. */
  public static long at(int slot) {
    return (long) slot * SPACING;
  }

  /** A trial's number, also its index in {@link #sources}, {@link #results} and {@link #told}. */
  static int slot(long at) {
    return (int) (at / SPACING);
  }

  /** Index of a trial's first element in {@link #data}. */
  public long data(long at) {
    return (long) slot(at) * row.dataLength();
  }

  /** A trial's only, or first, signal. */
  public Signal signal(long at) {
    return signals[slot(at) * row.signals()];
  }

  /** A trial's signals. */
  public Signal[] signals(long at) {
    int first = slot(at) * row.signals();
    return Arrays.copyOfRange(signals, first, first + row.signals());
  }

  /** A Java array whose element {@link #slot} is a trial's own; it is 1 at first. */
  public long[] sources() {
    return sources;
  }

  /** As {@link #sources}, 0 at first. */
  public long[] results() {
    return results;
  }

  /** A view of a PE's {@link #x}. */
  public MemorySegment view(int pe) {
    return views[pe];
  }

  /** Between two looks of a loop. */
  public void pause() {
    if (crowded) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }

  /** Takes a moment, of random length. */
  public void dawdle() {
    int steps = ThreadLocalRandom.current().nextInt(LONGEST_MOMENT);
    for (int i = 0; i < steps; i++) {
      Thread.onSpinWait();
    }
  }

  /** Makes this PE's cells of all trials 0. */
  public void clear() {
    for (int slot = 0; slot < slots; slot++) {
      clear(slot);
    }
  }

  /** Makes this PE's cells of a trial 0. */
  public void clear(int slot) {
    long first = at(slot);
    for (long at = first; at < first + SPACING; at++) {
      x.set(at, 0);
      y.set(at, 0);
      flag.set(at, 0);
      full.set(at, -1);
      ints.set(at, 0);
      doubles.set(at, 0);
      shorts.set(at, (short) 0);
      bytes.set(at, (byte) 0);
      floats.set(at, 0);
    }
    for (long i = data(first), end = i + row.dataLength(); i < end; i++) {
      data.set(i, 0);
    }
    for (int i = slot * row.signals(); i < (slot + 1) * row.signals(); i++) {
      ownSignals[i].set(JAVA_LONG, 0, 0); // not by an operation, which a transport may delay
    }
    sources[slot] = 1;
    results[slot] = 0;
    told.setPlain(slot, 0);
  }

  /** Completes what has been issued by the contexts of its own. */
  public void quietContexts() {
    other.quiet();
    nostore.quiet();
  }

  /** Ends what was prepared. Collective. */
  @Override
  public void close() {
    other.close();
    nostore.close();
    lock.free();
    shmem.heap().free(signals);
    for (var array :
        new org.shmem4j.shmem.SymmetricArray[] {
          source, data, floats, bytes, shorts, doubles, ints, full, flag, y, x
        }) {
      shmem.free(array);
    }
  }
}
