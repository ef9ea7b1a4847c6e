package org.shmem4j.spmd.examples.bugs;

import java.util.Arrays;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE sends a hint to its right neighbour, which does not need it any more, and all go on with
 * another array.
 *
 * <p>Wrong: free begins with a barrier, but that completes the default context only. A hint that is
 * still on its way lands in the new array, which has the old one's place. Mended by {@code
 * stream.quiet()}, or by closing the context, before the array is freed.
 */
public final class BugUseAfterFree {
  private static final int LENGTH = 4;

  private BugUseAfterFree() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-use-after-free", 2, args, BugUseAfterFree::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs hints = shmem.longs(LENGTH);
    int right = (shmem.pe() + 1) % shmem.pes();
    long[] hint = new long[LENGTH];
    Arrays.fill(hint, 100 + shmem.pe());

    try (ShmemContext stream = shmem.createContext()) {
      hints.on(stream).put(hint, right);
      shmem.free(hints);

      SymmetricLongs counts = shmem.longs(LENGTH);
      stream.quiet();
      shmem.barrierAll();
      for (long seen : counts.toArray()) {
        Bug.expect("a new array holds zeros", 0, seen);
      }
    }
  }
}
