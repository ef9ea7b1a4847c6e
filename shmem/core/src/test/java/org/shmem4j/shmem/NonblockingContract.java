package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What non-blocking operations promise in every world (OpenSHMEM 1.6, 9.5, 9.6 and 9.8). */
abstract class NonblockingContract {
  private static final String TYPES = "org.shmem4j.shmem.AnyArray#types";
  private static final String INTEGERS = "org.shmem4j.shmem.AnyArray#integers";
  private static final String FLOATS = "org.shmem4j.shmem.AnyArray#floats";
  private static final Duration LONG = Duration.ofSeconds(50);
  private static final int LENGTH = 64;
  private static final int MAX_COUNT = 33;
  private static final int MAX_OFFSET = 16;

  private final World world;

  NonblockingContract(World world) {
    this.world = world;
  }

  private interface Ending {
    void end(Shmem shmem, Completion completion);
  }

  /** Every way to know that an operation is complete. */
  private static final List<Ending> ENDINGS =
      List.of(
          (shmem, completion) -> shmem.quiet(),
          (shmem, completion) -> shmem.quiet(1 - shmem.pe()),
          (shmem, completion) -> completion.await(),
          (shmem, completion) -> completion.await(LONG),
          (shmem, completion) -> completion.remote().join(),
          (shmem, completion) -> {
            while (!completion.isDone()) {
              Thread.yield();
            }
          });

  private static void end(int which, Shmem shmem, Object completion) {
    Completion own = (Completion) completion;
    ENDINGS.get(which % ENDINGS.size()).end(shmem, own);
    assertTrue(own.isDone());
    assertTrue(own.isSourceDone());
    own.await();
    own.awaitSource();
    own.await(Duration.ZERO);
    assertFalse(own.source().isCompletedExceptionally());
    assertFalse(own.remote().isCompletedExceptionally());
  }

