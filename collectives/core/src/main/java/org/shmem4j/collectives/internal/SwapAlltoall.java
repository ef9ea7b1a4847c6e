package org.shmem4j.collectives.internal;

/**
 * In place: of every two members one swaps the two blocks that they have for each other, so nobody
 * else touches them. The one is the nearer, going round: each member has as much to do.
 */
final class SwapAlltoall implements Algorithm {
  @Override
  public void run(Movement move) {
    int pes = move.pes();
    for (int distance = 1; distance <= pes / 2; distance++) {
      int peer = (move.pe() + distance) % pes;
      boolean isOpposite = 2 * distance == pes;
      if (!isOpposite || move.pe() < peer) {
        swap(move, peer);
      }
    }
    move.leave();
  }

  private static void swap(Movement move, int peer) {
    Block block = move.block();
    long mine = peer * move.count();
    long theirs = move.pe() * move.count();
    for (long done = 0; done < move.count(); done += block.capacity()) {
      int part = (int) Math.min(block.capacity(), move.count() - done);
      move.load(move.pe(), mine + done, block.result(), part);
      move.load(peer, theirs + done, block.operand(), part);
      move.store(peer, theirs + done, block.result(), part);
      move.store(move.pe(), mine + done, block.operand(), part);
    }
  }
}
