package org.shmem4j.shmem;

import org.shmem4j.shmem.internal.fabric.Fabric;
import org.shmem4j.shmem.internal.fabric.SharedMemory;

/** The kinds of jobs, of threads, that collectives are tested in. */
@SuppressWarnings("ImmutableEnumChecker") // a constructor reference has no state
public enum TestJob {
  /** Each PE loads and stores the others' memory; waiters never sleep. */
  DIRECT(SharedMemory.DIRECT, false),
  /** Each PE loads and stores the others' memory; waiters sleep and are rung. */
  DIRECT_SLEEPING(SharedMemory.DIRECT, true),
  /** A transport reaches every PE, also oneself, and puts arrive at quiet. */
  LATE(SharedMemory.reachedBy(LateTransport::new), true);

  private static final long HEAP = 1 << 20;

  private final Fabric fabric;
  private final boolean maySleep;

  TestJob(Fabric fabric, boolean maySleep) {
    this.fabric = fabric;
    this.maySleep = maySleep;
  }

  /** Runs a program on PEs that are threads. */
  public void run(int pes, ShmemProgram program) {
    Shmem.threads(World.spec(pes, HEAP, maySleep), fabric, program);
  }
}
