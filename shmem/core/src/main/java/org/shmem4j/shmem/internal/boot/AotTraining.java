package org.shmem4j.shmem.internal.boot;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * What a JVM does while an AOT cache for ranks is made: the way from start to end of a small PE.
 */
public final class AotTraining {
  private AotTraining() {}

  /** Runs as a PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      SymmetricLongs longs = shmem.longs(16);
      SymmetricDoubles doubles = shmem.doubles(16);
      Signal signal = shmem.signal();
      int pe = shmem.pe();
      for (int i = 0; i < 16; i++) {
        longs.p(i, longs.g(i, pe) + 1, pe);
        doubles.put(0, new double[] {i}, 0, 1, pe);
      }
      long before = longs.atomicFetchAdd(0, 1, pe);
      longs.putSignal(new long[] {before}, signal, SignalOp.SET, 1, pe);
      long seen = signal.waitUntil(Compare.EQ, 1);
      double[] copy = doubles.toArray();
      shmem.barrierAll();
      System.out.println("PE " + pe + " of " + shmem.pes() + ": " + seen + " " + copy[0]);
    });
  }
}
