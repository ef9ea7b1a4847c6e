package org.shmem4j.spmd.examples;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;

/**
 * A barrier written with signals alone: in step k each PE tells the one 2^k further on. After the
 * last step each has heard, through others, of all.
 */
public final class Dissemination {
  private final int pe;
  private final int pes;
  private final Signal[] heard;

  private Dissemination(Shmem shmem) {
    this.pe = shmem.pe();
    this.pes = shmem.pes();
    this.heard = shmem.signals(Integer.SIZE - Integer.numberOfLeadingZeros(pes - 1));
  }

  /** Runs as one PE: {@code [--rounds N]}. */
  public static void main(String[] args) {
    Options options = Options.of("dissemination [--rounds N]", args);
    int rounds = options.number("--rounds", 10, 1_000_000_000);
    Shmem.run(shmem -> program(shmem, rounds));
  }

  static void program(Shmem shmem, int rounds) {
    Dissemination barrier = new Dissemination(shmem);
    long start = System.nanoTime();
    for (int round = 1; round <= rounds; round++) {
      barrier.meet(round);
    }
    long nanos = System.nanoTime() - start;
    if (shmem.pe() == 0) {
      System.out.println(
          "dissemination: " + nanos / rounds + " ns (mean of " + rounds + " rounds)");
    }
  }

  /** Signals count rounds, so that who is a round ahead does no harm. */
  private void meet(int round) {
    for (int step = 0; step < heard.length; step++) {
      heard[step].add(1, (int) ((pe + (1L << step)) % pes));
      heard[step].waitUntil(Compare.GE, round);
    }
  }
}
