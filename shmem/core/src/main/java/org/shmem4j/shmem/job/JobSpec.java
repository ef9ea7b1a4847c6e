package org.shmem4j.shmem.job;

import org.shmem4j.shmem.internal.memory.FutexNumber;

/**
 * What a job is to be.
 *
 * @param pes how many PEs
 * @param heapBytes bytes of each PE's symmetric heap; rounded up to whole pages
 * @param backing what maps the heaps in the ranks
 * @param sparse if so the heaps' space is taken on first touch, not now
 * @param maySleep whether waiting PEs may sleep on a futex; notifiers then pay for a fence; false
 *     where there is no futex: waiters then sleep for fixed times
 */
public record JobSpec(
    int pes, long heapBytes, HeapBacking backing, boolean sparse, boolean maySleep) {
  /** As many PEs as a control file can describe. */
  public static final int MAX_PES = 65_536;

  private static final long PAGE = 4096;

  /** Checks. */
  public JobSpec {
    if (pes < 1 || pes > MAX_PES) {
      throw new IllegalArgumentException("a job has between 1 and " + MAX_PES + " PEs: pes=" + pes);
    }
    if (heapBytes < 1 || heapBytes > Long.MAX_VALUE - PAGE) {
      throw new IllegalArgumentException(
          "a symmetric heap has at least one byte: heapBytes=" + heapBytes);
    }
    heapBytes = (heapBytes + PAGE - 1) & -PAGE;
    maySleep &= FutexNumber.isKnown();
  }

  /** A spec from the settings in force; waiters may sleep if there are more PEs than processors. */
  public static JobSpec fromSettings(int pes) {
    return new JobSpec(
        pes,
        Setting.HEAP_SIZE.bytes(),
        Setting.HEAP_BACKING.constant(HeapBacking.class),
        Setting.HEAP_RESERVE.constant(Reserve.class) == Reserve.SPARSE,
        Setting.WAIT.constant(Waiting.class).maySleep(pes));
  }

  /** Values of {@link Setting#HEAP_RESERVE}. */
  public enum Reserve {
    /** At start. */
    FULL,
    /** On first touch. */
    SPARSE
  }

  /** Values of {@link Setting#WAIT}. */
  public enum Waiting {
    /** Sleep if there are more PEs than processors. */
    AUTO,
    /** Never sleep on a futex. */
    SPIN,
    /** Sleep. */
    SLEEP;

    /** Whether a job of so many PEs sleeps on this machine. */
    public boolean maySleep(int pes) {
      return switch (this) {
        case AUTO -> pes > Runtime.getRuntime().availableProcessors();
        case SPIN -> false;
        case SLEEP -> true;
      };
    }
  }
}