  /** Case 17, with all endings in turn. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveAllSmallSizesFromAndToAllSmallOffsets(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, LENGTH);
          int to = 1 - shmem.pe();
          Object background = AnyArray.values(type, LENGTH, 50);
          Object source = AnyArray.values(type, LENGTH, 1);
          for (int count = 0; count <= MAX_COUNT; count++) {
            for (int offset = 0; offset < MAX_OFFSET; offset++) {
              int sourceIndex = (offset * 7 + 3) % MAX_OFFSET;
              array.call("putNbi", background, to);
              shmem.fence();
              int index = offset;
              end(
                  count + offset,
                  shmem,
                  array.call("putNbi", index, source, sourceIndex, count, to));
              Object expected = AnyArray.values(type, LENGTH, 50);
              System.arraycopy(source, sourceIndex, expected, index, count);
              assertEquals(AnyArray.list(expected), array.copyOf(to));

              Object target = AnyArray.values(type, LENGTH, 90);
              end(
                  count + offset,
                  shmem,
                  array.call("getNbi", index, target, sourceIndex, count, to));
              Object fetched = AnyArray.values(type, LENGTH, 90);
              System.arraycopy(source, sourceIndex, fetched, sourceIndex, count);
              assertEquals(AnyArray.list(fetched), AnyArray.list(target));
              shmem.quiet();
            }
          }
        });
  }

  /** All forms of put and get, each with every ending. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveFromAndToEverythingThatPutAndGetTake(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 9);
          AnyArray own = AnyArray.calloc(shmem, type, 9);
          AnyArray small = AnyArray.calloc(shmem, type, 3);
          int to = 1 - shmem.pe();
          int width = type.bytes();
          MemorySegment segment = Arena.ofAuto().allocate(10L * width);
          for (int i = 0; i < ENDINGS.size(); i++) {
            int seed = 10 + i * 10;
            Object values = AnyArray.values(type, 3, seed);
            own.call("copyFrom", 4, values, 0, 3);
            small.call("copyFrom", values);
            MemorySegment.copy(AnyArray.segment(values), 0, segment, 1, 3L * width);

            end(i, shmem, array.call("putNbi", values, to));
            assertEquals(AnyArray.list(values), array.copyOf(to).subList(0, 3));
            array.call("put", AnyArray.values(type, 9, 0), to);
            shmem.fence();
            end(i, shmem, array.call("putNbi", small.array(), to));
            assertEquals(AnyArray.list(values), array.copyOf(to).subList(0, 3));
            end(i, shmem, array.call("putNbi", 3, own.array(), 4, 3, to));
            assertEquals(AnyArray.list(values), array.copyOf(to).subList(3, 6));
            end(i, shmem, array.array().putNbi(6, segment, 1, 3, to));
            assertEquals(AnyArray.list(values), array.copyOf(to).subList(6, 9));

            Object target = AnyArray.values(type, 3, 0);
            end(i, shmem, array.call("getNbi", target, to));
            assertEquals(AnyArray.list(values), AnyArray.list(target));
            small.call("fill", 0);
            end(i, shmem, array.call("getNbi", small.array(), to));
            assertEquals(AnyArray.list(values), small.local());
            end(i, shmem, array.call("getNbi", 3, own.array(), 1, 3, to));
            assertEquals(AnyArray.list(values), own.local().subList(1, 4));
            segment.fill((byte) 0);
            end(i, shmem, array.array().getNbi(6, segment, 1, 3, to));
            assertEquals(
                -1,
                MemorySegment.mismatch(
                    segment, 1, 1 + 3L * width, AnyArray.segment(values), 0, 3L * width));
          }
        });
  }

  private interface PutSignalNbi {
    Object apply(AnyArray array, Signal signal, SignalOp op, long value, int pe);
  }

  /** Litmus test L3n, in all four forms; each puts five values at 2. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldShowTheDataToWhoSeesTheSignal(ElementType<?> type) {
    Object longer = AnyArray.values(type, 8, 9);
    Object whole = AnyArray.values(type, 7, 8);
    MemorySegment odd = MemorySegment.ofArray(new byte[1 + 5 * type.bytes()]);
    MemorySegment.copy(AnyArray.segment(longer), type.bytes(), odd, 1, 5L * type.bytes());
    List<PutSignalNbi> forms =
        List.of(
            (array, signal, op, value, pe) ->
                array.call("putSignalNbi", 2, longer, 1, 5, signal, op, value, pe),
            (array, signal, op, value, pe) -> {
              array.call("copyFrom", 12, longer, 1, 5);
              return array.call("putSignalNbi", 2, array.array(), 12, 5, signal, op, value, pe);
            },
            (array, signal, op, value, pe) ->
                array.array().putSignalNbi(2, odd, 1, 5, signal, op, value, pe),
            (array, signal, op, value, pe) ->
                array.call("putSignalNbi", whole, signal, op, value, pe));
    world.run(
        2,
        shmem -> {
          int to = 1 - shmem.pe();
          for (PutSignalNbi form : forms) {
            for (int i = 0; i < ENDINGS.size(); i++) {
              AnyArray array = AnyArray.calloc(shmem, type, 20);
              Signal[] signals = shmem.signals(3);
              Object completion = form.apply(array, signals[1], SignalOp.SET, 41, to);
              assertEquals(41, signals[1].waitUntil(Compare.NE, 0));
              assertEquals(
                  AnyArray.list(AnyArray.values(type, 5, 10)), array.local().subList(2, 7));
              assertEquals(array.value(0), array.local().get(7));
              end(i, shmem, completion);
              shmem.barrierAll();
              var _ = form.apply(array, signals[1], SignalOp.ADD, 2, to);
              assertEquals(43, signals[1].waitUntil(Compare.GT, 41));
              assertEquals(0, signals[0].fetch());
              assertEquals(0, signals[2].fetch());
              shmem.barrierAll();
              shmem.free(array.array());
            }
          }
        });
  }

  /** Case 22 and litmus test L3z. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldAcceptThatThereIsNothingToMove(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          AnyArray empty = AnyArray.calloc(shmem, type, 0);
          Signal signal = shmem.signal();
          Object none = array.values(0, 1);
          Object some = array.values(3, 9);
          int to = 1 - shmem.pe();
          for (int i = 0; i < ENDINGS.size(); i++) {
            for (String op : List.of("putNbi", "getNbi")) {
              end(i, shmem, array.call(op, none, to));
              end(i, shmem, empty.call(op, none, to));
              end(i, shmem, array.call(op, 3, some, 3, 0, to));
              end(i, shmem, array.call(op, 3, array.array(), 3, 0, to));
              end(i, shmem, array.call(op, empty.array(), to));
              end(i, shmem, empty.call(op, empty.array(), to));
              end(i, shmem, array.call(op, 3, MemorySegment.NULL, 0, 0, to));
            }
          }
          array.call("putSignalNbi", 3, some, 2, 0, signal, SignalOp.ADD, 1, to);
          array.call("putSignalNbi", 3, array.array(), 3, 0, signal, SignalOp.ADD, 1, to);
          array.call("putSignalNbi", none, signal, SignalOp.ADD, 1, to);
          array.array().putSignalNbi(0, MemorySegment.NULL, 0, 0, signal, SignalOp.ADD, 1, to);
          empty.call("putSignalNbi", none, signal, SignalOp.ADD, 1, to);
          assertEquals(5, signal.waitUntil(Compare.EQ, 5));
          shmem.barrierAll();
          assertEquals(List.of(array.value(0), array.value(0), array.value(0)), array.local());
          assertEquals(AnyArray.list(array.values(3, 9)), AnyArray.list(some));
        });
  }

  /** A source may be reused as soon as that is said, whatever the target sees by then. */
  @Test
  void shouldHaveReadItsSourceWhenItSaysSo() {
    world.run(
        2,
        shmem -> {
          int length = 3_000;
          SymmetricLongs box = shmem.longs(length);
          Signal arrived = shmem.signal();
          int to = 1 - shmem.pe();
          long[] source = new long[length];
          for (int round = 1; round <= 60; round++) {
            java.util.Arrays.fill(source, round);
            Completion sent =
                round % 2 == 0
                    ? box.putSignalNbi(source, arrived, SignalOp.SET, round, to)
                    : box.putNbi(source, to);
            if (round % 3 == 0) {
              sent.source().join();
            } else {
              sent.awaitSource();
            }
            assertTrue(sent.isSourceDone());
            java.util.Arrays.fill(source, -1);
            if (round % 2 == 0) {
              arrived.waitUntil(Compare.EQ, round);
            } else {
              shmem.barrierAll();
            }
            for (int i = 0; i < length; i++) {
              assertEquals(round, box.at(i));
            }
            shmem.barrierAll();
          }
        });
  }

