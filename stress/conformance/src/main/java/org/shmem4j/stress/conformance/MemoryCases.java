package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapExhaustedException;
import org.shmem4j.shmem.HeapHint;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;

/** The symmetric heap. */
final class MemoryCases {
  private static final int PAGE = 4096;

  private MemoryCases() {}

  static List<Case> all() {
    return List.of(
        // tests-sos shmalloc, shmem_calloc
        Case.of("growing sizes hold their patterns", "malloc free", MemoryCases::growing),
        Case.of("calloc zeroes what was dirty, for every type", "calloc free", MemoryCases::zeroes),
        Case.of("size 0", "malloc calloc align realloc free", MemoryCases::sizeZero),
        Case.of("objects at the same offset on every PE", "malloc calloc", MemoryCases::symmetric),
        Case.of("any order of malloc and free", "malloc free", MemoryCases::anyOrder),
        // case 34
        Case.of(
            "signals are 0 when their memory is used again", "calloc free", MemoryCases::signals),
        // case 37; tests-sos shmemalign
        Case.of("every alignment, for every type", "align", MemoryCases::alignments),
        Case.of("an alignment that is none", "align", MemoryCases::badAlignment),
        // tests-sos shrealloc, ipgm
        Case.of("realloc keeps what fits, for every type", "realloc put g", MemoryCases::realloc),
        Case.of("the old handle after realloc", "realloc", MemoryCases::oldHandle),
        Case.of("realloc without room", "realloc", MemoryCases::reallocExhausted),
        Case.of("a put right after realloc", "realloc p", MemoryCases::putAfterRealloc),
        // tests-sos shmem_malloc_with_hints
        Case.of("every hint", "malloc_with_hints atomic_inc", MemoryCases::hints),
        Case.of(
            "pe and address accessible",
            "pe_accessible addr_accessible ptr",
            MemoryCases::accessible),
        Case.of(
            "teams that overlap find places that are free on all",
            "malloc calloc free team_split_strided",
            MemoryCases::overlappingTeams),
        // case 50
        Case.of("the garbage collector frees nothing", "free malloc", MemoryCases::garbage),
        Case.of(
                "realloc of different lengths",
                "realloc",
                s -> {
                  SymmetricLongs x = s.longs(4);
                  var _ =
                      MisuseCases.disagreement(s, "realloc ", t -> t.heap().realloc(x, 5 + t.pe()));
                  s.free(x);
                })
            .from(2),
        Case.of(
                "align of different alignments",
                "align",
                s -> {
                  var _ =
                      MisuseCases.disagreement(
                          s,
                          "align longs[4]",
                          t -> t.heap().align(ElementType.LONG, 4, 256L << t.pe()));
                })
            .from(2));
  }

  private static void growing(Shmem shmem) {
    for (int length = 1; length <= 1 << 18; length = length * 2 + 1) {
      SymmetricBytes x = shmem.heap().malloc(ElementType.BYTE, length);
      x.segment().fill((byte) (shmem.pe() + 1));
      shmem.barrierAll();
      byte[] got = new byte[length];
      x.get(got, left(shmem));
      for (byte b : got) {
        equal((byte) (left(shmem) + 1), b, "of " + length);
      }
      shmem.free(x);
    }
  }

  private static void zeroes(Shmem shmem) {
    for (AnyType type : AnyType.ALL) {
      SymmetricArray dirty = shmem.heap().malloc(type.element(), 3_000);
      dirty.segment().fill((byte) -1);
      shmem.free(dirty);
      SymmetricArray x = shmem.heap().calloc(type.element(), 3_000);
      equal(dirty.offset(), x.offset(), "same place");
      equal(-1L, x.segment().mismatch(MemorySegment.ofArray(new byte[(int) x.byteSize()])), "zero");
      shmem.free(x);
    }
  }

  private static void sizeZero(Shmem shmem) {
    SymmetricLongs kept = shmem.longs(3);
    kept.fill(5);
    for (SymmetricLongs none :
        List.of(
            shmem.heap().malloc(ElementType.LONG, 0),
            shmem.heap().calloc(ElementType.LONG, 0),
            shmem.heap().align(ElementType.LONG, 0, PAGE),
            shmem.heap().realloc(kept, 0))) {
      equal(0L, none.length(), "length");
      none.put(new long[0], right(shmem));
      var _ = expect(IndexOutOfBoundsException.class, s -> none.at(0), shmem);
      SymmetricLongs some = shmem.heap().realloc(none, 2);
      some.p(1, 7, right(shmem));
      shmem.barrierAll();
      equal(7L, some.at(1), "after growing");
      shmem.free(some);
    }
    equal(0, shmem.signals(0).length, "no signals");
  }

