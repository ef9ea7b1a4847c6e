package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.WaitTimeoutException;

/** Waiting for and testing several cells. */
final class WaitCases {
  private static final int FOUR = 4;
  private static final int ALL_FOUR = 15;

  private WaitCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (Flags.Kind kind : Flags.Kind.values()) {
      // case 24: every pattern of 4 masks and 4 flags
      all.add(
          Case.of(
              kind + ": every mask",
              kind.covers(
                  "wait_until_all",
                  "wait_until_any",
                  "wait_until_some",
                  "test_all",
                  "test_any",
                  "test_some"),
              s -> everyMask(s, kind)));
      for (Compare compare : Compare.values()) {
        all.add(
            Case.of(
                kind + ": " + compare.name(),
                kind.covers("wait_until_all", "test_all", "test_any", "test_some"),
                s -> comparison(s, kind, compare)));
      }
      all.add(
          Case.of(
              kind + ": any, one after the other (L22b)",
              kind.covers("wait_until_any"),
              s -> anyInOrder(s, kind)));
      all.add(
          Case.of(
              kind + ": any of all PEs' until all were seen (L22)",
              kind.covers("wait_until_any"),
              s -> untilAllSeen(s, kind, false)));
      all.add(
          Case.of(
              kind + ": some of all PEs' until all were seen (L22)",
              kind.covers("wait_until_some"),
              s -> untilAllSeen(s, kind, true)));
      all.add(
          Case.of(
              kind + ": all of all PEs'", kind.covers("wait_until_all"), s -> allOfAll(s, kind)));
      all.add(
          Case.of(
              kind + ": tests until all were seen",
              kind.covers("test_any", "test_some", "test_all"),
              s -> testUntilAllSeen(s, kind)));
      all.add(
          Case.of(
              kind + ": none is passed over for ever (L22c)",
              kind.covers("wait_until_any", "test_any"),
              s -> fair(s, kind)));
      // case 23
      all.add(
          Case.of(
              kind + ": the empty set (L23)",
              kind.covers(
                  "wait_until_all",
                  "wait_until_any",
                  "wait_until_some",
                  "test_all",
                  "test_any",
                  "test_some"),
              s -> empty(s, kind)));
    }
    all.add(
        Case.of(
            "a value of its own for each",
            "wait_until_all_vector wait_until_any_vector wait_until_some_vector"
                + " test_all_vector test_any_vector test_some_vector",
            WaitCases::valuesEach));
    all.add(
        Case.of(
            "who sees some signals sees their data (L22)",
            "wait_until_some put_signal",
            WaitCases::data));
    all.add(
        Case.of(
            "whatever changes a cell of a set wakes who waits for it",
            "wait_until_any atomic_add p put_signal",
            WaitCases::everyWriteWakes));
    all.add(
        Case.of(
            "a deadline of a set passes",
            "wait_until_all wait_until_any wait_until_some",
            WaitCases::deadlines));
    all.add(
        Case.of(
            "what is no set",
            "wait_until_all wait_until_any wait_until_some test_all test_any test_some",
            WaitCases::misuse));
    all.add(Case.of("wait and reset takes each once", "wait_until", WaitCases::reset));
    return all;
  }

  private static int[] status(int mask) {
    return new int[] {mask & 1, mask >> 1 & 1, mask >> 2 & 1, mask >> 3 & 1};
  }

  private static Set<Integer> bits(int mask) {
    Set<Integer> bits = new TreeSet<>();
    for (int i = 0; i < FOUR; i++) {
      if ((mask >> i & 1) != 0) {
        bits.add(i);
      }
    }
    return bits;
  }

  private static Set<Integer> first(int count, int[] indices) {
    Set<Integer> found = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      that(found.add(indices[i]), "index " + indices[i] + " twice");
    }
    return found;
  }

  private static void everyMask(Shmem shmem, Flags.Kind kind) {
    Flags flags = kind.calloc(shmem, FOUR);
    for (int set = 0; set <= ALL_FOUR; set++) {
      shmem.barrierAll();
      for (int i = 0; i < FOUR; i++) {
        flags.set(i, set >> i & 1, right(shmem));
      }
      shmem.barrierAll();
      for (int mask = 0; mask <= ALL_FOUR; mask++) {
        look(flags, set, mask);
      }
    }
    flags.free();
  }

  /** Flags as in {@code set}, without those in {@code mask}: nothing changes, so no wait may. */
  private static void look(Flags flags, int set, int mask) {
    String text = "flags " + bits(set) + " without " + bits(mask);
    int[] status = mask == 0 ? null : status(mask);
    Set<Integer> found = bits(set & ~mask);
    boolean all = (ALL_FOUR & ~mask & ~set) == 0;
    equal(all, flags.testAll(FOUR, status, Compare.EQ, 1), "test all, " + text);
    int any = flags.testAny(FOUR, status, Compare.EQ, 1);
    that(found.isEmpty() ? any == -1 : found.contains(any), "test any, " + text + ": " + any);
    int[] indices = new int[FOUR];
    int some = flags.testSome(FOUR, indices, status, Compare.EQ, 1);
    equal(found, first(some, indices), "test some, " + text);
    if (all) {
      flags.waitAll(FOUR, status, Compare.EQ, 1);
    }
    if (!found.isEmpty()) {
      any = flags.waitAny(FOUR, status, Compare.EQ, 1);
      that(found.contains(any), "wait any, " + text + ": " + any);
      some = flags.waitSome(FOUR, indices, status, Compare.EQ, 1);
      equal(found, first(some, indices), "wait some, " + text);
    }
  }

  private static void comparison(Shmem shmem, Flags.Kind kind, Compare compare) {
    Flags flags = kind.calloc(shmem, FOUR);
    for (int i = 0; i < FOUR; i++) {
      flags.set(i, SignalCases.failing(compare), shmem.pe());
    }
    shmem.quiet();
    int[] indices = new int[FOUR];
    that(!flags.testAll(FOUR, null, compare, 10), "all do not hold yet");
    equal(-1, flags.testAny(FOUR, null, compare, 10), "any");
    equal(0, flags.testSome(FOUR, indices, null, compare, 10), "some");
    shmem.barrierAll();
    for (int i = 0; i < FOUR; i++) {
      flags.set(i, SignalCases.holding(compare), right(shmem));
    }
    flags.waitAll(FOUR, null, compare, 10);
    that(flags.testAll(FOUR, null, compare, 10), "all hold");
    equal(FOUR, flags.testSome(FOUR, indices, null, compare, 10), "some");
    flags.free();
  }

  /** Of those that are set, only the one that is not masked may be returned. */
  private static void anyInOrder(Shmem shmem, Flags.Kind kind) {
    Flags flags = kind.calloc(shmem, FOUR);
    for (int round = 1; round <= rounds(shmem, 40); round++) {
      for (int i = 0; i < FOUR; i++) {
        flags.set((i + round) % FOUR, round, right(shmem));
      }
      for (int i = 0; i < FOUR; i++) {
        int[] status = status(ALL_FOUR & ~(1 << i));
        equal(i, flags.waitAny(FOUR, status, Compare.GE, round), "any but the masked");
      }
      shmem.barrierAll();
    }
    flags.free();
  }

  /** Everybody sends to everybody and waits, leaving out whom it has seen. */
  private static void untilAllSeen(Shmem shmem, Flags.Kind kind, boolean some) {
    int n = shmem.pes();
    Flags flags = kind.calloc(shmem, n);
    for (int round = 1; round <= rounds(shmem, 100); round++) {
      for (int i = 0; i < n; i++) {
        flags.set(shmem.pe(), round, (shmem.pe() + i + round) % n);
      }
      int[] seen = new int[n];
      int[] indices = new int[n];
      for (int count = 0; count < n; ) {
        int found = 1;
        if (some) {
          found = flags.waitSome(n, indices, seen, Compare.GE, round);
        } else {
          indices[0] = flags.waitAny(n, seen, Compare.GE, round);
        }
        that(found > 0 && indices[0] >= 0, "something to see");
        for (int i = 0; i < found; i++) {
          equal(0, seen[indices[i]]++, "seen before: " + indices[i]);
        }
        count += found;
      }
      equal(-1, flags.waitAny(n, seen, Compare.GE, round), "no more");
      shmem.barrierAll();
    }
    flags.free();
  }

  private static void allOfAll(Shmem shmem, Flags.Kind kind) {
    int n = shmem.pes();
    Flags flags = kind.calloc(shmem, n);
    for (int round = 1; round <= rounds(shmem, 100); round++) {
      for (int pe = 0; pe < n; pe++) {
        flags.set(shmem.pe(), round, pe);
      }
      flags.waitAll(n, null, Compare.GE, round);
      that(flags.testAll(n, null, Compare.GE, round), "all, after waiting for all");
      int[] butOne = new int[n];
      butOne[left(shmem)] = 1;
      flags.waitAll(n, butOne, Compare.GE, round);
      shmem.barrierAll();
    }
    flags.free();
  }

  private static void testUntilAllSeen(Shmem shmem, Flags.Kind kind) {
    int n = shmem.pes();
    Flags flags = kind.calloc(shmem, n);
    for (int round = 1; round <= rounds(shmem, 20); round++) {
      for (int pe = 0; pe < n; pe++) {
        flags.set(shmem.pe(), round, pe);
      }
      int[] seen = new int[n];
      int[] indices = new int[n];
      int count = 0;
      while (count < n) {
        int any = flags.testAny(n, seen, Compare.EQ, round);
        if (any >= 0) {
          equal(0, seen[any]++, "seen before: " + any);
          count++;
        }
        int some = flags.testSome(n, indices, seen, Compare.EQ, round);
        for (int i = 0; i < some; i++) {
          equal(0, seen[indices[i]]++, "seen before: " + indices[i]);
        }
        count += some;
        Thread.yield();
      }
      that(flags.testAll(n, null, Compare.EQ, round), "all");
      shmem.barrierAll();
    }
    flags.free();
  }

  /** Nothing is masked or reset, and still each of those that hold must come up. */
  private static void fair(Shmem shmem, Flags.Kind kind) {
    Flags flags = kind.calloc(shmem, FOUR);
    flags.set(0, 1, right(shmem));
    flags.set(2, 1, right(shmem));
    flags.waitAll(FOUR, status(0b1010), Compare.EQ, 1);
    flags.set(3, 1, right(shmem));
    flags.waitAll(FOUR, status(0b0111), Compare.EQ, 1);
    for (boolean waits : new boolean[] {true, false}) {
      Set<Integer> seen = new TreeSet<>();
      for (int i = 0; i < 100 && seen.size() < 3; i++) {
        seen.add(
            waits
                ? flags.waitAny(FOUR, null, Compare.EQ, 1)
                : flags.testAny(FOUR, null, Compare.EQ, 1));
      }
      equal(Set.of(0, 2, 3), seen, "those that came up");
    }
    flags.free();
  }

  private static void empty(Shmem shmem, Flags.Kind kind) {
    Flags flags = kind.calloc(shmem, FOUR);
    int[] indices = {7, 7, 7, 7};
    for (int count : new int[] {0, FOUR}) {
      int[] status = count == 0 ? null : new int[] {1, -1, 2, Integer.MIN_VALUE};
      flags.waitAll(count, status, Compare.EQ, 1);
      equal(-1, flags.waitAny(count, status, Compare.EQ, 1), "wait any");
      equal(0, flags.waitSome(count, indices, status, Compare.EQ, 1), "wait some");
      that(flags.testAll(count, status, Compare.EQ, 1), "test all");
      equal(-1, flags.testAny(count, status, Compare.EQ, 1), "test any");
      equal(0, flags.testSome(count, indices, status, Compare.EQ, 1), "test some");
    }
    that(Arrays.equals(new int[] {7, 7, 7, 7}, indices), "indices untouched");
    flags.free();
  }

  private static void valuesEach(Shmem shmem) {
    SymmetricLongs x = shmem.longs(FOUR);
    long[] values = {5, -1, 1L << 40, 0};
    int[] indices = new int[FOUR];
    that(!x.testAll(0, FOUR, null, Compare.EQ, values), "not all");
    equal(3, x.waitUntilAny(0, FOUR, null, Compare.EQ, values), "the one that is 0");
    shmem.barrierAll();
    for (int i = 0; i < 3; i++) {
      x.atomicSet(i, values[i], right(shmem));
    }
    x.waitUntilAll(0, FOUR, null, Compare.EQ, values);
    that(x.testAll(0, FOUR, null, Compare.EQ, values), "all");
    shmem.barrierAll();
    x.set(1, 5);
    equal(3, x.waitUntilSome(0, FOUR, indices, null, Compare.EQ, values), "all but one");
    equal(3, x.testSome(0, FOUR, indices, null, Compare.EQ, values), "all but one");
    equal(Set.of(0, 2, 3), first(3, indices), "which");
    that(x.testAny(0, FOUR, null, Compare.EQ, values) != 1, "not that one");
    // values belong to positions in the set, not in the array
    equal(0, x.testAny(1, 1, null, Compare.EQ, new long[] {5}), "of one");
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void data(Shmem shmem) {
    int n = shmem.pes();
    int block = 100;
    SymmetricLongs data = shmem.longs((long) block * n);
    Signal[] signals = shmem.signals(n);
    long[] values = new long[block];
    for (long round = 1; round <= rounds(shmem, 60); round++) {
      Arrays.fill(values, round);
      for (int pe = 0; pe < n; pe++) {
        data.putSignal(
            (long) block * shmem.pe(),
            values,
            0,
            block,
            signals[shmem.pe()],
            SignalOp.SET,
            round,
            pe);
      }
      int[] seen = new int[n];
      int[] indices = new int[n];
      for (int count = 0; count < n; ) {
        int some = Signal.waitUntilSome(signals, indices, seen, Compare.GE, round);
        for (int i = 0; i < some; i++) {
          int from = indices[i];
          seen[from] = 1;
          equal(round, data.at((long) block * from), "first of PE " + from);
          equal(round, data.at((long) block * (from + 1) - 1), "last of PE " + from);
        }
        count += some;
      }
      shmem.barrierAll();
    }
    shmem.free(data);
    shmem.heap().free(signals);
  }

  /** At both ends of the set and inside. */
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
          switch (way / 3) {
            case 0 -> ints.atomicAdd(1 + chosen, 1, pe);
            case 1 -> longs.p(1 + chosen, 1, pe);
            default -> longs.putSignal(new long[0], signals[chosen], SignalOp.ADD, 1, pe);
          }
        }
      }
      // without those that earlier ways have changed
      int[] status = {chosen > 0 ? 1 : 0, chosen > 1 ? 1 : 0, 0};
      int found =
          switch (way / 3) {
            case 0 -> ints.waitUntilAny(1, 3, status, Compare.EQ, 1);
            case 1 -> longs.waitUntilAny(1, 3, status, Compare.EQ, 1);
            default -> Signal.waitUntilAny(signals, status, Compare.EQ, 1);
          };
      equal(chosen, found, "way " + way);
    }
    shmem.barrierAll();
    shmem.free(ints);
    shmem.free(longs);
    shmem.heap().free(signals);
  }

  private static void deadlines(Shmem shmem) {
    SymmetricLongs x = shmem.longs(FOUR);
    Signal[] signals = shmem.signals(2);
    x.set(0, 1);
    int[] none = new int[FOUR];
    Duration little = Duration.ofMillis(20);
    List<Case.Body> waits =
        List.of(
            s -> x.waitUntilAll(0, FOUR, null, Compare.EQ, 1, little),
            s -> x.waitUntilAny(1, 3, null, Compare.EQ, 1, little),
            s -> x.waitUntilSome(0, FOUR, none, new int[] {1, 0, 0, 0}, Compare.EQ, 1, little),
            s -> x.waitUntilAll(0, FOUR, null, Compare.EQ, new long[] {1, 0, 0, 1}, little),
            s -> Signal.waitUntilAll(signals, null, Compare.NE, 0, little),
            s -> Signal.waitUntilAny(signals, null, Compare.NE, 0, Duration.ZERO),
            s -> Signal.waitUntilSome(signals, none, null, Compare.NE, 0, little));
    for (Case.Body wait : waits) {
      long start = System.nanoTime();
      has(expect(WaitTimeoutException.class, wait, shmem), "pe=" + shmem.pe(), " cells");
      that(System.nanoTime() - start < 5_000_000_000L, "took long");
    }
    x.waitUntilAll(0, 1, null, Compare.EQ, 1, Duration.ZERO);
    equal(0, x.waitUntilAny(0, FOUR, null, Compare.EQ, 1, Duration.ZERO), "what holds already");
    shmem.free(x);
    shmem.heap().free(signals);
  }

  private static void misuse(Shmem shmem) {
    SymmetricLongs x = shmem.longs(FOUR);
    x.fill(1);
    int[] two = new int[2];
    List<Case.Body> uses =
        List.of(
            s -> x.waitUntilAll(1, FOUR, null, Compare.EQ, 1),
            s -> x.waitUntilAny(-1, 2, null, Compare.EQ, 1),
            s -> x.testAll(0, 5, null, Compare.EQ, 1),
            s -> x.testAny(0, -1, null, Compare.EQ, 1),
            s -> x.testAll(0, FOUR, two, Compare.EQ, 1),
            s -> x.waitUntilSome(0, FOUR, two, null, Compare.EQ, 1),
            s -> x.testSome(0, FOUR, two, null, Compare.EQ, 1),
            s -> x.waitUntilAll(0, FOUR, null, Compare.EQ, new long[3]),
            s -> x.testAny(0, FOUR, null, Compare.EQ, new long[0]));
    for (int i = 0; i < uses.size(); i++) {
      RuntimeException e = expect(RuntimeException.class, uses.get(i), shmem);
      that(
          e instanceof IndexOutOfBoundsException || e instanceof IllegalArgumentException,
          "use " + i + " threw " + e);
      has(e, "longs#");
    }
    shmem.free(x);
    var _ =
        expect(
            IllegalStateException.class, s -> x.waitUntilAll(0, FOUR, null, Compare.EQ, 1), shmem);
  }

  /** Two threads take what all PEs send to PE 0: nothing is lost or taken twice. */
  private static void reset(Shmem shmem) throws InterruptedException {
    Signal box = shmem.signal();
    Signal taken = shmem.signal();
    int each = rounds(shmem, 100);
    long[] sums = new long[2];
    Thread[] threads = new Thread[2];
    for (int t = 0; shmem.pe() == 0 && t < 2; t++) {
      int thread = t;
      threads[t] =
          Thread.ofPlatform()
              .start(() -> {
                while (sums[thread] >= 0) {
                  long got = box.waitAndReset(Compare.NE, 0, 0);
                  if (got < 0) {
                    box.set(-1, 0); // for the other
                    return;
                  }
                  sums[thread] += got;
                  taken.add(got, 0);
                }
              });
    }
    for (int i = 1; i <= each; i++) {
      box.add(i, 0);
    }
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      long expected = (long) each * (each + 1) / 2 * shmem.pes();
      equal(expected, taken.waitUntil(Compare.GE, expected), "taken");
      box.set(-1, 0);
      for (Thread thread : threads) {
        thread.join();
      }
      equal(expected, sums[0] + sums[1], "both threads' sum");
    }
    shmem.barrierAll();
    shmem.free(box);
    shmem.free(taken);
  }
}
