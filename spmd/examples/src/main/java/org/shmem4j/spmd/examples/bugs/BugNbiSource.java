package org.shmem4j.spmd.examples.bugs;

import java.util.Arrays;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE sends its right neighbour several blocks without waiting, from one buffer.
 *
 * <p>Wrong: the buffer is filled with the next block while the last may not have been read from it;
 * a fence says nothing about that. Mended by {@code awaitSource()} on what {@code putNbi} returns
 * before the buffer is filled again, by {@code put}, or by a buffer for each block.
 */
public final class BugNbiSource {
  private static final int BLOCKS = 3;
  private static final int LENGTH = 4;

  private BugNbiSource() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-nbi-source", 2, args, BugNbiSource::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs blocks = shmem.longs(BLOCKS * LENGTH);
    int right = (shmem.pe() + 1) % shmem.pes();

    long[] buffer = new long[LENGTH];
    for (int block = 0; block < BLOCKS; block++) {
      int place = block * LENGTH;
      Arrays.fill(buffer, 100 + block);
      blocks.putNbi(place, buffer, 0, LENGTH, right);
      shmem.fence();
    }
    shmem.barrierAll();

    for (int i = 0; i < BLOCKS * LENGTH; i++) {
      Bug.expect("a block holds what was in the buffer", 100 + i / LENGTH, blocks.at(i));
    }
  }
}
