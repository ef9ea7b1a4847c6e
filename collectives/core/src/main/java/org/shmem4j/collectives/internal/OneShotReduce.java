package org.shmem4j.collectives.internal;

/**
 * Few elements: every member combines all members' elements, in their order, and keeps the result
 * when all have read. Wants them to fit into a block.
 */
final class OneShotReduce implements Algorithm {
  @Override
  public void run(Movement move) {
    Block block = move.block();
    int count = (int) move.count();
    move.load(0, 0, block.result(), count);
    for (int peer = 1; peer < move.pes(); peer++) {
      move.load(peer, 0, block.operand(), count);
      block.combine(move.reduction(), count);
    }
    move.leave();
    move.keep(block.result(), count);
  }
}
