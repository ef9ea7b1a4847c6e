package org.shmem4j.collectives.internal;

/** Every member copies from the root, all at once. */
final class PullBroadcast implements Algorithm {
  @Override
  public void run(Movement move) {
    move.pull(move.root(), 0, 0, move.count());
    move.leave();
  }
}
