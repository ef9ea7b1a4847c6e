package org.shmem4j.collectives.internal;

import org.shmem4j.collectives.Reduction;

/** Each member goes through its slice of all members, in their order, with the sum so far. */
final class SlicedScan extends Sliced {
  private final boolean isInclusive;

  SlicedScan(boolean isInclusive) {
    this.isInclusive = isInclusive;
  }

  @Override
  void runBlock(Movement move, long start, int count) {
    Block sum = move.block();
    sum.clear();
    for (int peer = 0; peer < move.pes(); peer++) {
      move.load(peer, start, sum.operand(), count); // first: it may be the target
      if (!isInclusive) {
        move.store(peer, start, sum.result(), count);
      }
      if (peer == 0) {
        sum.take(); // and not 0 + it: that is another number for -0.0
      } else {
        sum.combine(Reduction.SUM, count);
      }
      if (isInclusive) {
        move.store(peer, start, sum.result(), count);
      }
    }
  }
}
