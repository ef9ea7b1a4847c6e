package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What atomics promise in every world (OpenSHMEM 1.6, 9.6). */
abstract class AtomicContract {
  private static final String INTEGERS = "org.shmem4j.shmem.AnyArray#integers";
  private static final String FLOATS = "org.shmem4j.shmem.AnyArray#floats";
  private static final int PES = 4;
  private static final int ROUNDS = 2_000;

  private static final long[] EDGES = {
    0, 1, -1, 0x55, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32
  };

  private final World world;

  AtomicContract(World world) {
    this.world = world;
  }

  private record Op(String name, boolean takesValue, LongBinaryOperator result) {}

  private static final List<Op> FETCHING =
      List.of(
          new Op("atomicFetch", false, (old, value) -> old),
          new Op("atomicSwap", true, (old, value) -> value),
          new Op("atomicFetchAdd", true, (old, value) -> old + value),
          new Op("atomicFetchInc", false, (old, value) -> old + 1),
          new Op("atomicFetchAnd", true, (old, value) -> old & value),
          new Op("atomicFetchOr", true, (old, value) -> old | value),
          new Op("atomicFetchXor", true, (old, value) -> old ^ value),
          new Op("atomicFetchMin", true, Math::min),
          new Op("atomicFetchMax", true, Math::max));

  private static final List<Op> SILENT =
      List.of(
          new Op("atomicSet", true, (old, value) -> value),
          new Op("atomicAdd", true, (old, value) -> old + value),
          new Op("atomicInc", false, (old, value) -> old + 1),
          new Op("atomicAnd", true, (old, value) -> old & value),
          new Op("atomicOr", true, (old, value) -> old | value),
          new Op("atomicXor", true, (old, value) -> old ^ value),
          new Op("atomicMin", true, Math::min),
          new Op("atomicMax", true, Math::max));

  private static Object apply(AnyArray array, Op op, long index, long value, int pe) {
    return op.takesValue ? array.call(op.name, index, value, pe) : array.call(op.name, index, pe);
  }

