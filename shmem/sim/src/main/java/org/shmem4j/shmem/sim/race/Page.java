package org.shmem4j.shmem.sim.race;

import java.util.Arrays;

/**
 * The histories and the cells of some bytes of a heap. Bytes that have been accessed together share
 * a history: a slot is the whole page at first, and as small as the smallest access in the end.
 */
final class Page {
  static final int SHIFT = 12;
  static final int BYTES = 1 << SHIFT;

  private static final int LARGEST_ELEMENT_SHIFT = 3;
  private static final int SMALLEST_CELL = 4;

  private int shift = SHIFT; // a slot's bytes as a power of two
  private Access[][] slots = new Access[1][];
  private Clock[] cells; // by words of the smallest cell; null if there has been none

  /** Adds an access to the bytes from one place, to before another. */
  @SuppressWarnings("ReferenceEquality") // neighbours with one history share it
  void add(Access access, int from, int to, History history) {
    refine(from, to);
    Access[] before = null;
    Access[] after = null;
    boolean alone = true;
    for (int slot = from >> shift; slot < to >> shift; slot++) {
      if (after == null || slots[slot] != before) {
        before = slots[slot];
        after = history.after(before, access);
        alone &= after.length == 1;
      }
      slots[slot] = after;
    }
    if (alone && to - from == BYTES) {
      becomeOne(after);
    }
  }

  private void becomeOne(Access[] history) {
    shift = SHIFT;
    slots = new Access[][] {history};
  }

  /** Makes slots small enough that none is only partly between these two. */
  private void refine(int from, int to) {
    int aligned = Integer.numberOfTrailingZeros(from | to);
    if (aligned >= shift) {
      return;
    }
    int finer = Math.min(aligned, LARGEST_ELEMENT_SHIFT);
    Access[][] fine = new Access[BYTES >> finer][];
    int parts = fine.length / slots.length;
    for (int slot = 0; slot < slots.length; slot++) {
      Arrays.fill(fine, slot * parts, (slot + 1) * parts, slots[slot]);
    }
    shift = finer;
    slots = fine;
  }

  Clock cell(int at) {
    return cells == null ? null : cells[at / SMALLEST_CELL];
  }

  void setCell(int at, Clock clock) {
    if (cells == null) {
      cells = new Clock[BYTES / SMALLEST_CELL];
    }
    cells[at / SMALLEST_CELL] = clock;
  }

  void forget(int from, int to) {
    refine(from, to);
    Arrays.fill(slots, from >> shift, to >> shift, null);
    if (cells != null) {
      Arrays.fill(cells, from / SMALLEST_CELL, (to - 1) / SMALLEST_CELL + 1, null);
    }
  }
}
