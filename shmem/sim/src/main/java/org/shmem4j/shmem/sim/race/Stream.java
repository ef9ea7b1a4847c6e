package org.shmem4j.shmem.sim.race;

import java.util.BitSet;

/** A context's puts, numbered for each target, and how far its fences reach. */
final class Stream {
  final int number;
  final Pe pe;
  final boolean ordersStores;
  private final long[] issued;
  private final long[] fenced;
  private final long[] fenceTime;
  private final BitSet unfenced = new BitSet(); // targets put to since their last fence
  private final BitSet unquieted = new BitSet(); // targets put to since their last quiet
  private long fenceTimeOfAll;

  Stream(int number, Pe pe, boolean ordersStores, int pes) {
    this.number = number;
    this.pe = pe;
    this.ordersStores = ordersStores;
    this.issued = new long[pes];
    this.fenced = new long[pes];
    this.fenceTime = new long[pes];
  }

  long issue(int target) {
    unfenced.set(target);
    unquieted.set(target);
    return ++issued[target];
  }

  /** Returns the number of the last one to the target that is behind a fence. */
  long fenced(int target) {
    return fenced[target];
  }

  /** Returns the PE's time at the last fence for the target. */
  long fenceTime(int target) {
    return Math.max(fenceTime[target], fenceTimeOfAll);
  }

  /** Returns until when the PE's plain stores are ahead of what is issued to the target now. */
  long fencedStores(int target) {
    return ordersStores ? fenceTime(target) : 0;
  }

  void fence(int target) {
    long now = pe.pass();
    if (target >= 0) {
      fenceTime[target] = now;
      fenceIssued(target);
      return;
    }
    fenceTimeOfAll = now;
    for (int each = unfenced.nextSetBit(0); each >= 0; each = unfenced.nextSetBit(each)) {
      fenceIssued(each);
    }
  }

  private void fenceIssued(int target) {
    fenced[target] = issued[target];
    unfenced.clear(target);
  }

  void quiet(int target) {
    fence(target);
    long until = pe.time() - 1;
    boolean completesStores = ordersStores && (target < 0 || target == pe.number);
    pe.learnOwn(until, completesStores ? until : 0);
    if (target >= 0) {
      learnDelivered(target);
      return;
    }
    for (int each = unquieted.nextSetBit(0); each >= 0; each = unquieted.nextSetBit(each)) {
      learnDelivered(each);
    }
  }

  private void learnDelivered(int target) {
    pe.learnDelivered(number, target, Delivered.upTo(issued[target]));
    unquieted.clear(target);
  }
}