  /** Every operation at every pair of edge values, at each place of a row of three cells. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldComputeAndReturnTheOldValueAndHarmNoNeighbour(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          int to = 1 - shmem.pe();
          Number wall = array.value(0x5a5a_5a5a_5a5a_5a5aL);
          for (long old : EDGES) {
            for (long value : EDGES) {
              for (int index = 0; index < 3; index++) {
                for (Op op : FETCHING) {
                  for (int i = 0; i < 3; i++) {
                    array.call("atomicSet", i, i == index ? old : wall, to);
                  }
                  assertEquals(array.value(old), apply(array, op, index, value, to), op.name);
                  check(array, op, index, old, value, wall, to);
                }
                for (Op op : SILENT) {
                  for (int i = 0; i < 3; i++) {
                    array.call("atomicSet", i, i == index ? old : wall, to);
                  }
                  apply(array, op, index, value, to);
                  check(array, op, index, old, value, wall, to);
                }
              }
            }
          }
        });
  }

  private static void check(
      AnyArray array, Op op, int index, long old, long value, Number wall, int to) {
    // An int's own value, as min and max compare before they are cut to its width.
    long held = array.value(old).longValue();
    Number result = array.value(op.result.applyAsLong(held, array.value(value).longValue()));
    for (int i = 0; i < 3; i++) {
      assertEquals(
          i == index ? result : wall,
          array.call("atomicFetch", i, to),
          () -> op.name + " " + old + " with " + value);
    }
  }

  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldSwapOnlyIfTheCellHoldsWhatIsExpected(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          int to = 1 - shmem.pe();
          for (long old : EDGES) {
            for (long expected : EDGES) {
              array.call("atomicSet", 1, old, to);
              assertEquals(array.value(old), array.call("atomicCompareSwap", 1, expected, 77, to));
              boolean same = array.value(old).equals(array.value(expected));
              assertEquals(
                  same ? array.value(77) : array.value(old), array.call("atomicFetch", 1, to));
            }
          }
          assertEquals(array.value(0), array.call("atomicFetch", 0, to));
          assertEquals(array.value(0), array.call("atomicFetch", 2, to));
        });
  }

  /** Litmus test L17: each number is given out once. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldGiveEachTicketToOnePe(ElementType<?> type) {
    BitSet[] taken = new BitSet[PES];
    world.run(
        PES,
        shmem -> {
          AnyArray counter = AnyArray.calloc(shmem, type, 1);
          BitSet mine = new BitSet();
          for (int i = 0; i < ROUNDS; i++) {
            mine.set(
                (int)
                    (i % 2 == 0
                        ? counter.callLong("atomicFetchInc", 0, PES - 1)
                        : counter.callLong("atomicFetchAdd", 0, 1, PES - 1)));
          }
          taken[shmem.pe()] = mine;
        });
    BitSet all = new BitSet();
    for (BitSet mine : taken) {
      assertEquals(ROUNDS, mine.cardinality());
      assertTrue(!all.intersects(mine), "a ticket was given out twice");
      all.or(mine);
    }
    assertEquals(PES * ROUNDS, all.nextClearBit(0));
  }

  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldLoseNoAdditionUnderContention(ElementType<?> type) {
    world.run(
        PES,
        shmem -> {
          AnyArray cells = AnyArray.calloc(shmem, type, 3);
          for (int i = 0; i < ROUNDS; i++) {
            cells.call("atomicAdd", 1, shmem.pe() + 1, 0);
            cells.call("atomicInc", 1, 0);
            cells.call("atomicFetchAdd", 1, -1, 0);
          }
          shmem.barrierAll();
          assertEquals(ROUNDS * 10L, cells.callLong("g", 1, 0));
          assertEquals(0, cells.callLong("g", 0, 0));
          assertEquals(0, cells.callLong("g", 2, 0));
        });
  }

  /** Litmus test L18. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldLetExactlyOnePeWin(ElementType<?> type) {
    int rounds = 300;
    int[] wins = new int[rounds];
    world.run(
        PES,
        shmem -> {
          AnyArray cells = AnyArray.calloc(shmem, type, rounds);
          for (int round = 0; round < rounds; round++) {
            long seen = cells.callLong("atomicCompareSwap", round, 0, shmem.pe() + 1, 0);
            if (seen == 0) {
              synchronized (wins) {
                wins[round]++;
              }
            } else {
              assertNotEquals(shmem.pe() + 1, seen);
              assertEquals(seen, cells.callLong("atomicFetch", round, 0));
            }
          }
        });
    for (int round = 0; round < rounds; round++) {
      assertEquals(1, wins[round], "round " + round);
    }
  }

  /** Litmus test L19: tokens that are swapped in and out are neither lost nor doubled. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldKeepEverySwappedToken(ElementType<?> type) {
    BitSet seen = new BitSet();
    world.run(
        PES,
        shmem -> {
          AnyArray cell = AnyArray.calloc(shmem, type, 1);
          BitSet mine = new BitSet();
          for (int i = 0; i < ROUNDS; i++) {
            int token = 1 + shmem.pe() * ROUNDS + i;
            mine.set((int) cell.callLong("atomicSwap", 0, token, 0));
          }
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            mine.set((int) cell.callLong("atomicSwap", 0, 0, 0));
          }
          synchronized (seen) {
            BitSet before = (BitSet) seen.clone();
            before.and(mine);
            before.clear(0);
            assertTrue(before.isEmpty(), "a token came twice: " + before);
            seen.or(mine);
          }
        });
    assertEquals(PES * ROUNDS + 1, seen.nextClearBit(0));
  }

  /** Litmus test L19b: each PE owns a bit and flips only that. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldKeepTheBitsOfOtherPes(ElementType<?> type) {
    world.run(
        PES,
        shmem -> {
          AnyArray cell = AnyArray.calloc(shmem, type, 1);
          long bit = 1L << (shmem.pe() * 10);
          for (int i = 0; i < ROUNDS; i++) {
            assertEquals(0, cell.callLong("atomicFetchOr", 0, bit, 0) & bit);
            assertEquals(bit, cell.callLong("atomicFetchAnd", 0, ~bit, 0) & bit);
            assertEquals(0, cell.callLong("atomicFetchXor", 0, bit, 0) & bit);
            cell.call("atomicXor", 0, bit, 0);
            cell.call("atomicOr", 0, bit, 0);
            assertEquals(bit, cell.callLong("atomicFetch", 0, 0) & bit);
            cell.call("atomicAnd", 0, ~bit, 0);
          }
          cell.call("atomicOr", 0, bit, 0);
          shmem.barrierAll();
          assertEquals(1L | 1 << 10 | 1 << 20 | 1 << 30, cell.callLong("g", 0, 0) & 0xffff_ffffL);
        });
  }

  @ParameterizedTest
  @MethodSource(FLOATS)
  void shouldFetchSetSwapAndAddFloatingPoint(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          int to = 1 - shmem.pe();
          for (double value :
              new double[] {1.5, -0.0, Double.POSITIVE_INFINITY, Double.NaN, Float.MIN_VALUE}) {
            array.call("atomicSet", 1, value, to);
            assertEquals(number(type, value), array.call("atomicFetch", 1, to));
            assertEquals(number(type, value), array.call("atomicSwap", 1, 2.25, to));
            assertEquals(number(type, 2.25), array.call("atomicFetchAdd", 1, 0.5, to));
            array.call("atomicAdd", 1, -4.0, to);
            assertEquals(number(type, -1.25), array.call("atomicFetch", 1, to));
          }
          array.call("atomicSet", 1, Double.NaN, to);
          assertEquals(number(type, Double.NaN), array.call("atomicFetchAdd", 1, 1.0, to));
          assertEquals(number(type, Double.NaN), array.call("atomicFetch", 1, to));
          array.call("atomicSet", 1, -0.0, to);
          array.call("atomicAdd", 1, -0.0, to);
          assertEquals(number(type, -0.0), array.call("atomicFetch", 1, to));
          assertEquals(number(type, 0), array.call("atomicFetch", 0, to));
          assertEquals(number(type, 0), array.call("atomicFetch", 2, to));
        });
  }

  private static Number number(ElementType<?> type, double value) {
    if (type == ElementType.FLOAT) {
      return (float) value;
    }
    return value;
  }

  /** As Math.min and Math.max: NaN wins, and 0.0 is larger than -0.0. */
  @ParameterizedTest
  @MethodSource(FLOATS)
  void shouldKeepTheSmallerOrLargerFloatingPointNumber(ElementType<?> type) {
    double[] edges = {
      0.0,
      -0.0,
      1.5,
      -1.5,
      Float.MIN_VALUE,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Float.MAX_VALUE
    };
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          int to = 1 - shmem.pe();
          for (double old : edges) {
            for (double value : edges) {
              for (String fetch : List.of("Fetch", "")) {
                for (boolean isMin : new boolean[] {true, false}) {
                  array.call("atomicSet", 1, old, to);
                  Object was = array.call("atomic" + fetch + (isMin ? "Min" : "Max"), 1, value, to);
                  if (!fetch.isEmpty()) {
                    assertEquals(number(type, old), was);
                  }
                  double kept = isMin ? Math.min(old, value) : Math.max(old, value);
                  assertEquals(
                      number(type, kept),
                      array.call("atomicFetch", 1, to),
                      () -> isMin + " " + old + " with " + value);
                }
              }
            }
          }
          assertEquals(number(type, 0), array.call("atomicFetch", 0, to));
          assertEquals(number(type, 0), array.call("atomicFetch", 2, to));
        });
  }

  @ParameterizedTest
  @MethodSource({INTEGERS, FLOATS})
  void shouldKeepTheExtremesOfAllPes(ElementType<?> type) {
    world.run(
        PES,
        shmem -> {
          AnyArray cells = AnyArray.calloc(shmem, type, 3);
          for (int i = 0; i < ROUNDS; i++) {
            int value = (i * 7 + shmem.pe()) % ROUNDS + 1;
            cells.call("atomicMax", 0, value, 0);
            cells.call("atomicMin", 2, -value, 0);
            assertTrue(cells.callLong("atomicFetchMax", 0, value, 0) >= value);
            assertTrue(cells.callLong("atomicFetchMin", 2, -value, 0) <= -value);
          }
          shmem.barrierAll();
          assertEquals(cells.value(ROUNDS), cells.call("g", 0, 0));
          assertEquals(cells.value(0), cells.call("g", 1, 0));
          assertEquals(cells.value(-ROUNDS), cells.call("g", 2, 0));
        });
  }

  /** In tight loops and each time for more, so that compare-and-swaps meet and are tried again. */
  @Test
  void shouldLoseNoExtremeUnderContention() {
    world.run(
        2,
        shmem -> {
          SymmetricLongs longs = shmem.longs(1);
          SymmetricDoubles doubles = shmem.doubles(1);
          long end = System.nanoTime() + 300_000_000;
          while (System.nanoTime() < end) {
            long more = longs.atomicFetch(0, 0) + 1 + shmem.pe();
            longs.atomicMax(0, more, 0);
            assertTrue(longs.atomicFetch(0, 0) >= more);
            double less = doubles.atomicFetch(0, 0) - 1 - shmem.pe();
            doubles.atomicMin(0, less, 0);
            assertTrue(doubles.atomicFetch(0, 0) <= less);
          }
        });
  }

  @ParameterizedTest
  @MethodSource(FLOATS)
  void shouldLoseNoFloatingPointAdditionUnderContention(ElementType<?> type) {
    world.run(
        PES,
        shmem -> {
          AnyArray cells = AnyArray.calloc(shmem, type, 3);
          for (int i = 0; i < ROUNDS; i++) {
            cells.call("atomicAdd", 1, 0.5, 0);
            cells.call("atomicFetchAdd", 1, shmem.pe(), 0);
          }
          shmem.barrierAll();
          assertEquals(number(type, ROUNDS * (PES * 0.5 + 6)), cells.call("g", 1, 0));
          assertEquals(number(type, 0), cells.call("g", 0, 0));
          assertEquals(number(type, 0), cells.call("g", 2, 0));
        });
  }

  /** Litmus test L15: two fetches of one cell by one PE do not go back. */
  @Test
  void shouldNotGoBackInTime() {
    world.run(
        2,
        shmem -> {
          SymmetricLongs cell = shmem.longs(1);
          if (shmem.pe() == 0) {
            for (int i = 1; i <= 50_000; i++) {
              cell.atomicSet(0, i, 1);
            }
          } else {
            long last = 0;
            while (last < 50_000) {
              long now = cell.atomicFetch(0, 1);
              assertTrue(now >= last, "went back from " + last + " to " + now);
              last = now;
            }
          }
        });
  }
}
