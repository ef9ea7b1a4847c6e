package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.inOtherWorld;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapExhaustedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;

/** Mistakes: every PE hears of them, nothing is changed, and the job goes on. */
final class MisuseCases {
  static List<Case> all() {
    return List.of(
        differ(
            "malloc of different sizes",
            "malloc",
            "malloc longs[",
            s -> s.heap().malloc(ElementType.LONG, 10 + s.pe())),
        differ(
            "calloc of different types",
            "calloc",
            "calloc ",
            s -> ignore(s.pe() == 0 ? s.longs(4) : s.doubles(4))),
        differ(
            "malloc against calloc",
            "malloc calloc",
            "malloc longs[4]",
            s -> {
              ElementType<SymmetricLongs> type = ElementType.LONG;
              ignore(s.pe() == 0 ? s.heap().malloc(type, 4) : s.heap().calloc(type, 4));
            }),
        differ(
            "different numbers of signals",
            "calloc",
            "signals[",
            s -> ignore(s.signals(1 + s.pe()))),
        differ(
            "malloc against barrierAll",
            "malloc barrier_all",
            "barrierAll at ",
            or(Shmem::barrierAll, s -> ignore(s.longs(4)))),
        differ(
            "syncAll against barrierAll",
            "sync_all barrier_all",
            "syncAll at ",
            or(Shmem::syncAll, Shmem::barrierAll)),
        differ(
            "barrierAll against finalize",
            "barrier_all finalize",
            "finalize at ",
            or(Shmem::close, Shmem::barrierAll)),
        Case.of("allocations in different order", "malloc calloc", MisuseCases::order).from(2),
        Case.of("free of different objects", "free", MisuseCases::differentFree).from(2),
        Case.of("free twice on one PE", "free", MisuseCases::doubleFreeOnOne).from(2),
        Case.of("free twice on every PE", "free", MisuseCases::doubleFree),
        Case.of("free of an object twice in one call", "free", MisuseCases::namedTwice),
        Case.of("an object of another world", "free put init", MisuseCases::foreign),
        Case.of(
            "use after free",
            "free put get p g put_signal atomic_fetch atomic_set atomic_inc atomic_compare_swap"
                + " wait_until test ptr signal_set signal_add signal_fetch signal_wait_until",
            MisuseCases::useAfterFree),
        Case.of(
            "out of range",
            "put get p g put_signal atomic_add atomic_compare_swap wait_until test",
            MisuseCases::outOfRange),
        Case.of(
            "a PE that does not exist",
            "put get p g put_signal atomic_fetch atomic_add ptr signal_set signal_add",
            MisuseCases::badPe),
        // case 11
        Case.of(
            "a copy onto itself that overlaps",
            "put get put_nbi get_nbi put_signal iput iget ibput ibget",
            MisuseCases::overlap),
        Case.of("a heap that is exhausted", "malloc calloc", MisuseCases::exhausted),
        Case.of("a negative length", "calloc", MisuseCases::negativeLength),
        Case.of("free of null", "free", s -> s.free(null)));
  }

  /** A case in which PE 0 and another PE make different calls, one of which the error shows. */
  private static Case differ(String name, String covers, String call, Case.Body wrong) {
    return Case.of(name, covers, s -> ignore(disagreement(s, call, wrong))).from(2);
  }

  private static Case.Body or(Case.Body first, Case.Body others) {
    return s -> (s.pe() == 0 ? first : others).run(s);
  }

  /** For what is called because it throws. */
  @SuppressWarnings("UnusedVariable")
  private static void ignore(Object result) {}

  private MisuseCases() {}

  /** Runs calls that differ, which every PE must hear of; all is then as before. */
  static SymmetryException disagreement(Shmem shmem, String call, Case.Body wrong) {
    long free = shmem.heap().free();
    int objects = shmem.heap().objectCount();
    SymmetryException e = expect(SymmetryException.class, wrong, shmem);
    has(e, call, "Cases.java:");
    for (int pe = 0; pe < shmem.pes(); pe++) {
      has(e, "\n  PE " + pe + ": ");
    }
    equal(free, shmem.heap().free(), "free bytes after the error");
    equal(objects, shmem.heap().objectCount(), "objects after the error");
    goesOn(shmem);
    return e;
  }

