package org.shmem4j.shmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What gets may return: what was in a heap before its last deliveries, unless who asks has been
 * told of them, by a signal, an atomic, or a collective.
 */
final class Sight {
  /** Of one get: each piece more is at least twice as many outcomes. */
  static final int MOST_CUTS = 7;

  private final Past[] pasts;

  /** By PE, the deliveries that gets of this one must not miss. */
  private final Seen[] seen;

  /** What those who wait for a cell learn from its last updates. */
  private final TreeMap<Long, Seen> seenByCell = new TreeMap<>();

  /** How long the objects are, by their first cell. */
  private final Map<Long, Long> objects = new HashMap<>();

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

  /** What gets of a PE that begin now must not miss; null if nothing is kept. */
  Seen known(int self) {
    return isClear ? null : seen[self].copy();
  }

  /**
   * Makes a copy of a part of another PE's heap what a get may return. It need not show one moment:
   * it is cut into pieces, each as old as it may be by what was known when the get began.
   *
   * @param known see {@link #known}
   * @param choices cuts, and chooses how old the pieces are
   */
  void blur(
      int self,
      Seen known,
      int pe,
      long offset,
      MemorySegment copy,
      long copyOffset,
      long bytes,
      Scheduler choices) {
    if (isClear) {
      return;
    }
    Past past = pasts[pe];
    long upTo = known.upTo(pe);
    long[] seams = past.seams(offset, bytes, upTo);
    int most = Math.min(seams.length, MOST_CUTS);
    if (seams.length > most || past.hasForgotten(offset, bytes, upTo)) {
      choices.limits();
    }
    int cuts = choices.choose(Strategy.Choice.CUTS, most + 1);
    long shown = upTo;
    for (int piece = 0; piece <= cuts; piece++) {
      long from = piece == 0 ? offset : seams[seams.length * piece / (cuts + 1)];
      long to = piece == cuts ? offset + bytes : seams[seams.length * (piece + 1) / (cuts + 1)];
      int age = choices.choose(Strategy.Choice.AGE, past.contents(from, to - from, upTo));
      int hiding = past.hiding(from, to - from, upTo, age);
      past.restore(copy, copyOffset + from - offset, from, to - from, hiding);
      shown = Math.max(shown, past.before(hiding));
    }
    seen[self].learn(pe, shown);
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

  /** An object begins to be on a PE. */
  void opened(int pe, long offset, long bytes) {
    if (!isClear) {
      objects.put(cell(pe, offset), bytes);
    }
  }

  /** An object is no more: nobody learns from its cells. */
  void closed(int pe, long offset) {
    Long bytes = objects.remove(cell(pe, offset));
    if (bytes != null) {
      seenByCell.subMap(cell(pe, offset), cell(pe, offset + bytes)).clear();
    }
  }

  /** How many cells there are that somebody learns from. */
  int cells() {
    return seenByCell.size();
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
