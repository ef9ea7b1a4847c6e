package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What puts and gets promise in every world (OpenSHMEM 1.6, 9.5). */
abstract class RmaContract {
  private static final String TYPES = "org.shmem4j.shmem.AnyArray#types";
  private static final int LENGTH = 64;
  private static final int MAX_OFFSET = 16;
  private static final int MAX_COUNT = 33;

  private final World world;

  RmaContract(World world) {
    this.world = world;
  }

  private static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  /** What an array of background 100 holds after seeds have been written into a part of it. */
  private static List<Object> expected(ElementType<?> type, int index, int count, long seed) {
    List<Object> values =
        new ArrayList<>(Collections.nCopies(LENGTH, (Object) AnyArray.value(type, 100)));
    for (int i = 0; i < count; i++) {
      values.set(index + i, AnyArray.value(type, seed + i));
    }
    return values;
  }

  private interface SizeAndOffset {
    void accept(int count, int offset);
  }

  /** Case 17: messages of 1 to 33 elements at 0 to 15. */
  private static void allSmallSizesAndOffsets(SizeAndOffset action) {
    for (int count = 0; count <= MAX_COUNT; count++) {
      for (int offset = 0; offset < MAX_OFFSET; offset++) {
        action.accept(count, offset);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveJavaArraysOfAllSmallSizesFromAndToAllSmallOffsets(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, LENGTH);
          int to = right(shmem);
          Object background = AnyArray.values(type, LENGTH, 0);
          for (int i = 0; i < LENGTH; i++) {
            Array.set(background, i, AnyArray.value(type, 100));
          }
          Object source = AnyArray.values(type, LENGTH, 1);
          allSmallSizesAndOffsets((count, offset) -> {
            int sourceIndex = (offset * 7 + 3) % MAX_OFFSET;
            array.call("put", background, to);
            shmem.fence();
            array.call("put", offset, source, sourceIndex, count, to);
            shmem.quiet();
            assertEquals(
                expected(type, offset, count, 1 + sourceIndex),
                array.copyOf(to),
                () -> "put of " + count + " at " + offset);
            Object target = AnyArray.values(type, LENGTH, 0);
            System.arraycopy(background, 0, target, 0, LENGTH);
            array.call("get", offset, target, sourceIndex, count, to);
            assertEquals(
                expected(type, sourceIndex, count, 1 + sourceIndex),
                AnyArray.list(target),
                () -> "get of " + count + " at " + offset);
          });
        });
  }

