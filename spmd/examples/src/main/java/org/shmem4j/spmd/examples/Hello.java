package org.shmem4j.spmd.examples;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE says who it is. The smallest program, so also the one that start-up is measured with.
 */
public final class Hello {
  private static final long X = 100;

  private Hello() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Options.none("hello", args);
    Shmem.run(Hello::program);
  }

  static void program(Shmem shmem) {
    // One array of one long on every PE; set and at are for the own copy.
    SymmetricLongs sum = shmem.longs(1);
    sum.set(0, X + shmem.pe());
    System.out.println(
        "Hello from PE " + shmem.pe() + " of " + shmem.pes() + ": x + rank = " + sum.at(0));
  }
}
