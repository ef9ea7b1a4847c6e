package org.shmem4j.collectives.internal;

/** Every member copies from every member. */
final class PullCollect implements Algorithm {
  @Override
  public void run(Movement move) {
    long start = 0;
    for (int peer = 0; peer < move.pes(); peer++) {
      move.pull(peer, 0, start, move.count(peer));
      start += move.count(peer);
    }
    move.leave();
  }
}
