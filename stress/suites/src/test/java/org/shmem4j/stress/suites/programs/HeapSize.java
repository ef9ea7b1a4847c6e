package org.shmem4j.stress.suites.programs;

import org.shmem4j.shmem.Shmem;

/** Tells how large the heap is. */
public final class HeapSize {
  private HeapSize() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> System.out.println("heap=" + shmem.heap().size()));
  }
}
