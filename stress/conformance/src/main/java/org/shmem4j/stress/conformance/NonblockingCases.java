package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.reflect.Array;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricLongs;

/** What returns at once; their forms and types are also among the cases of put and get. */
final class NonblockingCases {
  private NonblockingCases() {}

  /** An atomic, on an element that holds 12: what it takes, and what it leaves. */
  private record Atomic(String method, List<Long> operands, long leaves) {
    String covers() {
      String words = method.replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
      return words + "_nbi quiet";
    }
  }

  private static final List<Atomic> ATOMICS =
      List.of(
          new Atomic("atomicFetch", List.of(), 12),
          new Atomic("atomicSwap", List.of(7L), 7),
          new Atomic("atomicFetchAdd", List.of(5L), 17),
          new Atomic("atomicFetchInc", List.of(), 13),
          new Atomic("atomicCompareSwap", List.of(12L, 9L), 9),
          new Atomic("atomicCompareSwap", List.of(11L, 9L), 12),
          new Atomic("atomicFetchAnd", List.of(6L), 4),
          new Atomic("atomicFetchOr", List.of(3L), 15),
          new Atomic("atomicFetchXor", List.of(10L), 6));

  private static final int FOR_FLOATING_TOO = 3;

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (AnyType type : AnyType.ALL) {
      boolean floating = type.isFloating();
      if (type.element().bytes() >= Integer.BYTES) {
        for (Atomic atomic : ATOMICS.subList(0, floating ? FOR_FLOATING_TOO : ATOMICS.size())) {
          all.add(
              Case.of(
                  type + ": " + atomic.method + atomic.operands + ", fetched after quiet",
                  atomic.covers(),
                  s -> fetched(s, type, atomic)));
        }
      }
    }
    all.addAll(
        List.of(
            // tests-sos fadd_nbi
            Case.of(
                "many fetchAdds at once give each number once (L17)",
                "atomic_fetch_add_nbi atomic_fetch_inc_nbi quiet",
                NonblockingCases::unique),
            // tests-sos atomic_nbi, micro_unit_shmem
            Case.of("swaps lose no token (L19)", "atomic_swap_nbi quiet", NonblockingCases::tokens),
            Case.of(
                "compareSwap has one winner (L18)",
                "atomic_compare_swap_nbi quiet",
                NonblockingCases::oneWinner),
            // tests-sos put_nbi
            Case.of("put, fence, flag (L2)", "put_nbi fence wait_until", NonblockingCases::l2),
            // tests-sos get_nbi
            Case.of("many gets at once, then quiet (L31)", "get_nbi quiet", NonblockingCases::gets),
            Case.of(
                "every PE puts to every PE, then quiet (L25)",
                "put_nbi quiet barrier_all",
                NonblockingCases::allToAll),
            Case.of("quiet completes at a third PE (L7)", "put_nbi quiet g", NonblockingCases::l7),
            // tests-sos put_signal_nbi
            Case.of(
                "a ring of puts with signals (L3n)",
                "put_signal_nbi signal_wait_until",
                NonblockingCases::ring),
            Case.of(
                "both data of two ADDs (L5)",
                "put_signal_nbi signal_wait_until",
                NonblockingCases::twoAdds),
            // case 22; tests-sos zero_comm
            Case.of(
                "nothing moves with a count of 0, but the signal",
                "put_nbi get_nbi put_signal_nbi",
                NonblockingCases::zero),
            Case.of(
                "completions: of source, of all, in time",
                "put_nbi get_nbi atomic_fetch_add_nbi put_signal_nbi",
                NonblockingCases::completions),
            Case.of(
                "quiet of one context, of another",
                "put_nbi get_nbi quiet ctx_create",
                NonblockingCases::contexts),
            Case.of("before finalize (L35)", "put_nbi finalize", NonblockingCases::lastPut)
                .endsWith(0),
            Case.of(
                "mistakes are thrown at once",
                "put_nbi get_nbi put_signal_nbi atomic_fetch_add_nbi",
                NonblockingCases::misuse)));
    return all;
  }

  /** Each PE has an element of its own at the right, and one beside that nobody touches. */
  private static void fetched(Shmem shmem, AnyType type, Atomic atomic) {
    SymmetricArray array = type.calloc(shmem, 2L * shmem.pes());
    Object fetched = Array.newInstance(type.java(), 3);
    Class<?>[] set = {long.class, type.java(), int.class};
    long index = 2L * shmem.pe();
    AnyType.call(array, "atomicSet", set, index, type.of(12), right(shmem));
    List<Class<?>> types = new ArrayList<>(List.of(type.arrayClass(), int.class, long.class));
    List<Object> arguments = new ArrayList<>(List.of(fetched, 1, index));
    for (long operand : atomic.operands) {
      types.add(type.java());
      arguments.add(type.of(operand));
    }
    types.add(int.class);
    arguments.add(right(shmem));
    var completion =
        (Completion)
            AnyType.call(
                array, atomic.method + "Nbi", types.toArray(Class<?>[]::new), arguments.toArray());
    shmem.quiet();
    that(completion.isDone(), "done after quiet");
    equal(type.of(12), Array.get(fetched, 1), "fetched");
    equal(type.of(0), Array.get(fetched, 0), "before the fetched");
    equal(type.of(0), Array.get(fetched, 2), "after the fetched");
    shmem.barrierAll();
    equal(type.of(atomic.leaves), type.at(array, 2L * left(shmem)), "left by the left");
    equal(type.of(0), type.at(array, 2L * left(shmem) + 1), "beside");
    shmem.free(array);
  }

  private static void unique(Shmem shmem) {
    SymmetricLongs counters = shmem.longs(2);
    int most = rounds(shmem, 1_000);
    SymmetricLongs all = shmem.longs((long) most * shmem.pes());
    for (int way = 0; way < 2; way++) {
      long[] got = new long[most];
      for (int i = 0; i < most; i++) {
        var _ =
            way == 0
                ? counters.atomicFetchAddNbi(got, i, way, 1, 0)
                : counters.atomicFetchIncNbi(got, i, way, 0);
        if (i % 100 == 99) {
          shmem.quiet();
        }
      }
      shmem.quiet();
      all.put((long) most * shmem.pe(), got, 0, most, 0);
      shmem.barrierAll();
      if (shmem.pe() == 0) {
        long[] sorted = all.toArray();
        Arrays.sort(sorted);
        for (int i = 0; i < sorted.length; i++) {
          equal((long) i, sorted[i], "number in order");
        }
      }
      shmem.barrierAll();
    }
    shmem.free(counters);
    shmem.free(all);
  }

  private static void tokens(Shmem shmem) {
    SymmetricLongs cell = shmem.longs(1);
    SymmetricLongs held = shmem.longs(shmem.pes() + 1L);
    long[] token = {shmem.pe() + 1};
    for (int i = 0; i < rounds(shmem, 1_000); i++) {
      long mine = token[0];
      var _ = cell.atomicSwapNbi(token, 0, 0, mine, 0);
      shmem.quiet();
    }
    held.p(shmem.pe(), token[0], 0);
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      held.set(shmem.pes(), cell.at(0));
      long[] sorted = held.toArray();
      Arrays.sort(sorted);
      for (int i = 0; i < sorted.length; i++) {
        equal((long) i, sorted[i], "token in order");
      }
    }
    shmem.barrierAll();
    shmem.free(cell);
    shmem.free(held);
  }

  private static void oneWinner(Shmem shmem) {
    int length = 500;
    SymmetricLongs cells = shmem.longs(length);
    SymmetricLongs winners = shmem.longs(1);
    long[] before = new long[length];
    for (int i = 0; i < length; i++) {
      var _ = cells.atomicCompareSwapNbi(before, i, i, 0, shmem.pe() + 1, 0);
    }
    shmem.quiet();
    winners.atomicAdd(0, Arrays.stream(before).filter(seen -> seen == 0).count(), 0);
    shmem.barrierAll();
    equal((long) length, winners.g(0, 0), "winners");
    shmem.barrierAll();
    shmem.free(cells);
    shmem.free(winners);
  }

  private static void l2(Shmem shmem) {
    int block = 512;
    SymmetricLongs data = shmem.longs(block);
    SymmetricLongs flag = shmem.longs(1);
    for (long round = 1; round <= rounds(shmem, 200); round++) {
      long[] values = new long[block]; // not to be touched before it is complete
      Arrays.fill(values, round);
      var _ = data.putNbi(values, right(shmem));
      shmem.fence();
      flag.atomicSet(0, round, right(shmem));
      flag.waitUntil(0, Compare.GE, round);
      equal(round, data.at(0), "first");
      equal(round, data.at(block - 1), "last");
      shmem.barrierAll();
    }
    shmem.free(data);
    shmem.free(flag);
  }

  private static void gets(Shmem shmem) {
    int blocks = 50;
    SymmetricLongs x = shmem.longs(blocks * 8L);
    for (int i = 0; i < x.length(); i++) {
      x.set(i, shmem.pe() * 10_000L + i);
    }
    shmem.barrierAll();
    for (int pe = 0; pe < shmem.pes(); pe++) {
      long[] got = new long[blocks * 8];
      for (int block = blocks - 1; block >= 0; block--) {
        var _ = x.getNbi(block * 8L, got, block * 8, 8, pe);
      }
      shmem.quiet();
      for (int i = 0; i < got.length; i++) {
        equal(pe * 10_000L + i, got[i], "element " + i + " of PE " + pe);
      }
    }
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void allToAll(Shmem shmem) {
    int block = 64;
    SymmetricLongs box = shmem.longs((long) block * shmem.pes());
    long[] values = new long[block];
    for (long round = 1; round <= rounds(shmem, 60); round++) {
      Arrays.fill(values, round * 100 + shmem.pe());
      for (int pe = 0; pe < shmem.pes(); pe++) {
        var _ = box.putNbi((long) block * shmem.pe(), values, 0, block, pe);
      }
      shmem.quiet();
      Arrays.fill(values, -1); // free again
      shmem.barrierAll();
      for (int i = 0; i < box.length(); i++) {
        equal(round * 100 + i / block, box.at(i), "round " + round + " element " + i);
      }
      shmem.barrierAll();
    }
    shmem.free(box);
  }

  private static void l7(Shmem shmem) {
    OrderCases.toldByPutter(
        shmem,
        rounds(shmem, 200),
        (data, round, pe) -> {
          var _ = data.putNbi(round, new long[] {round}, 0, 1, pe);
          shmem.quiet();
        });
  }

  private static void ring(Shmem shmem) {
    SymmetricLongs box = shmem.longs(64);
    Signal arrived = shmem.signal();
    for (long round = 1; round <= rounds(shmem, 200); round++) {
      if (shmem.pe() != 0) {
        arrived.waitUntil(Compare.EQ, round);
        equal(round, box.at(0), "first");
        equal(round, box.at(63), "last");
      }
      long[] message = new long[64];
      Arrays.fill(message, round);
      var _ = box.putSignalNbi(message, arrived, SignalOp.SET, round, right(shmem));
      if (shmem.pe() == 0) {
        arrived.waitUntil(Compare.EQ, round);
        equal(round, box.at(63), "last, once around");
      }
    }
    shmem.barrierAll();
    shmem.free(box);
    shmem.free(arrived);
  }

  private static void twoAdds(Shmem shmem) {
    SymmetricLongs box = shmem.longs(2L * shmem.pes());
    Signal signal = shmem.signal();
    for (long round = 1; round <= rounds(shmem, 100); round++) {
      long[] values = {round, round};
      for (int pe = 0; pe < shmem.pes(); pe++) {
        long index = 2L * shmem.pe();
        var _ = box.putSignalNbi(index, values, 0, 1, signal, SignalOp.ADD, 1, pe);
        var _ = box.putSignalNbi(index + 1, values, 1, 1, signal, SignalOp.ADD, 1, pe);
      }
      signal.waitUntil(Compare.GE, round * 2 * shmem.pes());
      for (int i = 0; i < box.length(); i++) {
        that(box.at(i) >= round, "element " + i + " in round " + round + ": " + box.at(i));
      }
      shmem.barrierAll();
    }
    shmem.free(box);
    shmem.free(signal);
  }

  private static void zero(Shmem shmem) {
    SymmetricLongs x = shmem.longs(2);
    Signal signal = shmem.signal();
    long[] none = new long[0];
    var _ = x.putNbi(2, none, 0, 0, right(shmem));
    var _ = x.getNbi(2, none, 0, 0, right(shmem));
    var _ = x.putNbi(none, right(shmem));
    var _ = x.putSignalNbi(2, none, 0, 0, signal, SignalOp.SET, 5, right(shmem));
    shmem.quiet();
    equal(5L, signal.waitUntil(Compare.NE, 0), "signal");
    that(Arrays.equals(new long[2], x.toArray()), "untouched");
    shmem.free(x);
    shmem.free(signal);
  }

  private static void completions(Shmem shmem) throws Exception {
    SymmetricLongs x = shmem.longs(8);
    Signal signal = shmem.signal();
    long[] values = {shmem.pe() + 1};
    long[] got = new long[2];
    int pe = right(shmem);
    List<Completion> all =
        List.of(
            x.putNbi(values, pe),
            x.putNbi(2, values, 0, 1, pe),
            x.putSignalNbi(4, values, 0, 1, signal, SignalOp.ADD, 1, pe),
            x.getNbi(6, got, 0, 1, pe),
            x.atomicFetchAddNbi(got, 1, 7, 5, pe),
            Completion.DONE);
    for (Completion completion : all) {
      completion.awaitSource();
      that(completion.isSourceDone(), "source done");
      completion.await();
      that(completion.isDone(), "done");
      completion.await(Duration.ZERO);
      var _ = completion.source().get(5, TimeUnit.SECONDS);
      var _ = completion.remote().get(5, TimeUnit.SECONDS);
    }
    values[0] = -1;
    equal(1L, signal.waitUntil(Compare.GE, 1), "signal");
    shmem.barrierAll();
    for (long index : new long[] {0, 2, 4}) {
      equal(left(shmem) + 1L, x.at(index), "element " + index);
    }
    equal(5L, x.at(7), "added");
    shmem.free(x);
    shmem.free(signal);
  }

  private static void contexts(Shmem shmem) {
    SymmetricLongs x = shmem.longs(4);
    try (ShmemContext first = shmem.createContext();
        ShmemContext second = shmem.createContext()) {
      for (long round = 1; round <= rounds(shmem, 50); round++) {
        var _ = x.on(first).putNbi(0, new long[] {round}, 0, 1, right(shmem));
        var _ = x.on(second).putNbi(1, new long[] {round}, 0, 1, right(shmem));
        second.quiet();
        equal(round, x.g(1, right(shmem)), "of the second");
        long[] got = new long[1];
        var _ = x.on(second).getNbi(1, got, 0, 1, right(shmem));
        second.quiet();
        equal(round, got[0], "got by the second");
        first.quiet();
        equal(round, x.g(0, right(shmem)), "of the first");
        shmem.barrierAll();
      }
    }
    shmem.free(x);
  }

  private static void lastPut(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1_000);
    var own = x.segment();
    long[] values = new long[1_000];
    Arrays.fill(values, shmem.pe() + 1);
    shmem.barrierAll();
    var _ = x.putNbi(values, right(shmem));
    shmem.close();
    long seen = own.get(java.lang.foreign.ValueLayout.JAVA_LONG, 999 * Long.BYTES);
    equal(left(shmem) + 1L, seen, "last element");
  }

  private static void misuse(Shmem shmem) {
    SymmetricLongs x = shmem.longs(4);
    Signal signal = shmem.signal();
    long[] four = new long[4];
    int pe = right(shmem);
    List<Case.Body> uses =
        List.of(
            s -> x.putNbi(new long[5], pe),
            s -> x.putNbi(1, four, 0, 4, pe),
            s -> x.putNbi(0, four, 1, 4, pe),
            s -> x.putNbi(four, s.pes()),
            s -> x.getNbi(-1, four, 0, 1, pe),
            s -> x.getNbi(four, -1),
            s -> x.putSignalNbi(4, four, 0, 1, signal, SignalOp.SET, 1, pe),
            s -> x.atomicFetchAddNbi(four, 0, 4, 1, pe),
            s -> x.atomicFetchAddNbi(four, 4, 0, 1, pe),
            s -> x.atomicSwapNbi(four, 0, 0, 1, s.pes()));
    for (Case.Body use : uses) {
      has(expect(IndexOutOfBoundsException.class, use, shmem), "object=longs#");
    }
    shmem.quiet();
    shmem.barrierAll();
    that(Arrays.equals(new long[4], x.toArray()), "nothing was written");
    equal(0L, signal.fetch(), "no signal");
    shmem.free(x);
    shmem.free(signal);
    has(expect(IllegalStateException.class, s -> x.putNbi(four, pe), shmem), "freed");
  }
}
