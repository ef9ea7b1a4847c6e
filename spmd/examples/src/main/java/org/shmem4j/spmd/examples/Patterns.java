package org.shmem4j.spmd.examples;

import java.util.Arrays;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Ways to hand data from one PE to another, each with what it takes to never read anything old;
 * every round checks that. docs/memory-model.md says why each is right.
 */
public final class Patterns {
  private static final int LENGTH = 64;

  private Patterns() {}

  /** Runs as one PE: {@code [--rounds N]}. */
  public static void main(String[] args) {
    Options options = Options.of("patterns [--rounds N]", args);
    int rounds = options.number("--rounds", 1_000, 100_000);
    Shmem.run(shmem -> program(shmem, rounds));
  }

  static void program(Shmem shmem, int rounds) {
    if (shmem.pes() < 2) {
      Options.refuse(shmem, "patterns needs two PEs: pes=1; start it with run -n 2");
      return;
    }
    run("message passing", Patterns::messagePassing, shmem, rounds);
    run("ping-pong", Patterns::pingPong, shmem, rounds);
    run("fan-in", Patterns::fanIn, shmem, rounds);
    run("double buffer", Patterns::doubleBuffer, shmem, rounds);
    run("third party", Patterns::thirdParty, shmem, rounds);
    run("epochs", Patterns::epochs, shmem, rounds);
  }

  private interface Pattern {
    void run(Shmem shmem, int rounds);
  }

  private static void run(String name, Pattern pattern, Shmem shmem, int rounds) {
    pattern.run(shmem, rounds);
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      System.out.println(name + ": " + rounds + " rounds, nothing old was read");
    }
  }

  static void messagePassing(Shmem shmem, int rounds) {
    SymmetricLongs head = shmem.longs(rounds + 1);
    SymmetricLongs body = shmem.longs(rounds + 1);
    Signal arrived = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();

    for (int round = 1; round <= rounds; round++) {
      head.p(round, round, right);
      body.p(round, -round, right);
      shmem.fence(); // both, before the signal
      arrived.set(round, right);

      arrived.waitUntil(Compare.GE, round);
      expect(round, head.at(round));
      expect(-round, body.at(round));
    }
  }

  static void pingPong(Shmem shmem, int rounds) {
    SymmetricLongs ball = shmem.longs(LENGTH);
    Signal arrived = shmem.signal();
    if (shmem.pe() > 1) {
      return;
    }

    for (int turn = 1; turn <= rounds; turn++) {
      if (turn % 2 == shmem.pe()) {
        ball.putSignal(filled(turn), arrived, SignalOp.SET, turn, 1 - shmem.pe());
      } else {
        arrived.waitUntil(Compare.EQ, turn);
        expect(turn, ball.at(0));
        expect(turn, ball.at(LENGTH - 1));
      }
    }
  }

  static void fanIn(Shmem shmem, int rounds) {
    int pes = shmem.pes();
    SymmetricLongs results = shmem.longs((rounds + 1L) * pes);
    Signal[] from = shmem.signals(pes); // one for each sender

    for (int round = 1; round <= rounds; round++) {
      int place = round * pes + shmem.pe();
      long[] result = {place};
      shmem.fence(); // the last signal stays ahead of this one
      results.putSignal(place, result, 0, 1, from[shmem.pe()], SignalOp.SET, round, 0);
      if (shmem.pe() == 0) {
        Signal.waitUntilAll(from, null, Compare.GE, round);
        for (int sender = 0; sender < pes; sender++) {
          expect(round * pes + sender, results.at(round * pes + sender));
        }
      }
    }
  }

  static void doubleBuffer(Shmem shmem, int rounds) {
    SymmetricLongs halves = shmem.longs(2 * LENGTH);
    Signal arrived = shmem.signal(); // the last block that came from the left
    Signal consumed = shmem.signal(); // the last block that the right has read
    int right = (shmem.pe() + 1) % shmem.pes();
    int left = (shmem.pe() + shmem.pes() - 1) % shmem.pes();

    for (int block = 1; block <= rounds; block++) {
      int half = block % 2 * LENGTH;
      consumed.waitUntil(Compare.GE, block - 2); // then that half is free
      shmem.fence(); // the last signals stay ahead of these
      halves.putSignal(half, filled(block), 0, LENGTH, arrived, SignalOp.SET, block, right);

      arrived.waitUntil(Compare.GE, block);
      expect(block, halves.at(half));
      expect(block, halves.at(half + LENGTH - 1));
      consumed.set(block, left);
    }
  }

  static void thirdParty(Shmem shmem, int rounds) {
    SymmetricLongs store = shmem.longs(rounds + 1);
    Signal told = shmem.signal();
    int keeper = shmem.pes() - 1;

    for (int round = 1; round <= rounds; round++) {
      if (shmem.pe() == 0) {
        store.p(round, round, keeper);
        shmem.quiet(); // now it is there, whoever looks
        told.set(round, 1);
      } else if (shmem.pe() == 1) {
        told.waitUntil(Compare.GE, round);
        expect(round, store.g(round, keeper));
      }
    }
  }

  static void epochs(Shmem shmem, int rounds) {
    SymmetricLongs task = shmem.longs(LENGTH);
    Signal start = shmem.signal();
    Signal[] done = shmem.signals(shmem.pes());
    int[] butMe = new int[shmem.pes()];
    butMe[0] = 1;

    for (int epoch = 1; epoch <= rounds; epoch++) {
      if (shmem.pe() == 0) {
        for (int worker = 1; worker < shmem.pes(); worker++) {
          task.putSignal(filled(epoch), start, SignalOp.SET, epoch, worker);
        }
        Signal.waitUntilAll(done, butMe, Compare.GE, epoch);
      } else {
        start.waitUntil(Compare.GE, epoch);
        expect(epoch, task.at(LENGTH - 1));
        done[shmem.pe()].set(epoch, 0);
      }
    }
  }

  private static long[] filled(long value) {
    long[] block = new long[LENGTH];
    Arrays.fill(block, value);
    return block;
  }

  private static void expect(long expected, long seen) {
    if (seen != expected) {
      throw new IllegalStateException(
          "something old was read, or something too new: expected=" + expected + " seen=" + seen);
    }
  }
}