  private record Op(String name, boolean takesValue, LongBinaryOperator result) {}

  private static final List<Op> FETCHING =
      List.of(
          new Op("atomicFetchNbi", false, (old, value) -> old),
          new Op("atomicSwapNbi", true, (old, value) -> value),
          new Op("atomicFetchAddNbi", true, (old, value) -> old + value),
          new Op("atomicFetchIncNbi", false, (old, value) -> old + 1),
          new Op("atomicFetchAndNbi", true, (old, value) -> old & value),
          new Op("atomicFetchOrNbi", true, (old, value) -> old | value),
          new Op("atomicFetchXorNbi", true, (old, value) -> old ^ value));

  /** Litmus test L31 for atomics. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldComputeAndFetchTheOldValueAndHarmNoNeighbour(ElementType<?> type) {
    long[] edges = {0, 1, -1, 0x55, Integer.MIN_VALUE, Long.MAX_VALUE, 1L << 32};
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          int to = 1 - shmem.pe();
          int ending = 0;
          for (long old : edges) {
            for (long value : edges) {
              for (Op op : FETCHING) {
                Object fetched = array.values(3, 70);
                array.call("atomicSet", 1, old, to);
                end(
                    ending++,
                    shmem,
                    op.takesValue
                        ? array.call(op.name, fetched, 2, 1, value, to)
                        : array.call(op.name, fetched, 2, 1, to));
                assertEquals(
                    List.of(array.value(70), array.value(71), array.value(old)),
                    AnyArray.list(fetched),
                    op.name);
                assertEquals(
                    array.value(op.result.applyAsLong(old, value)),
                    array.call("atomicFetch", 1, to),
                    op.name);
              }
              Object fetched = array.values(1, 70);
              array.call("atomicSet", 1, old, to);
              end(
                  ending++,
                  shmem,
                  array.call("atomicCompareSwapNbi", fetched, 0, 1, value, 77, to));
              assertEquals(array.value(old), Array.get(fetched, 0));
              boolean same = array.value(old).equals(array.value(value));
              assertEquals(
                  array.value(same ? 77 : old), array.call("atomicFetch", 1, to), "compareSwap");
            }
          }
          assertEquals(array.value(0), array.call("atomicFetch", 0, to));
          assertEquals(array.value(0), array.call("atomicFetch", 2, to));
        });
  }

  @ParameterizedTest
  @MethodSource(FLOATS)
  void shouldFetchSwapAndAddFloatingPoint(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          int to = 1 - shmem.pe();
          for (int i = 0; i < ENDINGS.size(); i++) {
            Object fetched = array.values(4, 0);
            array.call("atomicSet", 1, 1.5, to);
            end(i, shmem, array.call("atomicFetchNbi", fetched, 0, 1, to));
            end(i, shmem, array.call("atomicSwapNbi", fetched, 1, 1, 2.25, to));
            end(i, shmem, array.call("atomicFetchAddNbi", fetched, 2, 1, -0.5, to));
            end(i, shmem, array.call("atomicFetchNbi", fetched, 3, 1, to));
            assertEquals(
                List.of(1.5, 1.5, 2.25, 1.75),
                AnyArray.list(fetched).stream()
                    .map(each -> ((Number) each).doubleValue())
                    .toList());
          }
          assertEquals(array.value(0), array.call("atomicFetch", 0, to));
          assertEquals(array.value(0), array.call("atomicFetch", 2, to));
        });
  }

  /** Litmus test L17, with eight at a time on their way. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldGiveEachTicketToOnePe(ElementType<?> type) {
    int pes = 3;
    int rounds = 100;
    int batch = 8;
    BitSet[] taken = new BitSet[pes];
    world.run(
        pes,
        shmem -> {
          AnyArray counter = AnyArray.calloc(shmem, type, 1);
          BitSet mine = new BitSet();
          Object fetched = counter.values(batch, 0);
          for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < batch; i++) {
              counter.call("atomicFetchIncNbi", fetched, i, 0, pes - 1);
            }
            shmem.quiet();
            for (int i = 0; i < batch; i++) {
              mine.set(((Number) Array.get(fetched, i)).intValue());
            }
          }
          taken[shmem.pe()] = mine;
        });
    BitSet all = new BitSet();
    for (BitSet mine : taken) {
      assertEquals(rounds * batch, mine.cardinality());
      assertFalse(all.intersects(mine), "a ticket was given out twice");
      all.or(mine);
    }
    assertEquals(pes * rounds * batch, all.nextClearBit(0));
  }

  @Test
  void shouldBeCompletedByTheirOwnContext() {
    world.run(
        2,
        shmem -> {
          SymmetricLongs box = shmem.longs(3);
          int to = 1 - shmem.pe();
          try (ShmemContext stream = shmem.createContext()) {
            long[] source = {1, 2, 3};
            long[] fetched = new long[4];
            var _ = box.on(stream).putNbi(source, to);
            stream.quiet();
            var _ = box.on(stream).getNbi(0, fetched, 0, 3, to);
            var _ = box.on(stream).atomicFetchIncNbi(fetched, 3, 2, to);
            stream.quiet();
            assertEquals(3, fetched[3]);
            assertEquals(List.of(1L, 2L), List.of(fetched[0], fetched[1]));
            assertEquals(4, box.g(2, to));
            var _ = box.on(stream).putNbi(source, to);
          }
          assertEquals(3, box.g(2, to)); // closing is quiet
        });
  }

  @Test
  void shouldNeedNoCompletionOfItsOwnIfItIsDoneAtOnce() {
    world.run(
        2,
        shmem -> {
          SymmetricLongs box = shmem.longs(3);
          long[] buffer = new long[3];
          if (!world.isRemote()) {
            assertSame(Completion.DONE, box.putNbi(buffer, 1));
            assertSame(Completion.DONE, box.getNbi(buffer, 1));
            assertSame(Completion.DONE, box.putNbi(box, 1));
            assertSame(Completion.DONE, box.atomicFetchAddNbi(buffer, 0, 0, 1, 1));
          }
        });
  }
}
