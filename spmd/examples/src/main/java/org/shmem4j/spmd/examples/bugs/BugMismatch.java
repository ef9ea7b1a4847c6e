package org.shmem4j.spmd.examples.bugs;

import java.util.Arrays;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * The PEs share out some items as evenly as it goes, and each makes room for its own.
 *
 * <p>Wrong: the shares differ by one, but a symmetric array has one length on all PEs. Mended by
 * the largest share's length on every PE.
 */
public final class BugMismatch {
  private BugMismatch() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-mismatch", 2, args, BugMismatch::program);
  }

  static void program(Shmem shmem) {
    int items = 2 * shmem.pes() + 1;
    int mine = items / shmem.pes() + (shmem.pe() < items % shmem.pes() ? 1 : 0);
    SymmetricLongs done = shmem.longs(1);
    SymmetricLongs share = shmem.longs(mine);

    share.fill(1);
    done.atomicAdd(0, Arrays.stream(share.toArray()).sum(), 0);
    shmem.barrierAll();
    Bug.expect("every item is done", items, done.g(0, 0));
  }
}
