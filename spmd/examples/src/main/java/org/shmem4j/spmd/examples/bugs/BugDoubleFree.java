package org.shmem4j.spmd.examples.bugs;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * PE 0 collects a number from each PE and frees the array that it has read them from.
 *
 * <p>Wrong: free is a collective. PE 0's first one meets the others' only one, and then PE 0 frees
 * the array again. Mended by one {@code free} on every PE, here the last line.
 */
public final class BugDoubleFree {
  private BugDoubleFree() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Bug.run("bug-double-free", 2, args, BugDoubleFree::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs numbers = shmem.longs(shmem.pes());
    numbers.p(shmem.pe(), 10L * shmem.pe(), 0);
    shmem.barrierAll();

    if (shmem.pe() == 0) {
      long sum = 0;
      for (long number : numbers.toArray()) {
        sum += number;
      }
      Bug.expect("every number is in the sum", 5L * shmem.pes() * (shmem.pes() - 1), sum);
      shmem.free(numbers); // all is read
    }
    shmem.free(numbers);
  }
}
