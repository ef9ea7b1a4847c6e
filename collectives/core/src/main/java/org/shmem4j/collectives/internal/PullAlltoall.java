package org.shmem4j.collectives.internal;

/** Every member copies its block from every member, beginning with itself and its neighbour. */
final class PullAlltoall implements Algorithm {
  @Override
  public void run(Movement move) {
    int pes = move.pes();
    long count = move.count();
    for (int distance = 0; distance < pes; distance++) {
      int peer = (move.pe() + distance) % pes;
      move.pull(peer, move.pe() * count, peer * count, count);
    }
    move.leave();
  }
}
