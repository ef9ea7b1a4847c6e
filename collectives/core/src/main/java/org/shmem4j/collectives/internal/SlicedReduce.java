package org.shmem4j.collectives.internal;

/** Each member combines its slice of all members, in their order, and gives it to all. */
final class SlicedReduce extends Sliced {
  @Override
  void runBlock(Movement move, long start, int count) {
    Block block = move.block();
    move.load(0, start, block.result(), count);
    for (int peer = 1; peer < move.pes(); peer++) {
      move.load(peer, start, block.operand(), count);
      block.combine(move.reduction(), count);
    }
    for (int peer = 0; peer < move.pes(); peer++) {
      move.store(peer, start, block.result(), count);
    }
  }
}