  /** The PEs still agree about the heap, and about where things are in it. */
  private static void goesOn(Shmem shmem) {
    shmem.barrierAll();
    SymmetricLongs x = shmem.longs(2);
    x.p(0, x.offset(), right(shmem));
    shmem.barrierAll();
    equal(x.offset(), x.at(0), "the left's offset");
    shmem.free(x);
  }

  private static void order(Shmem shmem) {
    SymmetryException e =
        disagreement(
            shmem,
            "calloc ",
            s -> {
              if (s.pe() == 0) {
                var _ = s.longs(1);
                var _ = s.ints(1);
              } else {
                var _ = s.ints(1);
                var _ = s.longs(1);
              }
            });
    has(e, "longs[1]", "ints[1]");
  }

  private static void differentFree(Shmem shmem) {
    SymmetricLongs a = shmem.longs(1);
    SymmetricLongs b = shmem.longs(1);
    var _ = disagreement(shmem, "free [longs#", s -> s.free(s.pe() == 0 ? a : b));
    a.p(0, 1, right(shmem));
    shmem.barrierAll();
    equal(1L, a.at(0), "still usable");
    shmem.free(a);
    shmem.free(b);
  }

  private static void doubleFree(Shmem shmem) {
    SymmetricLongs a = shmem.longs(1);
    shmem.free(a);
    long free = shmem.heap().free();
    IllegalStateException e = expect(IllegalStateException.class, s -> s.free(a), shmem);
    has(e, "freed already", "freedAt=", "freedAgainAt=", "MisuseCases.java:");
    equal(free, shmem.heap().free(), "free bytes");
    goesOn(shmem);
  }

  private static void doubleFreeOnOne(Shmem shmem) {
    SymmetricLongs a = shmem.longs(1);
    SymmetricLongs b = shmem.longs(1);
    shmem.free(a);
    SymmetryException e = disagreement(shmem, "freed already", s -> s.free(s.pe() == 0 ? a : b));
    has(e, "PE 0: free", "PE 1: free");
    shmem.free(b);
  }

  private static void namedTwice(Shmem shmem) {
    Signal a = shmem.signal();
    IllegalArgumentException e =
        expect(IllegalArgumentException.class, s -> s.heap().free(new Signal[] {a, a}), shmem);
    has(e, "named twice");
    goesOn(shmem);
    shmem.free(a);
  }

  /** The other world is a job of two threads inside this PE's process. */
  private static void foreign(Shmem shmem) {
    SymmetricLongs own = shmem.longs(1);
    inOtherWorld(
        2,
        other -> {
          SymmetricLongs theirs = other.longs(1);
          long free = shmem.heap().free();
          if (other.pe() == 0) {
            IllegalArgumentException e =
                expect(IllegalArgumentException.class, o -> shmem.free(theirs), other);
            has(e, "another world");
            equal(free, shmem.heap().free(), "free bytes");
            e = expect(IllegalArgumentException.class, o -> own.put(0, theirs, 0, 1, 0), other);
            has(e, "different worlds");
          }
          other.barrierAll();
          theirs.p(0, 3, 1 - other.pe());
          other.barrierAll();
          equal(3L, theirs.at(0), "in the other world");
        });
    goesOn(shmem);
    shmem.free(own);
  }

