package org.shmem4j.shmem.sim.load;

/** Ends a loop that does nothing which the simulator sees; its stack trace says where it is. */
public final class EndlessLoopError extends Error {
  private static final long serialVersionUID = 1L;

  EndlessLoopError() {
    super("a loop must end or call a shmem operation");
  }
}