  /** Segments on the Java heap and outside, at offsets that are no multiple of the element. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveMemorySegmentsAtAnyByteOffset(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, LENGTH);
          int to = right(shmem);
          Object values = AnyArray.values(type, LENGTH, 1);
          try (Arena arena = Arena.ofConfined()) {
            long size = 2L * LENGTH * type.bytes();
            for (MemorySegment segment :
                List.of(MemorySegment.ofArray(new byte[(int) size]), arena.allocate(size))) {
              allSmallSizesAndOffsets((count, offset) -> {
                long bytes = (long) count * type.bytes();
                int index = 15 - offset;
                segment.fill((byte) 0x55);
                MemorySegment.copy(AnyArray.segment(values), 0, segment, offset, bytes);
                array.array().put(index, segment, offset, count, to);
                shmem.quiet();
                assertEquals(
                    AnyArray.list(values).subList(0, count),
                    array.copyOf(to).subList(index, index + count));

                segment.fill((byte) 0x55);
                array.array().get(index, segment, offset, count, to);
                assertEquals(
                    -1,
                    MemorySegment.mismatch(
                        segment, offset, offset + bytes, AnyArray.segment(values), 0, bytes));
                if (offset > 0) {
                  assertEquals(0x55, segment.get(ValueLayout.JAVA_BYTE, offset - 1));
                }
                assertEquals(0x55, segment.get(ValueLayout.JAVA_BYTE, offset + bytes));
              });
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveBetweenSymmetricArrays(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray source = AnyArray.calloc(shmem, type, LENGTH);
          AnyArray target = AnyArray.calloc(shmem, type, LENGTH);
          int to = right(shmem);
          for (int i = 0; i < LENGTH; i++) {
            source.call("set", i, source.value(1 + i + 10 * shmem.pe()));
          }
          shmem.barrierAll();
          // My part of my own copy to the right neighbour.
          target.call("put", 5, source.array(), 7, 20, to);
          shmem.barrierAll();
          int left = shmem.pes() - 1 - shmem.pe();
          assertEquals(
              AnyArray.list(AnyArray.values(type, 20, 1 + 7 + 10 * left)),
              target.local().subList(5, 25));
          assertEquals(target.value(0), target.local().get(4));
          assertEquals(target.value(0), target.local().get(25));
          // The neighbour's source into my own target.
          source.call("get", 3, target.array(), 40, 10, to);
          assertEquals(
              AnyArray.list(AnyArray.values(type, 10, 1 + 3 + 10 * to)),
              target.local().subList(40, 50));
          assertEquals(target.value(0), target.local().get(50));
        });
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveSingleElementsAndHarmNoNeighbour(ElementType<?> type) {
    world.run(
        3,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 9);
          int to = right(shmem);
          for (int index : new int[] {0, 4, 8}) {
            array.call("p", index, array.value(index + 1), to);
            shmem.quiet();
            assertEquals(array.value(index + 1), array.call("g", index, to));
          }
          shmem.barrierAll();
          assertEquals(
              List.of(
                  array.value(1),
                  array.value(0),
                  array.value(0),
                  array.value(0),
                  array.value(5),
                  array.value(0),
                  array.value(0),
                  array.value(0),
                  array.value(9)),
              array.local());
        });
  }

  @Test
  void shouldMoveExtremeValues() {
    world.run(
        2,
        shmem -> {
          int to = right(shmem);
          SymmetricBytes bytes = shmem.bytes(1);
          SymmetricShorts shorts = shmem.shorts(1);
          SymmetricInts ints = shmem.ints(1);
          SymmetricLongs longs = shmem.longs(1);
          SymmetricFloats floats = shmem.floats(1);
          SymmetricDoubles doubles = shmem.doubles(1);
          for (long value :
              new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 0x8000_8080_8000_8080L}) {
            bytes.p(0, (byte) value, to);
            shorts.p(0, (short) value, to);
            ints.p(0, (int) value, to);
            longs.p(0, value, to);
            floats.p(0, Float.intBitsToFloat((int) value), to);
            doubles.p(0, Double.longBitsToDouble(value), to);
            shmem.quiet();
            assertEquals((byte) value, bytes.g(0, to));
            assertEquals((short) value, shorts.g(0, to));
            assertEquals((int) value, ints.g(0, to));
            assertEquals(value, longs.g(0, to));
            assertEquals((int) value, Float.floatToRawIntBits(floats.g(0, to)));
            assertEquals(value, Double.doubleToRawLongBits(doubles.g(0, to)));
          }
          doubles.p(0, -0.0, to);
          shmem.quiet();
          assertEquals(-0.0, doubles.g(0, to));
        });
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldMoveWholeJavaArrays(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 12);
          int to = right(shmem);
          array.call("put", array.values(10, 1), to);
          shmem.quiet();
          List<Object> copy = array.copyOf(to);
          assertEquals(AnyArray.list(array.values(10, 1)), copy.subList(0, 10));
          assertEquals(List.of(array.value(0), array.value(0)), copy.subList(10, 12));
          Object part = array.values(3, 50);
          array.call("get", part, to);
          assertEquals(AnyArray.list(array.values(3, 1)), AnyArray.list(part));
        });
  }

  /** Case 22. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldAcceptThatThereIsNothingToMove(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 4);
          AnyArray empty = AnyArray.calloc(shmem, type, 0);
          Object none = array.values(0, 0);
          Object some = array.values(4, 9);
          int to = right(shmem);
          for (int index : new int[] {0, 4}) {
            array.call("put", index, some, index, 0, to);
            array.call("get", index, some, index, 0, to);
            array.call("put", index, array.array(), index, 0, to);
            array.call("get", index, array.array(), index, 0, to);
            array.array().put(index, MemorySegment.ofArray(new byte[3]), 3, 0, to);
            array.array().get(index, MemorySegment.ofArray(new byte[3]), 3, 0, to);
          }
          array.call("put", none, to);
          array.call("get", none, to);
          empty.call("put", none, to);
          empty.call("get", none, to);
          empty.call("put", 0, array.array(), 4, 0, to);
          array.array().put(4, MemorySegment.NULL, 0, 0, to);
          assertEquals(0, empty.array().byteSize());
          assertEquals(0, empty.array().segment().byteSize());
          assertEquals(List.of(), empty.local());
          shmem.barrierAll();
          assertEquals(Collections.nCopies(4, (Object) array.value(0)), array.local());
          assertEquals(AnyArray.list(array.values(4, 9)), AnyArray.list(some));
        });
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldReachEveryPeFromEveryPe(ElementType<?> type) {
    for (int pes : new int[] {1, 2, 3, 5}) {
      world.run(
          pes,
          shmem -> {
            int n = shmem.pes();
            AnyArray array = AnyArray.calloc(shmem, type, 3L * n);
            for (int round = 0; round < 10; round++) {
              for (int to = 0; to < n; to++) {
                Object block = array.values(3, 1 + shmem.pe() + 10 * to + round);
                array.call("put", 3 * shmem.pe(), block, 0, 3, to);
              }
              shmem.barrierAll();
              for (int from = 0; from < n; from++) {
                assertEquals(
                    AnyArray.list(array.values(3, 1 + from + 10 * shmem.pe() + round)),
                    array.local().subList(3 * from, 3 * from + 3));
                assertEquals(
                    array.value(2 + shmem.pe() + 10 * from + round),
                    array.call("g", 3 * shmem.pe() + 1, from));
              }
              shmem.barrierAll();
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldHaveItsOwnCopyAtHand(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 5);
          assertEquals(Collections.nCopies(5, (Object) array.value(0)), array.local());
          array.call("fill", array.value(7));
          array.call("set", 4, array.value(9));
          assertEquals(array.value(7), array.call("at", 3));
          assertEquals(array.value(9), array.call("at", 4));
          assertEquals(array.value(7), array.local().get(0));
          assertEquals(5, array.array().length());
          assertEquals(5L * type.bytes(), array.array().byteSize());
          assertEquals(type, array.array().type());
          assertEquals(type + "#" + array.array().id() + "[5]", array.array().toString());
          shmem.barrierAll();
          assertEquals(array.local(), array.copyOf(right(shmem)));
        });
  }

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldShowStoresThroughItsSegmentToOthers(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 6);
          MemorySegment own = array.array().segment();
          assertEquals(6L * type.bytes(), own.byteSize());
          MemorySegment.copy(
              AnyArray.segment(array.values(6, 1 + shmem.pe())), 0, own, 0, own.byteSize());
          shmem.barrierAll();
          assertEquals(array.value(6 + right(shmem)), array.call("g", 5, right(shmem)));
          assertEquals(
              AnyArray.list(array.values(6, 1 + right(shmem))), array.copyOf(right(shmem)));
          shmem.barrierAll();
          if (world.isRemote()) {
            IllegalStateException error =
                assertThrows(IllegalStateException.class, () -> array.array().segment(0));
            assertEquals(
                "the memory of this PE cannot be loaded from here: object="
                    + array.array()
                    + " pe=0; use get and put",
                error.getMessage());
            return;
          }
          try (Arena arena = Arena.ofConfined()) {
            List<BiConsumer<Integer, MemorySegment>> checks = new ArrayList<>();
            checks.add((seed, peer) -> {
              MemorySegment.copy(
                  AnyArray.segment(array.values(6, seed)), 0, peer, 0, peer.byteSize());
              shmem.quiet();
              assertEquals(AnyArray.list(array.values(6, seed)), array.copyOf(right(shmem)));
            });
            checks.getFirst().accept(20, array.array().segment(right(shmem)));
            checks.getFirst().accept(40, array.array().segment(right(shmem), arena));
          }
        });
  }

  @Test
  void shouldEndASegmentWithItsArena() {
    world.run(
        1,
        shmem -> {
          SymmetricInts ints = shmem.ints(3);
          if (!world.isRemote()) {
            MemorySegment segment;
            try (Arena arena = Arena.ofConfined()) {
              segment = ints.segment(0, arena);
              segment.setAtIndex(ValueLayout.JAVA_INT, 2, 7);
              assertEquals(7, ints.at(2));
            }
            assertThrows(
                IllegalStateException.class, () -> segment.getAtIndex(ValueLayout.JAVA_INT, 2));
          }
          assertThrows(
              IndexOutOfBoundsException.class,
              () -> ints.segment().getAtIndex(ValueLayout.JAVA_INT, 3));
        });
  }

  @Test
  void shouldSayWhichPesAreDirect() {
    world.run(
        2,
        shmem -> {
          for (int pe = 0; pe < 2; pe++) {
            assertEquals(!world.isRemote(), shmem.isDirect(pe));
          }
          for (int pe : new int[] {-1, 2, Integer.MIN_VALUE}) {
            assertEquals(
                "no such PE: pe=" + pe + " valid=0..1",
                assertThrows(IndexOutOfBoundsException.class, () -> shmem.isDirect(pe))
                    .getMessage());
          }
        });
  }

  /** Litmus tests L16 and L20t: an own put is seen after quiet; aligned words do not tear. */
  @Test
  void shouldStoreElementsInOnePiece() {
    world.run(
        3,
        shmem -> {
          SymmetricLongs longs = shmem.longs(2);
          if (shmem.pe() > 0) {
            long pattern = shmem.pe() == 1 ? 0x1111_1111_1111_1111L : 0x2222_2222_2222_2222L;
            for (int i = 0; i < 20_000; i++) {
              longs.p(1, pattern, 0);
            }
          } else {
            for (int i = 0; i < 20_000; i++) {
              long seen = longs.g(1, 0);
              assertEquals((int) seen, (int) (seen >>> 32));
            }
          }
        });
  }
}
