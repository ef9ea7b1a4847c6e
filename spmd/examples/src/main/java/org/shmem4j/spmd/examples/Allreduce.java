package org.shmem4j.spmd.examples;

import java.util.Arrays;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricDoubles;

/**
 * The sum of all PEs' inputs, on every PE, by hand: put, notify, wait, get.
 *
 * <p>PE 0 has {@code [1, 2, 3]}, PE 1 {@code [10, 20, 30]}, PE 2 {@code [100, 200, 300]}: each
 * digit of the result is what one PE gave. Two PEs print {@code [11, 22, 33]}.
 */
public final class Allreduce {
  private Allreduce() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Options.none("allreduce", args);
    Shmem.run(Allreduce::program);
  }

  static void program(Shmem shmem) {
    System.out.println(text(allreduce(shmem, input(shmem.pe()))));
  }

  private static double[] allreduce(Shmem shmem, double[] input) {
    int me = shmem.pe();
    SymmetricDoubles data = shmem.doubles(input.length);
    Signal[] arrived = shmem.signals(shmem.pes());

    // 1. Stage in: copy the input to where the others can read it, completely.
    data.copyFrom(input);
    shmem.quiet();

    // 2. Barrier: notify every peer, then wait for every peer. Each has a signal of its own here.
    for (int peer = 0; peer < shmem.pes(); peer++) {
      if (peer != me) {
        arrived[me].add(1, peer);
      }
    }
    for (int peer = 0; peer < shmem.pes(); peer++) {
      if (peer != me) {
        arrived[peer].waitUntil(Compare.GE, 1);
      }
    }

    // 3. Accumulate every PE's slice, by rank, so that all add in one order and get the same bits.
    double[] sum = new double[input.length];
    double[] slice = new double[input.length];
    for (int peer = 0; peer < shmem.pes(); peer++) {
      data.get(slice, peer);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += slice[i];
      }
    }

    // 4. Stage out. The end of the program waits for those who still read; writing to data again
    // before that would need another barrier.
    return sum;
  }

  /** From PE 15 on the digits begin anew, as a double holds no more of them exactly. */
  private static double[] input(int pe) {
    double unit = Math.pow(10, pe % 15);
    return new double[] {unit, 2 * unit, 3 * unit};
  }

  /** All numbers here are whole: shown without their fractions. */
  private static String text(double[] numbers) {
    long[] whole = new long[numbers.length];
    for (int i = 0; i < whole.length; i++) {
      whole[i] = (long) numbers[i];
    }
    return Arrays.toString(whole);
  }
}