  private static void useAfterFree(Shmem shmem) {
    SymmetricInts freed = shmem.ints(10);
    Signal signal = shmem.signal();
    Signal freedSignal = shmem.signal();
    SymmetricLongs live = shmem.longs(10);
    shmem.free(freed);
    shmem.free(freedSignal);
    int pe = right(shmem);
    List<Case.Body> uses =
        List.of(
            s -> freed.at(0),
            s -> freed.set(0, 1),
            s -> freed.fill(1),
            s -> freed.toArray(),
            s -> freed.length(),
            s -> freed.p(0, 1, pe),
            s -> freed.g(0, pe),
            s -> freed.put(new int[1], pe),
            s -> freed.get(new int[1], pe),
            s -> freed.put(0, new int[0], 0, 0, pe),
            s -> freed.put(0, MemorySegment.ofArray(new int[1]), 0, 1, pe),
            s -> freed.get(0, MemorySegment.ofArray(new int[1]), 0, 1, pe),
            s -> freed.putSignal(new int[1], signal, SignalOp.SET, 1, pe),
            s -> live.putSignal(new long[1], freedSignal, SignalOp.SET, 1, pe),
            s -> freed.atomicFetch(0, pe),
            s -> freed.atomicSet(0, 1, pe),
            s -> freed.atomicInc(0, pe),
            s -> freed.atomicCompareSwap(0, 0, 1, pe),
            s -> freed.waitUntil(0, Compare.EQ, 1),
            s -> freed.test(0, Compare.EQ, 1),
            s -> freed.segment(),
            s -> freed.segment(pe),
            s -> freedSignal.set(1, pe),
            s -> freedSignal.add(1, pe),
            s -> freedSignal.fetch(),
            s -> freedSignal.waitUntil(Compare.EQ, 1),
            s -> freedSignal.test(Compare.EQ, 1));
    for (int i = 0; i < uses.size(); i++) {
      IllegalStateException e = expect(IllegalStateException.class, uses.get(i), shmem);
      has(e, "has been freed", "freedAt=", "MisuseCases.java:");
    }
    shmem.barrierAll();
    that(Arrays.equals(new long[10], live.toArray()), "nothing was written");
    equal(0L, signal.fetch(), "no signal");
    shmem.free(signal);
    shmem.free(live);
  }

  private static void outOfRange(Shmem shmem) {
    SymmetricBytes a = shmem.bytes(10);
    SymmetricLongs b = shmem.longs(3);
    Signal signal = shmem.signal();
    int pe = right(shmem);
    List<Case.Body> uses = new ArrayList<>();
    for (long index : new long[] {-1, 10, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, 1L << 61}) {
      uses.add(s -> a.at(index));
      uses.add(s -> a.set(index, (byte) 1));
      uses.add(s -> a.p(index, (byte) 1, pe));
      uses.add(s -> a.g(index, pe));
      uses.add(s -> a.put(index, new byte[1], 0, 1, pe));
      uses.add(s -> a.get(index, new byte[1], 0, 1, pe));
      uses.add(s -> a.put(index, a, 0, 1, pe));
      uses.add(s -> a.put(0, a, index, 1, pe));
      uses.add(s -> a.putSignal(index, new byte[1], 0, 1, signal, SignalOp.SET, 1, pe));
      uses.add(s -> b.atomicAdd(index, 1, pe));
      uses.add(s -> b.atomicCompareSwap(index, 0, 1, pe));
      uses.add(s -> b.put(index, MemorySegment.ofArray(new long[1]), 0, 1, pe));
      uses.add(s -> b.waitUntil(index, Compare.EQ, 0));
      uses.add(s -> b.test(index, Compare.EQ, 0));
    }
    uses.add(s -> a.put(new byte[11], pe));
    uses.add(s -> a.get(new byte[11], pe));
    uses.add(s -> a.put(1, new byte[10], 0, 10, pe));
    uses.add(s -> a.put(0, new byte[4], 2, 3, pe));
    uses.add(s -> a.put(0, new byte[4], -1, 1, pe));
    uses.add(s -> a.put(0, new byte[4], 0, -1, pe));
    uses.add(s -> a.put(11, new byte[0], 0, 0, pe));
    uses.add(s -> b.put(0, MemorySegment.ofArray(new long[1]), 4, 1, pe));
    uses.add(s -> b.put(0, MemorySegment.ofArray(new long[1]), -8, 1, pe));
    uses.add(s -> b.put(1, MemorySegment.ofArray(new long[1]), 0, Long.MAX_VALUE, pe));
    uses.add(s -> b.put(0, MemorySegment.ofArray(new long[1]), 0, 1L << 61, pe));
    for (int i = 0; i < uses.size(); i++) {
      IndexOutOfBoundsException e = expect(IndexOutOfBoundsException.class, uses.get(i), shmem);
      has(e, "object=");
    }
    shmem.barrierAll();
    that(Arrays.equals(new byte[10], a.toArray()), "nothing was written");
    that(Arrays.equals(new long[3], b.toArray()), "nothing was written");
    equal(0L, signal.fetch(), "no signal");
    shmem.free(a);
    shmem.free(b);
    shmem.free(signal);
  }

