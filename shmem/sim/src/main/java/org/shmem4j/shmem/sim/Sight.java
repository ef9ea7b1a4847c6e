package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * What gets may return: what was in a heap before its last deliveries, unless who asks has been
 * told of them, by a signal, an atomic, or a collective.
 */
final class Sight {
  private final Past[] pasts;

  /** By PE, the deliveries that gets of this one must not miss. */
  private final Seen[] seen;

  /** What those who wait for a cell learn from its last updates. */
  private final Map<Long, Seen> seenByCell = new HashMap<>();

  /** Whether gets return the newest, and nothing is kept. */
  private final boolean isClear;

  /** How many deliveries there have been. */
  private long moment;

  Sight(int pes, boolean isClear) {
    this.isClear = isClear;
    this.pasts = new Past[isClear ? 0 : pes];
    this.seen = new Seen[pasts.length];
    for (int pe = 0; pe < pasts.length; pe++) {
      pasts[pe] = new Past();
      seen[pe] = new Seen();
    }
  }

  /** Bytes of a PE's heap are about to be overwritten. */
  void overwrites(int pe, MemorySegment heap, long offset, long bytes) {
    if (!isClear) {
      pasts[pe].keep(heap, offset, bytes, ++moment);
    }
  }

  /**
   * Makes a copy of a part of another PE's heap what a get may return.
   *
   * @param ages chooses how old it is, of so many contents
   */
  void blur(
      int self,
      int pe,
      long offset,
      MemorySegment copy,
      long copyOffset,
      long bytes,
      IntUnaryOperator ages) {
    if (isClear) {
      return;
    }
    Past past = pasts[pe];
    long upTo = seen[self].upTo(pe);
    int age = ages.applyAsInt(past.contents(offset, bytes, upTo));
    int hiding = past.hiding(offset, bytes, upTo, age);
    past.restore(copy, copyOffset, offset, bytes, hiding);
    seen[self].learn(pe, hiding == 0 ? past.last() : past.before(hiding));
  }

  /** What a PE tells with a signal, an atomic, a collective; null if nobody asks. */
  Seen told(int pe) {
    if (isClear) {
      return null;
    }
    Seen told = seen[pe].copy();
    told.learn(pe, pasts[pe].last());
    return told;
  }

  /** What a PE tells a collective to which it comes. */
  void tell(int pe, Seen together) {
    if (!isClear) {
      together.learn(seen[pe]);
      together.learn(pe, pasts[pe].last());
    }
  }

  /** Whoever acquires the cell learns what its writer knew, and what its owner's memory has. */
  void tell(int pe, long offset, Seen told, boolean replaces) {
    if (told == null) {
      return;
    }
    long cell = cell(pe, offset);
    Seen before = seenByCell.get(cell);
    if (before != null && !replaces) {
      told.learn(before);
    }
    told.learn(pe, pasts[pe].last());
    seenByCell.put(cell, told);
  }

  /** A PE acquires a cell. */
  void learnFrom(int self, int pe, long offset) {
    Seen told = isClear ? null : seenByCell.get(cell(pe, offset));
    if (told != null) {
      seen[self].learn(told);
    }
  }

  private static long cell(int pe, long offset) {
    return ((long) pe << 40) | offset;
  }

  /** A PE leaves a collective whose members together have seen that. */
  void learn(int self, Seen told) {
    if (!isClear) {
      seen[self].learn(told);
    }
  }

  /** A PE misses nothing that has been delivered by now. */
  void learnAll(int self) {
    if (!isClear) {
      seen[self].learnAll(moment);
    }
  }
}
