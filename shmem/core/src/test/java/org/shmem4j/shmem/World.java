package org.shmem4j.shmem;

import org.shmem4j.shmem.Shmem.TransportFactory;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** The kinds of jobs, of threads, that operations are tested in. */
enum World {
  /** Each PE loads and stores the others' memory; waiters never sleep. */
  DIRECT(null, false),
  /** Each PE loads and stores the others' memory; waiters sleep and are rung. */
  DIRECT_SLEEPING(null, true),
  /** A transport reaches every PE, also oneself. */
  REMOTE(LoopbackTransport::new, false),
  /** As REMOTE; the transport has to ring. */
  REMOTE_SLEEPING(LoopbackTransport::new, true);

  /** Heap of a PE unless a test says otherwise. */
  static final long HEAP = 1 << 20;

  private final TransportFactory transports;
  private final boolean maySleep;

  World(TransportFactory transports, boolean maySleep) {
    this.transports = transports;
    this.maySleep = maySleep;
  }

  boolean isRemote() {
    return transports != null;
  }

  void run(int pes, ShmemProgram program) {
    run(pes, HEAP, program);
  }

  void run(int pes, long heapBytes, ShmemProgram program) {
    Shmem.threads(spec(pes, heapBytes, maySleep), transports, program);
  }

  static JobSpec spec(int pes, long heapBytes, boolean maySleep) {
    return new JobSpec(pes, heapBytes, HeapBacking.MAPPED, true, maySleep);
  }

  /** The control file of a PE's job. */
  static ControlFile control(Shmem shmem) {
    try {
      var field = Shmem.class.getDeclaredField("control");
      field.setAccessible(true);
      return (ControlFile) field.get(shmem);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
