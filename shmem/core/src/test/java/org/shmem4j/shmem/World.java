package org.shmem4j.shmem;

import java.time.Duration;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.fabric.Fabric;
import org.shmem4j.shmem.internal.fabric.SharedMemory;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.transport.DirectTransport;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** The kinds of jobs, of threads, that operations are tested in. */
@SuppressWarnings("ImmutableEnumChecker") // a constructor reference has no state
enum World {
  /** Each PE loads and stores the others' memory; waiters never sleep. */
  DIRECT(SharedMemory.DIRECT, false),
  /** Each PE loads and stores the others' memory; waiters sleep and are rung. */
  DIRECT_SLEEPING(SharedMemory.DIRECT, true),
  /** A transport reaches every PE, also oneself. */
  REMOTE(SharedMemory.reachedBy(DirectTransport::new), false),
  /** As REMOTE; the transport has to ring. */
  REMOTE_SLEEPING(SharedMemory.reachedBy(DirectTransport::new), true),
  /** A transport that is as late and as disorderly as it may be reaches every PE. */
  DELAYED(SharedMemory.reachedBy(membership -> new DelayingTransport(membership, 1)), false),
  /** As DELAYED, with waiters that sleep. */
  DELAYED_SLEEPING(
      SharedMemory.reachedBy(membership -> new DelayingTransport(membership, 2)), true);

  /** Heap of a PE unless a test says otherwise. */
  static final long HEAP = 1 << 20;

  private final Fabric fabric;
  private final boolean maySleep;

  World(Fabric fabric, boolean maySleep) {
    this.fabric = fabric;
    this.maySleep = maySleep;
  }

  boolean isRemote() {
    return fabric != SharedMemory.DIRECT;
  }

  void run(int pes, ShmemProgram program) {
    run(pes, HEAP, program);
  }

  /** As {@link #run(int, ShmemProgram)}, in checked mode. */
  void runChecked(int pes, ShmemProgram program) {
    Shmem.threads(spec(pes, HEAP, maySleep).checkedIf(true), fabric, program);
  }

  void run(int pes, long heapBytes, ShmemProgram program) {
    Shmem.threads(spec(pes, heapBytes, maySleep), fabric, program);
  }

  static JobSpec spec(int pes, long heapBytes, boolean maySleep) {
    return new JobSpec(pes, heapBytes, HeapBacking.MAPPED, true, maySleep);
  }

  /**
   * Waits until this PE has slept on a bell once: its first sleeps are without, so that small jobs
   * need no native call. Collective; does nothing in a job that never sleeps.
   */
  void useUpSleepsWithoutBell(Shmem shmem) {
    Signal never = shmem.signal();
    while (maySleep && sleeps(shmem) == 0) {
      try {
        var _ = never.waitUntil(Compare.NE, 0, Duration.ofMillis(20));
      } catch (WaitTimeoutException e) {
        // As intended.
      }
    }
    shmem.free(never);
  }

  /** How often this PE has slept on a bell. */
  static long sleeps(Shmem shmem) {
    return Memory.getOpaqueLong(
        control(shmem).base() + ControlLayout.block(shmem.pe()) + ControlLayout.SLEEPS);
  }

  /** The control file of a PE's job. */
  static ControlFile control(Shmem shmem) {
    try {
      var field = Shmem.class.getDeclaredField("control");
      field.setAccessible(true);
      return (ControlFile) field.get(shmem);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no such field", e);
    }
  }
}
