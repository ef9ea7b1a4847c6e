package org.shmem4j.spmd.examples.bugs;

import java.util.Arrays;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Message passing: a block goes to the right neighbour, then a signal that says so.
 *
 * <p>Wrong: nothing keeps the block ahead of the signal, so the neighbour may read the old one. On
 * x86 that is never seen. Mended by {@code fence()} between the two, as message passing in {@code
 * patterns}, or by {@code putSignal}, as in {@code ring}.
 */
public final class BugFence {
  private static final int LENGTH = 4;

  private BugFence() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-fence", 2, args, BugFence::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs box = shmem.longs(LENGTH);
    Signal ready = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();
    int left = (shmem.pe() + shmem.pes() - 1) % shmem.pes();
    long[] block = new long[LENGTH];
    Arrays.fill(block, 100 + shmem.pe());

    box.put(block, right);
    ready.set(1, right);

    ready.waitUntil(Compare.EQ, 1);
    for (long seen : box.toArray()) {
      Bug.expect("the neighbour's block is there when its signal is", 100 + left, seen);
    }
  }
}
