package org.shmem4j.spmd.examples.bugs;

import java.util.Arrays;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;

/**
 * Every PE tells every other that it is ready, and goes on when all have told it.
 *
 * <p>Wrong: the signals are fetched once, and the loop looks at the copies for ever if one was not
 * there; a sync does not complete the signals before it. Mended by {@code Signal.waitUntilAll}, as
 * fan-in in {@code patterns}.
 */
public final class BugSpin {
  private BugSpin() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-spin", 2, args, BugSpin::program);
  }

  static void program(Shmem shmem) {
    Signal[] ready = shmem.signals(shmem.pes()); // one for each sender
    for (int peer = 0; peer < shmem.pes(); peer++) {
      ready[shmem.pe()].set(1, peer);
    }
    shmem.syncAll();

    long[] seen = new long[shmem.pes()];
    for (int peer = 0; peer < shmem.pes(); peer++) {
      seen[peer] = ready[peer].fetch();
    }
    while (Arrays.stream(seen).sum() < shmem.pes()) {
      // some are not ready yet
    }
    Bug.expect("all are ready", 1, seen[shmem.pes() - 1]);
  }
}