  private static void badPe(Shmem shmem) {
    SymmetricLongs a = shmem.longs(2);
    Signal signal = shmem.signal();
    for (int pe : new int[] {-1, shmem.pes(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      List<Case.Body> uses =
          List.of(
              s -> a.p(0, 1, pe),
              s -> a.g(0, pe),
              s -> a.put(new long[1], pe),
              s -> a.get(new long[1], pe),
              s -> a.put(0, a, 0, 1, pe),
              s -> a.put(0, MemorySegment.ofArray(new long[1]), 0, 1, pe),
              s -> a.putSignal(new long[1], signal, SignalOp.SET, 1, pe),
              s -> a.atomicFetch(0, pe),
              s -> a.atomicAdd(0, 1, pe),
              s -> a.segment(pe),
              s -> signal.set(1, pe),
              s -> signal.add(1, pe),
              s -> s.isDirect(pe));
      for (Case.Body use : uses) {
        IndexOutOfBoundsException e = expect(IndexOutOfBoundsException.class, use, shmem);
        has(e, "no such PE", "pe=" + pe, "valid=0.." + (shmem.pes() - 1));
      }
    }
    shmem.barrierAll();
    that(Arrays.equals(new long[2], a.toArray()), "nothing was written");
    shmem.free(a);
    shmem.free(signal);
  }

  private static void overlap(Shmem shmem) {
    SymmetricLongs x = shmem.longs(10);
    Signal signal = shmem.signal();
    int me = shmem.pe();
    List<Case.Body> uses =
        List.of(
            s -> x.put(2, x, 0, 5, me),
            s -> x.get(2, x, 0, 3, me),
            s -> x.putNbi(1, x, 0, 9, me),
            s -> x.getNbi(4, x, 0, 5, me),
            s -> x.putSignal(1, x, 0, 2, signal, SignalOp.SET, 1, me),
            s -> x.iput(0, 2, x, 1, 2, 3, me),
            s -> x.iget(0, 1, x, 2, 1, 3, me),
            s -> x.ibput(0, 2, x, 4, 2, 2, 3, me),
            s -> x.ibget(4, 2, x, 0, 2, 2, 3, me));
    for (Case.Body use : uses) {
      has(expect(IllegalArgumentException.class, use, shmem), "overlap", "object=longs#");
    }
    equal(0L, signal.fetch(), "no signal");
    x.set(0, 7);
    x.put(5, x, 0, 5, me); // beside each other
    x.put(0, x, 0, 5, me); // the same
    shmem.quiet();
    equal(7L, x.at(5), "copied");
    shmem.free(x);
    shmem.free(signal);
  }

  private static void exhausted(Shmem shmem) {
    long free = shmem.heap().free();
    HeapExhaustedException e =
        expect(HeapExhaustedException.class, s -> s.bytes(s.heap().size() + 1), shmem);
    has(e, "asked=", "free=", "--heap-size", "SHMEM_SYMMETRIC_SIZE");
    equal(free, e.free(), "free in the exception");
    List<SymmetricBytes> taken = new ArrayList<>();
    var _ =
        expect(
            HeapExhaustedException.class,
            s -> {
              while (true) {
                taken.add(s.bytes(4 << 20));
              }
            },
            shmem);
    that(taken.size() > 3, "took " + taken.size());
    shmem.heap().free(taken.toArray(SymmetricBytes[]::new));
    equal(free, shmem.heap().free(), "free bytes");
    goesOn(shmem);
  }

  private static void negativeLength(Shmem shmem) {
    var _ = expect(IllegalArgumentException.class, s -> s.longs(-1), shmem);
    var _ = expect(IllegalArgumentException.class, s -> s.longs(1L << 61), shmem);
    var _ = expect(IllegalArgumentException.class, s -> s.signals(-1), shmem);
    goesOn(shmem);
  }
}