  private static void symmetric(Shmem shmem) {
    SymmetricLongs offsets = shmem.longs(1);
    List<SymmetricArray> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(AnyType.ALL.get(i % AnyType.ALL.size()).calloc(shmem, 1 + 37L * i));
    }
    long sum = all.stream().mapToLong(SymmetricArray::offset).sum();
    offsets.p(0, sum, right(shmem));
    shmem.barrierAll();
    equal(sum, offsets.at(0), "sum of the left's offsets");
    shmem.heap().free(all.toArray(SymmetricArray[]::new));
    shmem.free(offsets);
  }

  private static void anyOrder(Shmem shmem) {
    long free = shmem.heap().free();
    Random same = new Random(42);
    List<SymmetricBytes> all = new ArrayList<>();
    for (int i = 0; i < rounds(shmem, 400); i++) {
      if (!all.isEmpty() && same.nextInt(3) == 0) {
        SymmetricBytes x = all.remove(same.nextInt(all.size()));
        equal((byte) x.id(), x.at(0), "first of " + x);
        equal((byte) x.id(), x.at(x.length() - 1), "last of " + x);
        shmem.free(x);
      } else {
        SymmetricBytes x = shmem.heap().malloc(ElementType.BYTE, 1 + same.nextInt(20_000));
        x.fill((byte) x.id());
        all.add(x);
      }
    }
    Collections.shuffle(all, same);
    all.forEach(shmem::free);
    equal(free, shmem.heap().free(), "free bytes");
    equal(free, shmem.heap().largestFree(), "in one piece");
  }

  private static void signals(Shmem shmem) {
    for (int round = 1; round <= rounds(shmem, 100); round++) {
      Signal[] signals = shmem.signals(4);
      for (Signal signal : signals) {
        equal(0L, signal.fetch(), "a new signal in round " + round);
      }
      shmem.syncAll();
      for (Signal signal : signals) {
        signal.set(round, right(shmem));
      }
      shmem.heap().free(signals);
    }
  }

  private static void alignments(Shmem shmem) {
    for (AnyType type : AnyType.ALL) {
      for (long alignment = 8; alignment <= PAGE; alignment *= 2) {
        SymmetricArray x = shmem.heap().align(type.element(), 100, alignment);
        equal(0L, x.segment().address() % alignment, x + " at " + alignment);
        for (int pe = 0; pe < shmem.pes(); pe++) {
          if (shmem.isDirect(pe)) {
            equal(0L, x.segment(pe).address() % alignment, x + " of PE " + pe);
          }
        }
        shmem.free(x);
      }
    }
    SymmetricBytes argumentsInOrder = shmem.heap().align(ElementType.BYTE, 100, 64);
    equal(100L, argumentsInOrder.length(), "length");
    shmem.free(argumentsInOrder);
  }

  private static void badAlignment(Shmem shmem) {
    for (long alignment : new long[] {0, 1, 4, 3, 100, -8, Long.MIN_VALUE, 2 * PAGE}) {
      has(
          expect(
              IllegalArgumentException.class,
              s -> s.heap().align(ElementType.LONG, 4, alignment),
              shmem),
          "alignment=" + alignment);
    }
  }

  private static void realloc(Shmem shmem) {
    for (AnyType type : AnyType.ALL) {
      SymmetricArray x = type.calloc(shmem, 10);
      MemorySegment values = type.segment(type.values(10, shmem.pe()));
      x.put(0, values, 0, 10, right(shmem));
      shmem.barrierAll();
      MemorySegment expected = type.segment(type.values(10, left(shmem)));
      SymmetricArray behind = type.calloc(shmem, 10); // growing in place is not always possible
      long[] lengths = {11, 1_000, 1_000, 30_000, 20, 12, 10, 1_000};
      for (long length : lengths) {
        x = shmem.heap().realloc(x, length);
        equal(length, x.length(), "length");
        equal(-1L, expected.mismatch(x.segment().asSlice(0, expected.byteSize())), "kept");
      }
      x = shmem.heap().realloc(x, 3);
      long three = 3L * type.element().bytes();
      equal(-1L, expected.asSlice(0, three).mismatch(x.segment()), "kept");
      shmem.heap().free(new SymmetricArray[] {x, behind});
    }
  }

  private static void oldHandle(Shmem shmem) {
    for (long length : new long[] {11, 10_000, 1}) {
      SymmetricLongs old = shmem.longs(10);
      SymmetricLongs x = shmem.heap().realloc(old, length);
      for (Case.Body use :
          List.<Case.Body>of(
              s -> old.at(0), s -> old.p(0, 1, right(s)), s -> s.heap().realloc(old, 3))) {
        has(expect(IllegalStateException.class, use, shmem), "freed", "MemoryCases.java:");
      }
      shmem.free(x);
    }
  }

  private static void reallocExhausted(Shmem shmem) {
    SymmetricLongs x = shmem.longs(10);
    x.fill(shmem.pe());
    shmem.barrierAll();
    long free = shmem.heap().free();
    HeapExhaustedException e =
        expect(
            HeapExhaustedException.class, s -> s.heap().realloc(x, s.heap().size() / 8 + 1), shmem);
    has(e, "asked=", "free=", "--heap-size");
    equal(free, shmem.heap().free(), "free bytes");
    equal((long) left(shmem), x.g(9, left(shmem)), "still there");
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void putAfterRealloc(Shmem shmem) {
    SymmetricLongs x = shmem.longs(4);
    for (int round = 1; round <= rounds(shmem, 100); round++) {
      x = shmem.heap().realloc(x, 4 + round % 5 * 500);
      x.p(3, round, right(shmem));
      shmem.barrierAll();
      equal((long) round, x.at(3), "the neighbour's put");
      shmem.barrierAll();
    }
    shmem.free(x);
  }

  private static void hints(Shmem shmem) {
    for (HeapHint[] hints :
        List.of(
            new HeapHint[0],
            new HeapHint[] {HeapHint.ATOMICS_REMOTE},
            new HeapHint[] {HeapHint.SIGNAL_REMOTE},
            HeapHint.values())) {
      SymmetricLongs x = shmem.heap().malloc(ElementType.LONG, 2, hints);
      x.fill(0);
      shmem.barrierAll();
      x.atomicInc(1, right(shmem));
      shmem.barrierAll();
      equal(1L, x.at(1), Arrays.toString(hints));
      shmem.free(x);
    }
  }

  private static void accessible(Shmem shmem) {
    SymmetricLongs x = shmem.longs(10);
    for (int pe = 0; pe < shmem.pes(); pe++) {
      that(shmem.isAccessible(pe), "PE " + pe);
      that(shmem.isAccessible(x.segment(), pe), "an object at PE " + pe);
      that(shmem.isAccessible(x.segment().asSlice(8, 72), pe), "a part of it at PE " + pe);
    }
    for (int pe : new int[] {-1, shmem.pes(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      that(!shmem.isAccessible(pe), "no PE " + pe);
      that(!shmem.isAccessible(x.segment(), pe), "an object at no PE " + pe);
    }
    that(!shmem.isAccessible(MemorySegment.ofArray(new long[10]), 0), "a Java array");
    that(!shmem.isAccessible(MemorySegment.NULL, 0), "the null address");
    try (Arena arena = Arena.ofConfined()) {
      that(!shmem.isAccessible(arena.allocate(80), 0), "other native memory");
    }
    shmem.free(x);
  }

  /** Each PE has used other parts of its memory before the world allocates. */
  private static void overlappingTeams(Shmem shmem) {
    long free = shmem.heap().free();
    for (int round = 1; round <= rounds(shmem, 60); round++) {
      Team alone = shmem.world().split(shmem.pe(), 0);
      Team pair = shmem.world().split(shmem.pe() / 2, 0);
      SymmetricLongs own = alone.heap().longs(1 + 40 * shmem.pe() + round);
      SymmetricLongs ofPair = pair.heap().longs(50);
      SymmetricLongs ofAll = shmem.longs(60);
      own.fill(1);
      long[] values = new long[60];
      Arrays.fill(values, 2);
      ofPair.put(0, values, 0, 50, pair.pes() - 1 - pair.pe());
      Arrays.fill(values, 3);
      ofAll.put(values, right(shmem));
      shmem.barrierAll();
      equal(own.length(), Arrays.stream(own.toArray()).sum(), "own");
      equal(2L * 50, Arrays.stream(ofPair.toArray()).sum(), "of the pair");
      equal(3L * 60, Arrays.stream(ofAll.toArray()).sum(), "of all");
      pair.destroy();
      shmem.free(ofAll);
      alone.destroy();
    }
    equal(free, shmem.heap().free(), "free bytes");
  }

  private static void garbage(Shmem shmem) {
    Team team = shmem.world().splitStrided(0, 1, shmem.pes());
    for (int i = 0; i < 100; i++) {
      team.heap().longs(100).p(99, i, PeSets.right(team));
    }
    System.gc();
    team.barrier();
    equal(100, team.heap().objectCount(), "objects");
    team.destroy(); // that ends them, and no collector
    shmem.barrierAll();
  }
}
