package org.shmem4j.spmd.examples;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/** Every PE sends its number to its right neighbour. */
public final class Ring {
  private Ring() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Options.none("ring", args);
    Shmem.run(Ring::program);
  }

  static void program(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    Signal arrived = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();

    // Data and notification in one: who sees the signal sees the data.
    box.putSignal(new long[] {shmem.pe()}, arrived, SignalOp.SET, 1, right);
    arrived.waitUntil(Compare.EQ, 1);
    System.out.println("PE " + shmem.pe() + " got " + box.at(0));
  }
}
