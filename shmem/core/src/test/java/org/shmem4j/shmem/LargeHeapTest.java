package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case 43: offsets beyond 2 and 4 GiB, and indices that no int holds. */
class LargeHeapTest {
  private static final long GIB = 1L << 30;
  private static final long[] EDGES = {1L << 31, 1L << 32};

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldReachEveryByteOfALargeArray(World world) {
    world.run(
        2,
        5 * GIB,
        shmem -> {
          SymmetricBytes bytes = shmem.heap().malloc(ElementType.BYTE, 5 * GIB - 4096);
          int to = 1 - shmem.pe();
          for (long edge : EDGES) {
            for (long index = edge - 8; index <= edge + 8; index++) {
              bytes.p(index, (byte) (index - edge + 20), to);
            }
            shmem.barrierAll();
            for (long index = edge - 8; index <= edge + 8; index++) {
              assertEquals((byte) (index - edge + 20), bytes.at(index));
              assertEquals((byte) (index - edge + 20), bytes.g(index, to));
            }
            assertEquals(0, bytes.at(edge - 9));
            assertEquals(0, bytes.at(0), "the index in an int");
            byte[] message = {1, 2, 3, 4, 5, 6};
            shmem.barrierAll();
            bytes.put(edge - 3, message, 0, 6, to);
            MemorySegment segment = MemorySegment.ofArray(new byte[] {7, 8, 9});
            bytes.put(edge + 100, segment, 0, 3, to);
            bytes.put(edge + 200, bytes, edge - 8, 3, to);
            shmem.barrierAll();
            byte[] copy = new byte[6];
            bytes.get(edge - 3, copy, 0, 6, to);
            assertArrayEquals(message, copy);
            assertEquals(9, bytes.at(edge + 102));
            assertEquals(13, bytes.at(edge + 201));
            assertEquals(6, bytes.segment().get(ValueLayout.JAVA_BYTE, edge + 2));
            byte[] part = new byte[3];
            bytes.get(edge + 100, MemorySegment.ofArray(part), 0, 3, to);
            assertArrayEquals(new byte[] {7, 8, 9}, part);
          }
          long length = 5 * GIB - 4096;
          bytes.set(length - 1, (byte) 77);
          assertEquals(
              "no such element: object=bytes#1["
                  + length
                  + "] index="
                  + length
                  + " length="
                  + length,
              assertThrows(IndexOutOfBoundsException.class, () -> bytes.at(length)).getMessage());
          assertEquals(length, bytes.byteSize());
          assertEquals(length, bytes.segment().byteSize());
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "DIRECT_SLEEPING", "REMOTE"})
  void shouldDoAtomicsAndSignalsBeyondFourGibibytes(World world) {
    world.run(
        2,
        5 * GIB,
        shmem -> {
          SymmetricLongs longs = shmem.heap().malloc(ElementType.LONG, 9 * GIB / 16);
          SymmetricInts ints = shmem.heap().malloc(ElementType.INT, 1024);
          Signal signal = shmem.signal();
          assertEquals(9 * GIB / 2, ints.offset());
          int to = 1 - shmem.pe();
          for (long edge : EDGES) {
            for (long index = edge / 8 - 1; index <= edge / 8 + 1; index++) {
              assertEquals(0, longs.atomicFetchAdd(index, 1L << 40, to));
              assertEquals(1L << 40, longs.atomicCompareSwap(index, 1L << 40, index, to));
              longs.waitUntil(index, Compare.EQ, index);
              shmem.barrierAll();
              assertEquals(index, longs.atomicSwap(index, -index, to));
              assertEquals(-index, longs.atomicFetch(index, to));
              shmem.barrierAll();
            }
          }
          ints.atomicAdd(1023, 5, to);
          signal.add(3, to);
          assertEquals(3, signal.waitUntil(Compare.NE, 0));
          assertEquals(5, ints.waitUntil(1023, Compare.NE, 0));
          shmem.barrierAll();
          ints.putSignal(0, new int[] {8, 9}, 0, 2, signal, SignalOp.SET, 9, to);
          signal.waitUntil(Compare.EQ, 9);
          assertEquals(9, ints.at(1));
        });
  }

  @Test
  void shouldReachElementsOfEveryWidthBeyondFourGibibytes() {
    AnyArray.types()
        .forEach(type ->
            World.DIRECT.run(
                2,
                5 * GIB,
                shmem -> {
                  long length = 9 * GIB / 2 / type.bytes();
                  AnyArray array = new AnyArray(shmem.heap().malloc(type, length));
                  int to = 1 - shmem.pe();
                  long edge = (1L << 32) / type.bytes();
                  Object values = array.values(4, 1);
                  array.call("put", edge - 2, values, 0, 4, to);
                  array.call("p", length - 1, array.value(9), to);
                  shmem.barrierAll();
                  assertEquals(array.value(4), array.call("at", edge + 1));
                  assertEquals(array.value(1), array.call("g", edge - 2, to));
                  assertEquals(array.value(9), array.call("at", length - 1));
                  assertEquals(array.value(0), array.call("at", edge + 2));
                }));
  }
}
