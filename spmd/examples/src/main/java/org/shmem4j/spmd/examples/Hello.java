package org.shmem4j.spmd.examples;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Every PE says who it is. The smallest program, so also the one that start-up is measured with.
 */
public final class Hello implements ShmemProgram {
  private static final long X = 100;

  Hello() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Options.none("hello", args);
    // A class and no lambda: a JVM's first lambda costs as much as the rest of this program.
    Shmem.run(new Hello());
  }

  @Override
  public void run(Shmem shmem) {
    // One array of one long on every PE; set and at are for the own copy.
    SymmetricLongs sum = shmem.longs(1);
    sum.set(0, X + shmem.pe());
    System.out.println(
        "Hello from PE " + shmem.pe() + " of " + shmem.pes() + ": x + rank = " + sum.at(0));
  }
}
