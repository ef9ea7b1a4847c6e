package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricLongs;

/**
 * Operations that return at once, and their completion (tests-sos put_nbi, atomic_nbi and more).
 */
final class NonblockingCases {
  private static final int ROUNDS = 200;
  private static final int LENGTH = 1000;

  private NonblockingCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (AnyType type : AnyType.ALL) {
      all.add(Case.of(type + ": put, then quiet", "put_nbi quiet", s -> put(s, type)));
      all.add(Case.of(type + ": get, then quiet (L31)", "get_nbi quiet", s -> get(s, type)));
      all.add(Case.of(type + ": put with signal (L3n)", "put_signal_nbi", s -> putSignal(s, type)));
      if (type.element().bytes() >= Integer.BYTES) {
        all.add(
            Case.of(
                type + ": fetch and swap",
                "atomic_fetch_nbi atomic_swap_nbi",
                s -> fetchAndSwap(s, type)));
      }
      if (type.java() == int.class || type.java() == long.class) {
        all.add(
            Case.of(
                type + ": compare and swap has one winner (L18)",
                "atomic_compare_swap_nbi",
                s -> winners(s, type)));
        all.add(
            Case.of(
                type + ": counts without a gap (L17)",
                "atomic_fetch_inc_nbi atomic_fetch_add_nbi",
                s -> counts(s, type)));
        all.add(
            Case.of(
                type + ": and, or, xor",
                "atomic_fetch_and_nbi atomic_fetch_or_nbi atomic_fetch_xor_nbi",
                s -> bits(s, type)));
      }
    }
    all.add(Case.of("puts, a fence, a flag (L2)", "put_nbi fence", NonblockingCases::fence));
    all.add(Case.of("0 elements", "put_nbi get_nbi put_signal_nbi", NonblockingCases::zeroLength));
    all.add(
        Case.of(
            "a completion tells the source from the rest",
            "put_nbi get_nbi",
            NonblockingCases::completion));
    return all;
  }

  private static Object nbi(SymmetricArray array, String call, AnyType type, Object local, int pe) {
    return AnyType.call(array, call, new Class<?>[] {type.arrayClass(), int.class}, local, pe);
  }

  private static void same(Object expected, Object actual) {
    for (int i = 0; i < Array.getLength(expected); i++) {
      equal(Array.get(expected, i), Array.get(actual, i), "element " + i);
    }
  }

  private static void put(Shmem shmem, AnyType type) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    for (int round = 0; round < 10; round++) {
      Object source = type.values(LENGTH, shmem.pe() + 31L * round);
      Completion put = (Completion) nbi(array, "putNbi", type, source, right(shmem));
      if (round % 2 == 0) {
        shmem.quiet();
        that(put.isDone(), "done after quiet");
      } else {
        put.await();
      }
      shmem.barrierAll();
      same(
          type.values(LENGTH, left(shmem) + 31L * round),
          AnyType.call(array, "toArray", new Class<?>[0]));
      shmem.barrierAll();
    }
    shmem.free(array);
  }

  private static void get(Shmem shmem, AnyType type) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    Object own = type.values(LENGTH, shmem.pe());
    AnyType.call(array, "copyFrom", new Class<?>[] {type.arrayClass()}, own);
    shmem.barrierAll();
    Object target = Array.newInstance(type.java(), LENGTH);
    Completion get = (Completion) nbi(array, "getNbi", type, target, right(shmem));
    shmem.quiet();
    that(get.isDone(), "done after quiet");
    same(type.values(LENGTH, right(shmem)), target);
    shmem.barrierAll();
    shmem.free(array);
  }

  private static void putSignal(Shmem shmem, AnyType type) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    Signal arrived = shmem.signal();
    Signal taken = shmem.signal();
    int rounds = rounds(shmem, ROUNDS);
    for (int round = 1; round <= rounds; round++) {
      Object source = type.values(LENGTH, shmem.pe() + 31L * round);
      taken.waitUntil(Compare.GE, round - 1L);
      AnyType.call(
          array,
          "putSignalNbi",
          new Class<?>[] {type.arrayClass(), Signal.class, SignalOp.class, long.class, int.class},
          source,
          arrived,
          SignalOp.SET,
          (long) round,
          right(shmem));
      arrived.waitUntil(Compare.GE, round);
      same(
          type.values(LENGTH, left(shmem) + 31L * round),
          AnyType.call(array, "toArray", new Class<?>[0]));
      taken.set(round, left(shmem));
    }
    shmem.barrierAll();
    shmem.free(array);
    shmem.free(arrived);
    shmem.free(taken);
  }

  /** Calls an atomic whose result goes into the first element of {@code fetched}. */
  private static void atomic(
      SymmetricArray array,
      AnyType type,
      String call,
      Object fetched,
      long index,
      int pe,
      Object... operands) {
    List<Class<?>> types = new ArrayList<>(List.of(type.arrayClass(), int.class, long.class));
    List<Object> arguments = new ArrayList<>(List.of(fetched, 0, index));
    for (Object operand : operands) {
      types.add(type.java());
      arguments.add(operand);
    }
    types.add(int.class);
    arguments.add(pe);
    var _ =
        (Completion) AnyType.call(array, call, types.toArray(Class<?>[]::new), arguments.toArray());
  }

  private static Object one(AnyType type) {
    return Array.newInstance(type.java(), 1);
  }

  private static void fetchAndSwap(Shmem shmem, AnyType type) {
    SymmetricArray array = type.calloc(shmem, 3);
    Object old = one(type);
    Object now = one(type);
    atomic(array, type, "atomicSwapNbi", old, 1, right(shmem), type.value(shmem.pe()));
    shmem.quiet();
    equal(type.zero(), Array.get(old, 0), "swapped out");
    atomic(array, type, "atomicFetchNbi", now, 1, right(shmem));
    shmem.quiet();
    equal(type.value(shmem.pe()), Array.get(now, 0), "fetched");
    shmem.barrierAll();
    equal(type.zero(), type.at(array, 0), "before");
    equal(type.value(left(shmem)), type.at(array, 1), "swapped in");
    equal(type.zero(), type.at(array, 2), "after");
    shmem.free(array);
  }

  private static Object number(AnyType type, long value) {
    return type.java() == int.class ? (Object) (int) value : (Object) value;
  }

  private static void winners(Shmem shmem, AnyType type) {
    SymmetricArray array = type.calloc(shmem, 1);
    SymmetricLongs wins = shmem.longs(1);
    Object old = one(type);
    Object me = number(type, shmem.pe() + 1L);
    atomic(array, type, "atomicCompareSwapNbi", old, 0, 0, number(type, 0), me);
    shmem.quiet();
    if (Array.getLong(old, 0) == 0) {
      wins.atomicInc(0, 0);
    }
    shmem.barrierAll();
    equal(1L, wins.g(0, 0), "winners");
    shmem.free(array);
    shmem.free(wins);
  }

  private static void counts(Shmem shmem, AnyType type) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricArray counter = type.calloc(shmem, 1);
    SymmetricLongs seen = shmem.longs((long) rounds * shmem.pes());
    long[] mine = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      Object old = one(type);
      if (i % 2 == 0) {
        atomic(counter, type, "atomicFetchIncNbi", old, 0, 0);
      } else {
        atomic(counter, type, "atomicFetchAddNbi", old, 0, 0, number(type, 1));
      }
      shmem.quiet();
      mine[i] = Array.getLong(old, 0);
    }
    seen.put((long) rounds * shmem.pe(), mine, 0, rounds, 0);
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      BitSet all = new BitSet();
      for (long value : seen.toArray()) {
        all.set(Math.toIntExact(value));
      }
      equal(rounds * shmem.pes(), all.cardinality(), "different values");
      equal(rounds * shmem.pes(), all.length(), "highest value and one");
    }
    shmem.barrierAll();
    shmem.free(counter);
    shmem.free(seen);
  }

  private static void bits(Shmem shmem, AnyType type) {
    SymmetricArray array = type.calloc(shmem, 3);
    Object ones = number(type, 0xffff);
    Object ignored = one(type);
    if (shmem.pe() == 0) {
      atomic(array, type, "atomicFetchOrNbi", ignored, 1, 0, ones);
      shmem.quiet();
    }
    shmem.barrierAll();
    long bit = 1L << shmem.pe();
    Object old = one(type);
    atomic(array, type, "atomicFetchOrNbi", ignored, 0, 0, number(type, bit));
    atomic(array, type, "atomicFetchAndNbi", old, 1, 0, number(type, ~bit));
    atomic(array, type, "atomicFetchXorNbi", ignored, 2, 0, number(type, bit));
    shmem.quiet();
    that((Array.getLong(old, 0) & bit) != 0, "nobody else has taken this bit");
    shmem.barrierAll();
    long all = (1L << shmem.pes()) - 1;
    if (shmem.pe() == 0) {
      equal(number(type, all), type.at(array, 0), "or");
      equal(number(type, 0xffff & ~all), type.at(array, 1), "and");
      equal(number(type, all), type.at(array, 2), "xor");
    }
    shmem.barrierAll();
    shmem.free(array);
  }

  private static void fence(Shmem shmem) {
    SymmetricLongs data = shmem.longs(LENGTH);
    Signal arrived = shmem.signal();
    Signal taken = shmem.signal();
    for (int round = 1; round <= rounds(shmem, ROUNDS); round++) {
      long[] source = new long[LENGTH];
      java.util.Arrays.fill(source, round);
      taken.waitUntil(Compare.GE, round - 1L);
      var _ = data.putNbi(source, right(shmem));
      shmem.fence();
      arrived.set(round, right(shmem));
      arrived.waitUntil(Compare.GE, round);
      for (int i : new int[] {0, LENGTH / 2, LENGTH - 1}) {
        equal((long) round, data.at(i), "element " + i);
      }
      taken.set(round, left(shmem));
    }
    shmem.barrierAll();
    shmem.free(data);
    shmem.free(arrived);
    shmem.free(taken);
  }

  private static void zeroLength(Shmem shmem) {
    SymmetricLongs data = shmem.longs(3);
    SymmetricLongs empty = shmem.longs(0);
    Signal arrived = shmem.signal();
    long[] none = new long[0];
    data.putNbi(3, none, 0, 0, right(shmem)).await();
    data.getNbi(none, right(shmem)).await();
    empty.putNbi(none, right(shmem)).await();
    empty.putSignalNbi(none, arrived, SignalOp.ADD, 1, right(shmem)).await();
    equal(1L, arrived.waitUntil(Compare.NE, 0), "signal");
    shmem.barrierAll();
    shmem.free(data);
    shmem.free(empty);
    shmem.free(arrived);
  }

  private static void completion(Shmem shmem) {
    SymmetricLongs data = shmem.longs(3);
    Completion put = data.putNbi(new long[] {1, 2, 3}, right(shmem));
    put.awaitSource();
    that(put.isSourceDone(), "the source may be reused");
    put.remote().join();
    that(put.isDone(), "all is done");
    put.source().join();
    shmem.barrierAll();
    equal(3L, data.at(2), "data");
    shmem.free(data);
  }
}
