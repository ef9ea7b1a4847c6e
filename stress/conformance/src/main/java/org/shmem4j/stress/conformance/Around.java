package org.shmem4j.stress.conformance;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** Where a PE's neighbours are, how often a case does what it repeats, and other worlds. */
final class Around {
  private static final int CROWDED = 4;
  private static final long OTHER_HEAP_BYTES = 256 << 10;

  /** Set once, before the first case. */
  private static volatile int factor = 1;

  private static volatile int mostRounds = Integer.MAX_VALUE;

  private Around() {}

  static void multiplyBy(int times) {
    factor = times;
  }

  /** Never more rounds than this, for runs where each operation is dear. */
  static void limitTo(int rounds) {
    mostRounds = rounds;
  }

  /** Whether PEs share processors, so that everything takes much longer. */
  static boolean isCrowded(Shmem shmem) {
    return shmem.pes() > Runtime.getRuntime().availableProcessors();
  }

  /** So many rounds, or fewer where it is crowded, times the factor; never more than the limit. */
  static int rounds(Shmem shmem, int rounds) {
    int wanted = factor * (isCrowded(shmem) ? Math.max(2, rounds / CROWDED) : rounds);
    return Math.min(wanted, mostRounds);
  }

  /** Runs a program in a small job of threads of this JVM, beside the job that this PE is in. */
  static void inOtherWorld(int pes, ShmemProgram program) {
    boolean maySleep = JobSpec.Waiting.AUTO.maySleep(pes);
    Shmem.threads(new JobSpec(pes, OTHER_HEAP_BYTES, HeapBacking.MAPPED, false, maySleep), program);
  }

  /** So many times, but never more than the limit. */
  static int times(int times) {
    return Math.min(times, mostRounds);
  }

  static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  static int left(Shmem shmem) {
    return (shmem.pe() + shmem.pes() - 1) % shmem.pes();
  }
}
