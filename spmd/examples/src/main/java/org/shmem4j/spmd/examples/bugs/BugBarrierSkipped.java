package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * The PEs share out some items, and PE 0 counts how many were done.
 *
 * <p>Wrong: a PE without items skips the barrier that the others are in, and meets them with its
 * next collective, here the end of the program. Mended by moving the barrier out of the {@code if}:
 * who has nothing to do still takes part.
 */
public final class BugBarrierSkipped {
  private BugBarrierSkipped() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-barrier-skipped", 2, args, BugBarrierSkipped::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs done = shmem.longs(1);
    int items = shmem.pes() - 1;
    int mine = items / shmem.pes() + (shmem.pe() < items % shmem.pes() ? 1 : 0);

    if (mine > 0) {
      done.atomicAdd(0, mine, 0);
      shmem.barrierAll();
    }
    if (shmem.pe() == 0) {
      Bug.expect("every item is done", items, done.at(0));
    }
  }
}
