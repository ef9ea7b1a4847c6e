package org.shmem4j.shmem;

import org.shmem4j.shmem.Shmem.TransportFactory;

/** The kinds of jobs, of threads, that collectives are tested in. */
@SuppressWarnings("ImmutableEnumChecker") // a constructor reference has no state
public enum TestJob {
  /** Each PE loads and stores the others' memory; waiters never sleep. */
  DIRECT(null, false),
  /** Each PE loads and stores the others' memory; waiters sleep and are rung. */
  DIRECT_SLEEPING(null, true),
  /** A transport reaches every PE, also oneself, and puts arrive at quiet. */
  LATE(LateTransport::new, true);

  private static final long HEAP = 1 << 20;

  private final TransportFactory transports;
  private final boolean maySleep;

  TestJob(TransportFactory transports, boolean maySleep) {
    this.transports = transports;
    this.maySleep = maySleep;
  }

  /** Runs a program on PEs that are threads. */
  public void run(int pes, ShmemProgram program) {
    Shmem.threads(World.spec(pes, HEAP, maySleep), transports, program);
  }
}
