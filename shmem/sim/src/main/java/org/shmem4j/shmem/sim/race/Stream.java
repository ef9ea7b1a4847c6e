package org.shmem4j.shmem.sim.race;

/** A context's puts, numbered for each target, and how far its fences reach. */
final class Stream {
  final int number;
  final Pe pe;
  final boolean ordersStores;
  private final long[] issued;
  private final long[] fenced;
  private final long[] fenceTime;

  Stream(int number, Pe pe, boolean ordersStores, int pes) {
    this.number = number;
    this.pe = pe;
    this.ordersStores = ordersStores;
    this.issued = new long[pes];
    this.fenced = new long[pes];
    this.fenceTime = new long[pes];
  }

  long issue(int target) {
    return ++issued[target];
  }

  /** Returns the number of the last one to the target that is behind a fence. */
  long fenced(int target) {
    return fenced[target];
  }

  /** Returns the PE's time at the last fence for the target. */
  long fenceTime(int target) {
    return fenceTime[target];
  }

  /** Returns until when the PE's plain stores are ahead of what is issued to the target now. */
  long fencedStores(int target) {
    return ordersStores ? fenceTime[target] : 0;
  }

  void fence(int target) {
    long now = pe.pass();
    if (target >= 0) {
      fence(target, now);
      return;
    }
    for (int each = 0; each < issued.length; each++) {
      fence(each, now);
    }
  }

  private void fence(int target, long now) {
    fenced[target] = issued[target];
    fenceTime[target] = now;
  }

  void quiet(int target) {
    fence(target);
    pe.known.learnProgram(pe.number, pe.time() - 1);
    if (ordersStores && (target < 0 || target == pe.number)) {
      pe.known.learnStores(pe.number, pe.time() - 1);
    }
    if (target >= 0) {
      pe.known.learnDelivered(number, target, Delivered.upTo(issued[target]));
    } else {
      pe.known.learnDelivered(number, issued);
    }
  }
}
