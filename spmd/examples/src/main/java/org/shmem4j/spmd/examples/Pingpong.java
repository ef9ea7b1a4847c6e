package org.shmem4j.spmd.examples;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/** How long a message of 8 bytes takes from PE 0 to PE 1 or back: half a round trip. */
public final class Pingpong {
  private final int pe;
  private final SymmetricLongs ball;
  private final Signal arrived;

  private Pingpong(Shmem shmem) {
    this.pe = shmem.pe();
    this.ball = shmem.longs(1);
    this.arrived = shmem.signal();
  }

  /** Runs as one PE: {@code [--rounds N]}. */
  public static void main(String[] args) {
    Options options = Options.of("pingpong [--rounds N]", args);
    int rounds = options.number("--rounds", 100_000, 1_000_000_000);
    Shmem.run(shmem -> program(shmem, rounds));
  }

  static void program(Shmem shmem, int rounds) {
    if (shmem.pes() < 2) {
      Options.refuse(shmem, "pingpong needs two PEs: pes=1; start it with run -n 2");
      return;
    }
    Pingpong game = new Pingpong(shmem);
    // Allocation is for all PEs, the game for two; the others wait at the end of the program.
    if (shmem.pe() < 2) {
      // Once for the JIT compiler, once to measure.
      game.play(1, rounds);
      long start = System.nanoTime();
      game.play(rounds + 1L, 2L * rounds);
      long nanos = System.nanoTime() - start;
      if (shmem.pe() == 0) {
        System.out.println(
            "half round trip: "
                + nanos / (2L * rounds)
                + " ns (mean of "
                + rounds
                + " rounds of 8 bytes)");
      }
    }
  }

  private void play(long first, long last) {
    long[] message = new long[1];
    for (long round = first; round <= last; round++) {
      message[0] = round;
      if (pe == 0) {
        ball.putSignal(message, arrived, SignalOp.SET, round, 1);
        receive(round);
      } else {
        receive(round);
        ball.putSignal(message, arrived, SignalOp.SET, round, 0);
      }
    }
  }

  private void receive(long round) {
    arrived.waitUntil(Compare.EQ, round);
    if (ball.at(0) != round) {
      throw new IllegalStateException("lost the ball: round=" + round + " ball=" + ball.at(0));
    }
  }
}
