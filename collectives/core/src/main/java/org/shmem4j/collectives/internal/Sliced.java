package org.shmem4j.collectives.internal;

/**
 * Many elements: each member has a slice of them, which it reads from and writes to every member.
 * Nobody else touches the slice anywhere, so target and source may be the same.
 */
abstract class Sliced implements Algorithm {
  /** No two members write to one cache line of an array that begins with one. */
  private static final int LINE_BYTES = 128;

  @Override
  public final void run(Movement move) {
    int unit = LINE_BYTES / move.elementBytes();
    long units = (move.count() + unit - 1) / unit;
    long end = Math.min(move.count(), units * (move.pe() + 1) / move.pes() * unit);
    int capacity = move.block().capacity();
    for (long start = units * move.pe() / move.pes() * unit; start < end; start += capacity) {
      runBlock(move, start, (int) Math.min(capacity, end - start));
    }
    move.leave();
  }

  /** Works on elements of the slice that fit into a block. */
  abstract void runBlock(Movement move, long start, int count);
}
