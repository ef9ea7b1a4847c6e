package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Around.times;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.that;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricFloats;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.stress.conformance.Cells.Maker;

/** Atomics with all PEs at the same cell at once: nothing may be lost or doubled. */
final class AtomicCases {
  private static final int ROUNDS = 4_000;

  private AtomicCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    cells(all, "long", (s, length) -> new Cells.Longs(s.longs(length)), 63);
    cells(all, "int", (s, length) -> new Cells.Ints(s.ints(length)), 31);
    all.add(
        Case.of(
            "float: fetchAdd and add are never lost",
            "atomic_fetch_add atomic_add",
            AtomicCases::floats));
    all.add(
        Case.of(
            "double: fetchAdd and add are never lost",
            "atomic_fetch_add atomic_add",
            AtomicCases::doubles));
    all.add(
        Case.of(
            "float and double: fetch, set, swap",
            "atomic_fetch atomic_set atomic_swap",
            AtomicCases::floatingBasics));
    all.add(
        Case.of("a lock by compareSwap excludes (L27)", "atomic_compare_swap", AtomicCases::lock));
    all.add(Case.of("two threads of every PE at one cell", "atomic_inc", AtomicCases::threads));
    return List.copyOf(all);
  }

  private static void cells(List<Case> all, String type, Maker maker, int bits) {
    all.add(
        Case.of(
            type + ": every operation returns what was there",
            "atomic_fetch atomic_set atomic_swap atomic_compare_swap atomic_fetch_add atomic_fetch_inc atomic_fetch_and atomic_fetch_or atomic_fetch_xor atomic_add atomic_inc atomic_and atomic_or atomic_xor",
            s -> basics(s, maker)));
    all.add(
        Case.of(
            type + ": add, inc and their fetching forms are never lost (L6)",
            "atomic_add atomic_inc atomic_fetch_add atomic_fetch_inc",
            s -> totals(s, maker)));
    all.add(
        Case.of(
            type + ": fetchInc gives each number once (L17)",
            "atomic_fetch_inc",
            s -> unique(s, maker)));
    all.add(
        Case.of(
            type + ": compareSwap has one winner (L18)",
            "atomic_compare_swap",
            s -> oneWinner(s, maker)));
    all.add(
        Case.of(
            type + ": swap loses and doubles no token (L19)",
            "atomic_swap",
            s -> tokens(s, maker)));
    all.add(
        Case.of(
            type + ": and, or, xor of one bit per PE (L19b)",
            "atomic_fetch_and atomic_fetch_or atomic_fetch_xor",
            s -> bits(s, maker, bits)));
    all.add(
        Case.of(
            type + ": fetches never go back (L15)",
            "atomic_fetch atomic_set",
            s -> neverBack(s, maker)));
  }

  private static void basics(Shmem shmem, Maker maker) {
    Cells cells = maker.calloc(shmem, shmem.pes() + 1L);
    int me = shmem.pe();
    for (int pe = 0; pe < shmem.pes(); pe++) {
      cells.atomicSet(me, -5, pe);
      equal(-5L, cells.fetch(me, pe), "fetch");
      equal(-5L, cells.swap(me, 12, pe), "swap");
      equal(12L, cells.compareSwap(me, 11, 99, pe), "compareSwap that fails");
      equal(12L, cells.compareSwap(me, 12, 6, pe), "compareSwap that succeeds");
      equal(6L, cells.fetchAdd(me, -4, pe), "fetchAdd");
      equal(2L, cells.fetchInc(me, pe), "fetchInc");
      equal(3L, cells.fetchAnd(me, 6, pe), "fetchAnd");
      equal(2L, cells.fetchOr(me, 9, pe), "fetchOr");
      equal(11L, cells.fetchXor(me, 1, pe), "fetchXor");
      cells.add(me, 5, pe);
      cells.inc(me, pe);
      equal(16L, cells.fetch(me, pe), "add and inc");
      cells.and(me, ~16, pe);
      cells.or(me, 6, pe);
      cells.xor(me, 3, pe);
      equal(5L, cells.fetch(me, pe), "and, or, xor");
    }
    shmem.barrierAll();
    for (int pe = 0; pe < shmem.pes(); pe++) {
      equal(5L, cells.at(pe), "left by PE " + pe);
    }
    equal(0L, cells.at(shmem.pes()), "beside");
    shmem.free(cells.object());
  }

  private static void totals(Shmem shmem, Maker maker) {
    int rounds = rounds(shmem, ROUNDS);
    Cells cells = maker.calloc(shmem, 2);
    for (int i = 0; i < rounds; i++) {
      int pe = i % shmem.pes();
      cells.add(0, 3, pe);
      cells.inc(0, pe);
      var _ = cells.fetchAdd(0, 2, pe) + cells.fetchInc(0, pe);
      cells.add(1, 1, 0);
    }
    shmem.barrierAll();
    long sum = 0;
    for (int pe = 0; pe < shmem.pes(); pe++) {
      sum += cells.fetch(0, pe);
    }
    equal(7L * rounds * shmem.pes(), sum, "sum of all");
    equal((long) rounds * shmem.pes(), cells.fetch(1, 0), "sum at PE 0");
    shmem.barrierAll();
    shmem.free(cells.object());
  }

  private static void unique(Shmem shmem, Maker maker) {
    int rounds = rounds(shmem, ROUNDS);
    Cells counter = maker.calloc(shmem, 1);
    SymmetricLongs got = shmem.longs((long) rounds * shmem.pes());
    long[] own = new long[rounds];
    shmem.barrierAll();
    for (int i = 0; i < rounds; i++) {
      own[i] = counter.fetchInc(0, 0);
    }
    got.put((long) rounds * shmem.pe(), own, 0, rounds, 0);
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      long[] all = got.toArray();
      Arrays.sort(all);
      for (int i = 0; i < all.length; i++) {
        equal((long) i, all[i], "number in order");
      }
    }
    shmem.free(counter.object());
    shmem.free(got);
  }

  private static void oneWinner(Shmem shmem, Maker maker) {
    int length = 1_000;
    Cells cells = maker.calloc(shmem, length);
    SymmetricLongs winners = shmem.longs(length);
    shmem.barrierAll();
    for (int i = 0; i < length; i++) {
      long before = cells.compareSwap(i, 0, shmem.pe() + 1L, 0);
      if (before == 0) {
        winners.atomicInc(i, 0);
      } else {
        that(before >= 1 && before <= shmem.pes(), "a loser saw " + before);
      }
    }
    shmem.barrierAll();
    for (int i = 0; i < length; i++) {
      equal(1L, winners.g(i, 0), "winners");
    }
    shmem.barrierAll();
    shmem.free(cells.object());
    shmem.free(winners);
  }

  private static void tokens(Shmem shmem, Maker maker) {
    int rounds = rounds(shmem, ROUNDS);
    Cells cell = maker.calloc(shmem, 1);
    SymmetricLongs held = shmem.longs(shmem.pes());
    long token = shmem.pe() + 1L;
    shmem.barrierAll();
    for (int i = 0; i < rounds; i++) {
      token = cell.swap(0, token, 0);
    }
    held.p(shmem.pe(), token, 0);
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      long[] all = Arrays.copyOf(held.toArray(), shmem.pes() + 1);
      all[shmem.pes()] = cell.fetch(0, 0);
      Arrays.sort(all);
      for (int i = 0; i < all.length; i++) {
        equal((long) i, all[i], "token in order");
      }
    }
    shmem.free(cell.object());
    shmem.free(held);
  }

  private static void bits(Shmem shmem, Maker maker, int bits) {
    Cells cells = maker.calloc(shmem, 3);
    if (shmem.pe() == 0) {
      cells.atomicSet(1, -1, 0);
    }
    shmem.barrierAll();
    long expected = 0;
    for (int bit = 0; bit <= bits; bit++) {
      long mask = 1L << bit;
      if (bit % shmem.pes() == shmem.pe()) {
        equal(0L, cells.fetchOr(0, mask, 0) & mask, "bit before or");
        that((cells.fetchAnd(1, ~mask, 0) & mask) != 0, "bit before and");
        equal(0L, cells.fetchXor(2, mask, 0) & mask, "bit before xor");
      }
      expected |= mask;
    }
    shmem.barrierAll();
    equal(-1L, expected | (bits == 31 ? 0xffffffffL << 32 : 0), "all bits");
    equal(-1L, cells.fetch(0, 0), "or");
    equal(0L, cells.fetch(1, 0), "and");
    equal(-1L, cells.fetch(2, 0), "xor");
    shmem.barrierAll();
    shmem.free(cells.object());
  }

  private static void neverBack(Shmem shmem, Maker maker) {
    Cells cell = maker.calloc(shmem, 1);
    long last = 0;
    for (int i = 1; i <= times(20_000); i++) {
      if (shmem.pe() == 0) {
        cell.atomicSet(0, i, shmem.pes() - 1);
      } else {
        long seen = cell.fetch(0, shmem.pes() - 1);
        that(seen >= last, "went back from " + last + " to " + seen);
        last = seen;
      }
    }
    shmem.barrierAll();
    shmem.free(cell.object());
  }

  private static void floats(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS / 2);
    SymmetricFloats cells = shmem.floats(1);
    for (int i = 0; i < rounds; i++) {
      var _ = cells.atomicFetchAdd(0, 1, 0);
      cells.atomicAdd(0, 0.5f, 0);
    }
    shmem.barrierAll();
    equal(1.5f * rounds * shmem.pes(), cells.atomicFetch(0, 0), "sum");
    shmem.barrierAll();
    shmem.free(cells);
  }

  private static void doubles(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS / 2);
    SymmetricDoubles cells = shmem.doubles(1);
    for (int i = 0; i < rounds; i++) {
      var _ = cells.atomicFetchAdd(0, 1, 0);
      cells.atomicAdd(0, 0.5, 0);
    }
    shmem.barrierAll();
    equal(1.5 * rounds * shmem.pes(), cells.atomicFetch(0, 0), "sum");
    shmem.barrierAll();
    shmem.free(cells);
  }

  private static void floatingBasics(Shmem shmem) {
    SymmetricFloats floats = shmem.floats(shmem.pes());
    SymmetricDoubles doubles = shmem.doubles(shmem.pes());
    int me = shmem.pe();
    int right = (me + 1) % shmem.pes();
    floats.atomicSet(me, 1.5f, right);
    equal(1.5f, floats.atomicSwap(me, -0f, right), "swap");
    equal(-0f, floats.atomicFetch(me, right), "fetch");
    equal(-0f, floats.atomicFetchAdd(me, 2f, right), "fetchAdd");
    doubles.atomicSet(me, Double.MIN_VALUE, right);
    equal(Double.MIN_VALUE, doubles.atomicSwap(me, Double.NaN, right), "swap");
    equal(Double.NaN, doubles.atomicFetch(me, right), "fetch");
    shmem.barrierAll();
    int left = (me + shmem.pes() - 1) % shmem.pes();
    equal(2f, floats.at(left), "left by the left");
    shmem.free(floats);
    shmem.free(doubles);
  }

  private static void lock(Shmem shmem) {
    SymmetricLongs lockAndCount = shmem.longs(2);
    for (int i = 0; i < 300; i++) {
      while (lockAndCount.atomicCompareSwap(0, 0, 1, 0) != 0) {
        Thread.yield();
      }
      lockAndCount.p(1, lockAndCount.g(1, 0) + 1, 0);
      shmem.fence();
      lockAndCount.atomicSet(0, 0, 0);
    }
    shmem.barrierAll();
    equal(300L * shmem.pes(), lockAndCount.g(1, 0), "count");
    shmem.barrierAll();
    shmem.free(lockAndCount);
  }

  private static void threads(Shmem shmem) throws InterruptedException {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs counter = shmem.longs(1);
    Runnable work =
        () -> {
          for (int i = 0; i < rounds; i++) {
            counter.atomicInc(0, 0);
          }
        };
    Thread other = Thread.ofPlatform().start(work);
    work.run();
    other.join();
    shmem.barrierAll();
    equal(2L * rounds * shmem.pes(), counter.atomicFetch(0, 0), "count");
    shmem.barrierAll();
    shmem.free(counter);
  }
}
