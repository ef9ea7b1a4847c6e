package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.WaitTimeoutException;
import org.shmem4j.stress.conformance.Cells.Maker;

/** Signals, and waiting and testing on them and on integers. */
final class SignalCases {
  private static final int ROUNDS = 500;

  private SignalCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (Compare compare : Compare.values()) {
      String name = compare.name();
      all.add(
          Case.of(
              "signal: wait and test " + name,
              "signal_set signal_wait_until signal_fetch",
              s -> comparison(s, compare)));
      all.add(
          Case.of(
              "long: wait and test " + name,
              "wait_until test",
              s -> comparison(s, (t, n) -> new Cells.Longs(t.longs(n)), compare)));
      all.add(
          Case.of(
              "int: wait and test " + name,
              "wait_until test",
              s -> comparison(s, (t, n) -> new Cells.Ints(t.ints(n)), compare)));
    }
    all.add(
        Case.of(
            "signal: add of all PEs is never lost (L6)",
            "signal_add signal_fetch",
            SignalCases::adds));
    all.add(
        Case.of(
            "signal: a ring of puts with signals",
            "put_signal signal_wait_until",
            SignalCases::ring));
    all.add(
        Case.of(
            "signal: with 0 elements it still comes (L3z)",
            "put_signal signal_wait_until",
            SignalCases::zeroLength));
    all.add(
        Case.of(
            "signal: both data of two ADDs (L5)",
            "put_signal signal_wait_until",
            SignalCases::twoSenders));
    all.add(
        Case.of(
            "signal: the wait returns a value that was set (L21)",
            "signal_set signal_wait_until",
            SignalCases::values));
    all.add(
        Case.of(
            "signal: one of its own from every PE",
            "put_signal signal_wait_until",
            SignalCases::manySignals));
    all.add(Case.of("a deadline passes", "signal_wait_until wait_until", SignalCases::deadline));
    all.add(
        Case.of("a deadline that is not needed", "signal_wait_until", SignalCases::earlyEnough));
    all.add(
        Case.of(
            "all writes wake a waiter",
            "wait_until p atomic_set atomic_swap atomic_compare_swap atomic_add atomic_inc atomic_or atomic_xor",
            SignalCases::everyWriteWakes));
    all.add(
        Case.of(
            "who sleeps is woken, also by a team's numbers",
            "put_signal signal_set signal_add signal_wait_until p atomic_fetch_add wait_until",
            SignalCases::wakes));
    all.add(
        Case.of(
            "two threads of a PE wait at once",
            "signal_wait_until query_thread",
            SignalCases::twoWaiters));
    return List.copyOf(all);
  }

  /** A content for which the comparison with 10 holds. */
  static long holding(Compare compare) {
    return switch (compare) {
      case EQ, GE -> 10;
      case NE, GT -> 11;
      case LT -> -3;
      case LE -> 9;
    };
  }

  /** A content for which it does not. */
  static long failing(Compare compare) {
    return switch (compare) {
      case EQ, LT, LE -> 12;
      case NE, GT -> 10;
      case GE -> -1;
    };
  }

  private static void comparison(Shmem shmem, Compare compare) {
    Signal signal = shmem.signal();
    signal.set(failing(compare), shmem.pe());
    shmem.barrierAll();
    that(!signal.test(compare, 10), "does not hold yet");
    equal(failing(compare), signal.fetch(), "fetch");
    shmem.barrierAll();
    signal.set(holding(compare), right(shmem));
    equal(holding(compare), signal.waitUntil(compare, 10), "waited for");
    that(signal.test(compare, 10), "holds now");
    shmem.free(signal);
  }

  private static void comparison(Shmem shmem, Maker maker, Compare compare) {
    Cells cells = maker.calloc(shmem, 3);
    cells.set(1, failing(compare));
    shmem.barrierAll();
    that(!cells.test(1, compare, 10), "does not hold yet");
    shmem.barrierAll();
    cells.atomicSet(1, holding(compare), right(shmem));
    equal(holding(compare), cells.waitUntil(1, compare, 10), "waited for");
    that(cells.test(1, compare, 10), "holds now");
    shmem.free(cells.object());
  }

  private static void adds(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    Signal signal = shmem.signal();
    for (int i = 0; i < rounds; i++) {
      signal.add(2, i % shmem.pes());
      signal.add(-1, i % shmem.pes());
      signal.add(1, 0);
    }
    shmem.barrierAll();
    long toEach = 0;
    for (int i = 0; i < rounds; i++) {
      toEach += i % shmem.pes() == shmem.pe() ? 1 : 0;
    }
    long extra = shmem.pe() == 0 ? rounds : 0;
    equal((toEach + extra) * shmem.pes(), signal.fetch(), "sum");
    shmem.free(signal);
  }

  private static void ring(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs box = shmem.longs(64);
    Signal arrived = shmem.signal();
    long[] message = new long[64];
    for (long round = 1; round <= rounds; round++) {
      if (shmem.pe() == 0) {
        java.util.Arrays.fill(message, round);
        box.putSignal(message, arrived, SignalOp.SET, round, right(shmem));
      }
      arrived.waitUntil(Compare.EQ, round);
      box.get(message, shmem.pe());
      equal(round, message[0], "first");
      equal(round, message[63], "last");
      if (shmem.pe() != 0) {
        box.putSignal(message, arrived, SignalOp.SET, round, right(shmem));
      }
    }
    shmem.free(box);
    shmem.free(arrived);
  }

  private static void zeroLength(Shmem shmem) {
    SymmetricLongs box = shmem.longs(2);
    Signal signal = shmem.signal();
    box.putSignal(2, new long[0], 0, 0, signal, SignalOp.SET, 5, right(shmem));
    equal(5L, signal.waitUntil(Compare.NE, 0), "signal");
    equal(0L, box.at(0) + box.at(1), "untouched");
    shmem.free(box);
    shmem.free(signal);
  }

  private static void twoSenders(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS / 5);
    SymmetricLongs box = shmem.longs(shmem.pes());
    Signal signal = shmem.signal();
    for (long round = 1; round <= rounds; round++) {
      for (int pe = 0; pe < shmem.pes(); pe++) {
        box.putSignal(shmem.pe(), new long[] {round}, 0, 1, signal, SignalOp.ADD, 1, pe);
      }
      signal.waitUntil(Compare.GE, round * shmem.pes());
      for (int pe = 0; pe < shmem.pes(); pe++) {
        that(box.at(pe) >= round, "data of PE " + pe + " in round " + round + ": " + box.at(pe));
      }
      shmem.barrierAll();
    }
    shmem.free(box);
    shmem.free(signal);
  }

  private static void values(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    Signal signal = shmem.signal();
    for (long round = 1; round <= rounds; round++) {
      shmem.fence(); // the last value stays ahead of this one
      signal.set(round * 1_000 + 7, right(shmem));
      long seen = signal.waitUntil(Compare.GE, round * 1_000);
      that(seen >= round * 1_000 && seen % 1_000 == 7, "round " + round + " saw " + seen);
    }
    shmem.free(signal);
  }

  private static void manySignals(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS / 5);
    Signal[] signals = shmem.signals(shmem.pes());
    SymmetricLongs box = shmem.longs((rounds + 1L) * shmem.pes());
    for (long round = 1; round <= rounds; round++) {
      long first = round * shmem.pes();
      long[] value = {round};
      Signal own = signals[shmem.pe()];
      shmem.fence(); // the last signals stay ahead of these
      for (int pe = 0; pe < shmem.pes(); pe++) {
        box.putSignal(first + shmem.pe(), value, 0, 1, own, SignalOp.SET, round, pe);
      }
      for (int pe = 0; pe < shmem.pes(); pe++) {
        signals[pe].waitUntil(Compare.GE, round);
        equal(round, box.at(first + pe), "data of PE " + pe);
      }
    }
    shmem.heap().free(signals);
    shmem.free(box);
  }

  private static void deadline(Shmem shmem) {
    Signal signal = shmem.signal();
    SymmetricLongs longs = shmem.longs(1);
    long start = System.nanoTime();
    WaitTimeoutException e =
        expect(
            WaitTimeoutException.class,
            s -> signal.waitUntil(Compare.EQ, 1, Duration.ofMillis(50)),
            shmem);
    long millis = (System.nanoTime() - start) / 1_000_000;
    that(millis >= 50 && millis < 2_000, "took " + millis + " ms");
    has(e, "pe=" + shmem.pe(), "signal#" + signal.id());
    var _ =
        expect(
            WaitTimeoutException.class,
            s -> longs.waitUntil(0, Compare.GT, 1, Duration.ZERO),
            shmem);
    shmem.free(signal);
    shmem.free(longs);
  }

  private static void earlyEnough(Shmem shmem) {
    Signal signal = shmem.signal();
    signal.set(4, right(shmem));
    equal(4L, signal.waitUntil(Compare.EQ, 4, Duration.ofSeconds(30)), "seen");
    equal(4L, signal.waitUntil(Compare.EQ, 4, Duration.ZERO), "seen without time");
    shmem.free(signal);
  }

  /** Whatever may write a cell that a sleeper waits for. */
  private static void everyWriteWakes(Shmem shmem) throws InterruptedException {
    Cells cells = new Cells.Ints(shmem.ints(8));
    Cells longs = new Cells.Longs(shmem.longs(8));
    for (Cells cell : List.of(cells, longs)) {
      for (int way = 0; way < 8; way++) {
        shmem.barrierAll();
        if (shmem.pe() == 0) {
          Thread.sleep(15);
          for (int pe = 0; pe < shmem.pes(); pe++) {
            write(cell, way, pe);
          }
        }
        equal(1L, cell.waitUntil(way, Compare.EQ, 1), "way " + way);
      }
    }
    shmem.barrierAll();
    shmem.free(cells.object());
    shmem.free(longs.object());
  }

  private static void write(Cells cell, int way, int pe) {
    switch (way) {
      case 0 -> cell.p(way, 1, pe);
      case 1 -> cell.atomicSet(way, 1, pe);
      case 2 -> equal(0L, cell.swap(way, 1, pe), "before");
      case 3 -> equal(0L, cell.compareSwap(way, 0, 1, pe), "before");
      case 4 -> cell.add(way, 1, pe);
      case 5 -> cell.inc(way, pe);
      case 6 -> cell.or(way, 1, pe);
      default -> cell.xor(way, 1, pe);
    }
  }

  /** A token goes round in every way; its holder lets the others fall asleep. */
  private static void wakes(Shmem shmem) throws InterruptedException {
    // A PE's first sleeps need no bell: they are over before what is counted begins.
    int warm = 40;
    int counted = rounds(shmem, 160);
    Team reversed = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    SymmetricLongs x = shmem.longs(2);
    Signal signal = shmem.signal();
    long before = 0;
    for (int round = 1; round <= warm + counted; round++) {
      if (round == warm) {
        shmem.barrierAll();
        before = shmem.statistics().backstops();
      }
      if (reversed.pe() == 0) {
        Thread.sleep(2);
        send(x.on(reversed), signal.on(reversed), round, PeSets.right(reversed));
        receive(x, signal, round);
      } else {
        receive(x, signal, round);
        send(x.on(reversed), signal.on(reversed), round, PeSets.right(reversed));
      }
    }
    shmem.barrierAll();
    long backstops = shmem.statistics().backstops() - before;
    that(backstops <= counted / 8, backstops + " sleeps were ended by the backstop only");
    reversed.destroy();
    shmem.free(x);
    shmem.free(signal);
  }

  private static void send(SymmetricLongs x, Signal signal, int round, int pe) {
    switch (round % 5) {
      case 0 -> x.p(0, round, pe);
      case 1 -> equal(round - 1L, x.atomicFetchAdd(0, 1, pe), "before");
      case 2 -> signal.set(round, pe);
      case 3 -> signal.add(1, pe);
      default -> x.putSignal(1, new long[] {round}, 0, 1, signal, SignalOp.SET, round, pe);
    }
  }

  private static void receive(SymmetricLongs x, Signal signal, int round) {
    if (round % 5 < 2) {
      x.waitUntil(0, Compare.EQ, round);
    } else {
      signal.waitUntil(Compare.EQ, round);
    }
  }

  private static void twoWaiters(Shmem shmem) throws Exception {
    Signal[] signals = shmem.signals(2);
    SymmetricLongs seen = shmem.longs(1);
    Thread other =
        Thread.ofPlatform().start(() -> seen.set(0, signals[1].waitUntil(Compare.GE, 3)));
    shmem.barrierAll();
    Thread.sleep(20);
    signals[1].set(3, right(shmem));
    other.join();
    equal(3L, seen.at(0), "what the other thread saw");
    signals[0].set(2, right(shmem));
    equal(2L, signals[0].waitUntil(Compare.EQ, 2), "what this thread saw");
    shmem.heap().free(signals);
    shmem.free(seen);
  }
}
