package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.WaitTimeoutException;

/** Waiting for and testing several cells at once, and resetting what has been waited for. */
final class WaitSetCases {
  private static final int ROUNDS = 200;
  private static final int FLAGS = 4;

  /** In patterns of masks and flags, below 16, a bit for each of the four flags. */
  private static final int PATTERNS = 1 << FLAGS;

  private WaitSetCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    all.add(
        Case.of(
            "signals of all PEs, some of them (L22)",
            "wait_until_some put_signal",
            WaitSetCases::some));
    all.add(
        Case.of(
            "signals of all PEs, any of them (L22)",
            "wait_until_any put_signal",
            WaitSetCases::any));
    all.add(
        Case.of(
            "signals of all PEs, all of them",
            "wait_until_all put_signal",
            WaitSetCases::allOfThem));
    all.add(
        Case.of(
            "each element with a value of its own",
            "wait_until_all_vector wait_until_any_vector wait_until_some_vector test_all_vector test_any_vector test_some_vector",
            WaitSetCases::vectors));
    all.add(
        Case.of("masks of any, tested (L22b)", "test_all test_any test_some", WaitSetCases::masks));
    all.add(
        Case.of(
            "no flag is passed over for ever (L22c)",
            "wait_until_any wait_until_some",
            WaitSetCases::fairness));
    all.add(
        Case.of(
            "empty sets (L23)",
            "wait_until_all wait_until_any wait_until_some test_all test_any test_some",
            WaitSetCases::empty));
    all.add(
        Case.of(
            "all writes wake a waiter",
            "wait_until_any put_signal atomic_set p",
            WaitSetCases::everyWriteWakes));
    all.add(
        Case.of(
            "a deadline passes",
            "wait_until_all wait_until_any wait_until_some",
            WaitSetCases::deadline));
    all.add(Case.of("wait and reset: nothing is lost", "wait_until", WaitSetCases::reset));
    return List.copyOf(all);
  }

  /** Every PE sends PE 0 a value and says so with a signal of its own. */
  private static void send(Shmem shmem, SymmetricLongs data, Signal[] arrived, long round) {
    int me = shmem.pe();
    data.putSignal(me, new long[] {round}, 0, 1, arrived[me], SignalOp.SET, round, 0);
  }

  private static void take(SymmetricLongs data, int[] status, int from, long round) {
    equal(0, status[from], "status of what is found");
    status[from] = 1;
    equal(round, data.at(from), "data of PE " + from);
  }

  private static void some(Shmem shmem) {
    int pes = shmem.pes();
    SymmetricLongs data = shmem.longs(pes);
    Signal[] arrived = shmem.signals(pes);
    int[] found = new int[pes];
    for (long round = 1; round <= ROUNDS; round++) {
      send(shmem, data, arrived, round);
      int[] status = new int[pes];
      for (int taken = 0; shmem.pe() == 0 && taken < pes; ) {
        int count = Signal.waitUntilSome(arrived, found, status, Compare.GE, round);
        that(count > 0, "some");
        for (int i = 0; i < count; i++) {
          take(data, status, found[i], round);
        }
        taken += count;
      }
      shmem.barrierAll();
    }
    shmem.heap().free(arrived);
    shmem.free(data);
  }

  private static void any(Shmem shmem) {
    int pes = shmem.pes();
    SymmetricLongs data = shmem.longs(pes);
    Signal[] arrived = shmem.signals(pes);
    long[] values = new long[pes];
    for (long round = 1; round <= ROUNDS; round++) {
      send(shmem, data, arrived, round);
      int[] status = new int[pes];
      Arrays.fill(values, round);
      for (int taken = 0; shmem.pe() == 0 && taken < pes; taken++) {
        take(data, status, Signal.waitUntilAny(arrived, status, Compare.EQ, values), round);
      }
      shmem.barrierAll();
    }
    shmem.heap().free(arrived);
    shmem.free(data);
  }

  private static void allOfThem(Shmem shmem) {
    int pes = shmem.pes();
    SymmetricLongs data = shmem.longs(pes);
    Signal[] arrived = shmem.signals(pes);
    for (long round = 1; round <= ROUNDS; round++) {
      send(shmem, data, arrived, round);
      if (shmem.pe() == 0) {
        Signal.waitUntilAll(arrived, null, Compare.GE, round);
        for (int pe = 0; pe < pes; pe++) {
          equal(round, data.at(pe), "data of PE " + pe);
        }
        that(Signal.testAll(arrived, null, Compare.GE, round), "all are still there");
      }
      shmem.barrierAll();
    }
    shmem.heap().free(arrived);
    shmem.free(data);
  }

  private static void vectors(Shmem shmem) {
    int pes = shmem.pes();
    SymmetricInts ints = shmem.ints(pes + 2);
    int[] expected = new int[pes];
    for (int round = 1; round <= ROUNDS; round++) {
      for (int pe = 0; pe < pes; pe++) {
        expected[pe] = round * 100 + pe;
        ints.atomicSet(1 + shmem.pe(), round * 100 + shmem.pe(), pe);
      }
      ints.waitUntilAll(1, pes, null, Compare.EQ, expected);
      shmem.barrierAll();
    }
    equal(0, ints.at(0) + ints.at(pes + 1), "neighbours");
    shmem.free(ints);
  }

  private static void masks(Shmem shmem) {
    SymmetricLongs longs = shmem.longs(FLAGS);
    int from = (shmem.pe() + 1) % shmem.pes();
    int[] found = new int[FLAGS];
    for (int set = 0; set < PATTERNS; set++) {
      for (int i = 0; i < FLAGS; i++) {
        longs.atomicSet(i, set >> i & 1, from);
      }
      shmem.barrierAll();
      for (int mask = 0; mask < PATTERNS; mask++) {
        int[] status = new int[FLAGS];
        for (int i = 0; i < FLAGS; i++) {
          status[i] = mask >> i & 1;
        }
        int holding = set & ~mask;
        boolean isAll = (set | mask) == PATTERNS - 1;
        equal(isAll, longs.testAll(0, FLAGS, status, Compare.NE, 0), "all " + set + " " + mask);
        int any = longs.testAny(0, FLAGS, status, Compare.NE, 0);
        that(any < 0 ? holding == 0 : (holding >> any & 1) == 1, "any " + set + " " + mask);
        int count = longs.testSome(0, FLAGS, found, status, Compare.NE, 0);
        equal(Integer.bitCount(holding), count, "some " + set + " " + mask);
        if (holding != 0) {
          any = longs.waitUntilAny(0, FLAGS, status, Compare.NE, 0);
          that((holding >> any & 1) == 1, "any " + set + " " + mask);
        }
      }
      shmem.barrierAll();
    }
    shmem.free(longs);
  }

  private static void fairness(Shmem shmem) {
    Signal[] signals = shmem.signals(2);
    signals[0].set(1, (shmem.pe() + 1) % shmem.pes());
    signals[1].set(1, (shmem.pe() + 1) % shmem.pes());
    signals[0].waitUntil(Compare.EQ, 1);
    signals[1].waitUntil(Compare.EQ, 1);
    int[] times = new int[2];
    for (int i = 0; i < ROUNDS; i++) {
      times[Signal.waitUntilAny(signals, null, Compare.EQ, 1)]++;
    }
    that(times[0] > 0 && times[1] > 0, "found " + times[0] + " and " + times[1] + " times");
    shmem.heap().free(signals);
  }

  private static void empty(Shmem shmem) {
    SymmetricInts ints = shmem.ints(3);
    int[] leftOut = {1, -1, 2};
    ints.waitUntilAll(0, 0, null, Compare.EQ, 1);
    ints.waitUntilAll(0, 3, leftOut, Compare.EQ, 1);
    equal(-1, ints.waitUntilAny(3, 0, null, Compare.EQ, 1), "any of none");
    equal(-1, ints.waitUntilAny(0, 3, leftOut, Compare.EQ, new int[3]), "any, masked");
    equal(0, ints.waitUntilSome(0, 3, new int[3], leftOut, Compare.EQ, 0), "some, masked");
    that(ints.testAll(0, 3, leftOut, Compare.EQ, 1), "all, masked");
    equal(-1, ints.testAny(0, 3, leftOut, Compare.EQ, 0), "test any, masked");
    equal(0, ints.testSome(0, 0, new int[0], null, Compare.EQ, 0), "test some of none");
    shmem.free(ints);
  }

  /** Whatever may write a cell that a sleeper waits for, at both ends of its set and inside. */
  private static void everyWriteWakes(Shmem shmem) throws InterruptedException {
    SymmetricInts ints = shmem.ints(5);
    SymmetricLongs longs = shmem.longs(5);
    Signal[] signals = shmem.signals(3);
    for (int way = 0; way < 9; way++) {
      shmem.barrierAll();
      int chosen = way % 3;
      if (shmem.pe() == 0) {
        Thread.sleep(15);
        for (int pe = 0; pe < shmem.pes(); pe++) {
          switch (way) {
            case 0, 1, 2 -> ints.atomicAdd(1 + chosen, 1, pe);
            case 3, 4, 5 -> longs.p(1 + chosen, 1, pe);
            default -> longs.putSignal(new long[0], signals[chosen], SignalOp.ADD, 1, pe);
          }
        }
      }
      int found =
          switch (way) {
            case 0, 1, 2 -> ints.waitUntilAny(1, 3, status(chosen), Compare.EQ, 1);
            case 3, 4, 5 -> longs.waitUntilAny(1, 3, status(chosen), Compare.EQ, 1);
            default -> Signal.waitUntilAny(signals, status(chosen), Compare.EQ, 1);
          };
      equal(chosen, found, "way " + way);
    }
    shmem.barrierAll();
    shmem.free(ints);
    shmem.free(longs);
    shmem.heap().free(signals);
  }

  /** Leaves out what earlier ways have changed. */
  private static int[] status(int chosen) {
    return new int[] {chosen > 0 ? 1 : 0, chosen > 1 ? 1 : 0, 0};
  }

  private static void deadline(Shmem shmem) {
    SymmetricLongs longs = shmem.longs(4);
    Signal[] signals = shmem.signals(2);
    Duration soon = Duration.ofMillis(30);
    has(
        expect(
            WaitTimeoutException.class,
            s -> longs.waitUntilAny(1, 3, null, Compare.EQ, 1, soon),
            shmem),
        "pe=" + shmem.pe(),
        "any of 3 cells",
        "longs#" + longs.id());
    has(
        expect(
            WaitTimeoutException.class,
            s -> Signal.waitUntilAll(signals, null, Compare.EQ, 1, soon),
            shmem),
        "all of 2 cells, 2 missing",
        "signal#" + signals[0].id());
    shmem.free(longs);
    shmem.heap().free(signals);
  }

  private static void reset(Shmem shmem) {
    Signal signal = shmem.signal();
    SymmetricInts ints = shmem.ints(2);
    long all = (long) shmem.pes() * ROUNDS;
    for (int i = 0; i < ROUNDS; i++) {
      signal.add(1, 0);
      ints.atomicInc(1, 0);
    }
    if (shmem.pe() == 0) {
      for (long taken = 0; taken < all; ) {
        taken += signal.waitAndReset(Compare.GT, 0, 0);
        that(taken <= all, "taken " + taken);
      }
      for (long taken = 0; taken < all; ) {
        taken += ints.waitAndReset(1, Compare.NE, 0, 0);
        that(taken <= all, "taken " + taken);
      }
    }
    shmem.barrierAll();
    equal(0L, signal.fetch() + ints.at(1), "left");
    shmem.free(signal);
    shmem.free(ints);
  }
}
