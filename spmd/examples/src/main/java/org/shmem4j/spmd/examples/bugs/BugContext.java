package org.shmem4j.spmd.examples.bugs;

import java.util.Arrays;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE sends a block to its right neighbour on a context of its own, then all meet.
 *
 * <p>Wrong: a barrier completes what was put on the default context only, so the block may come
 * after it. Mended by {@code stream.quiet()} before the barrier.
 */
public final class BugContext {
  private static final int LENGTH = 4;

  private BugContext() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-context", 2, args, BugContext::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs box = shmem.longs(LENGTH);
    int right = (shmem.pe() + 1) % shmem.pes();
    int left = (shmem.pe() + shmem.pes() - 1) % shmem.pes();
    long[] block = new long[LENGTH];
    Arrays.fill(block, 100 + shmem.pe());

    try (ShmemContext stream = shmem.createContext()) {
      box.on(stream).put(block, right);
      shmem.barrierAll();
      for (long seen : box.toArray()) {
        Bug.expect("the neighbour's block is there after the barrier", 100 + left, seen);
      }
    }
  }
}
