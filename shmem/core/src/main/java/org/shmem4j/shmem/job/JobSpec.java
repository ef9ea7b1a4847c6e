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
 * @param alignment what the heaps begin at a multiple of
 * @param checked whether misuse is looked for that costs time to find
 */
public record JobSpec(
    int pes,
    long heapBytes,
    HeapBacking backing,
    boolean sparse,
    boolean maySleep,
    long alignment,
    boolean checked) {
  /** As many PEs as a control file can describe. */
  public static final int MAX_PES = 65_536;

  /** What every mapping begins at a multiple of. */
  public static final long PAGE = 4096;

  private static final long LARGEST_ALIGNMENT = 1L << 30;

  /** Checks. */
  public JobSpec {
    if (pes < 1 || pes > MAX_PES) {
      throw new IllegalArgumentException("a job has between 1 and " + MAX_PES + " PEs: pes=" + pes);
    }
    if (heapBytes < 1 || heapBytes > Long.MAX_VALUE - PAGE) {
      throw new IllegalArgumentException(
          "a symmetric heap has at least one byte: heapBytes=" + heapBytes);
    }
    if (Long.bitCount(alignment) != 1 || alignment < PAGE || alignment > LARGEST_ALIGNMENT) {
      throw new IllegalArgumentException(
          "a heap's alignment is a power of two: alignment="
              + alignment
              + " valid="
              + PAGE
              + ".."
              + LARGEST_ALIGNMENT);
    }
    if (alignment > PAGE && backing != HeapBacking.MAPPED) {
      throw new IllegalArgumentException(
          "only a mapped heap can begin at a multiple of more than a page: alignment="
              + alignment
              + " backing="
              + backing);
    }
    heapBytes = (heapBytes + PAGE - 1) & -PAGE;
    maySleep &= FutexNumber.isKnown();
  }

  /** A job of heaps that begin at pages, without checks. */
  public JobSpec(int pes, long heapBytes, HeapBacking backing, boolean sparse, boolean maySleep) {
    this(pes, heapBytes, backing, sparse, maySleep, PAGE, false);
  }

  /** This one, with another alignment of the heaps. */
  public JobSpec alignedTo(long bytes) {
    return new JobSpec(pes, heapBytes, backing, sparse, maySleep, bytes, checked);
  }

  /** This one, in checked mode or not. */
  public JobSpec checkedIf(boolean isChecked) {
    return new JobSpec(pes, heapBytes, backing, sparse, maySleep, alignment, isChecked);
  }

  /** A spec from the settings in force; waiters may sleep if there are more PEs than processors. */
  public static JobSpec fromSettings(int pes) {
    return new JobSpec(
        pes,
        Setting.HEAP_SIZE.bytes(),
        Setting.HEAP_BACKING.constant(HeapBacking.class),
        Setting.HEAP_RESERVE.constant(Reserve.class) == Reserve.SPARSE,
        Setting.WAIT.constant(Waiting.class).maySleep(pes),
        Setting.HEAP_ALIGNMENT.bytes(),
        isCheckedBySettings());
  }

  /** Whether the settings in force ask for checked mode, by our name or the standard's. */
  public static boolean isCheckedBySettings() {
    return Setting.CHECK.isTrue() || Setting.DEBUG.isGiven();
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
