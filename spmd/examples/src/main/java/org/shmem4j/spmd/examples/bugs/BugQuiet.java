package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * PE 0 stores a number on the last PE and tells PE 1, which reads it there.
 *
 * <p>Wrong: a fence keeps things in order on their way to one PE, but the number and the signal go
 * to two, so PE 1 may be told before the number is there. Mended by {@code quiet()}, as third party
 * in {@code patterns}.
 */
public final class BugQuiet {
  private BugQuiet() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-quiet", 3, args, BugQuiet::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs store = shmem.longs(1);
    Signal told = shmem.signal();
    int keeper = shmem.pes() - 1;

    if (shmem.pe() == 0) {
      store.p(0, 42, keeper);
      shmem.fence(); // the number, before the signal
      told.set(1, 1);
    } else if (shmem.pe() == 1) {
      told.waitUntil(Compare.EQ, 1);
      Bug.expect("the number is there when its signal is", 42, store.g(0, keeper));
    }
  }
}
