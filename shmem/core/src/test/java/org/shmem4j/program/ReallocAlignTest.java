package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.program.Jobs.Texts;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapExhaustedException;
import org.shmem4j.shmem.HeapHint;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricHeap;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.SymmetricShorts;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;

/** Alignment, change of length, hints and empty objects (OpenSHMEM 1.6, Memory Management). */
class ReallocAlignTest {
  private static final int LINE = 128;

  private static void assertAligned(SymmetricArray array, long alignment, int pes) {
    assertEquals(0, array.offset() % alignment, "offset of " + array);
    for (int pe = 0; pe < pes; pe++) {
      assertEquals(0, array.segment(pe).address() % alignment, "address on PE " + pe);
    }
  }

  /** Writes what {@link #assertContent} expects, on the right neighbour. */
  private static void putContent(Shmem shmem, SymmetricLongs array, long from) {
    for (long i = from; i < array.length(); i++) {
      array.p(i, content(i, Jobs.right(shmem)), Jobs.right(shmem));
    }
    shmem.barrierAll();
  }

  private static long content(long index, int pe) {
    return index * 1_000_003 + pe + 1;
  }

  private static void assertContent(Shmem shmem, SymmetricLongs array, long count) {
    for (long i = 0; i < count; i++) {
      assertEquals(content(i, shmem.pe()), array.at(i), "element " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldAlignTheCopiesOfAllPes(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          long free = heap.free();
          List<SymmetricArray> kept = new ArrayList<>();
          for (long alignment = 8; alignment <= 4096; alignment *= 2) {
            kept.add(heap.malloc(ElementType.BYTE, 1)); // or all would be aligned by chance
            SymmetricShorts shorts = heap.align(ElementType.SHORT, 77, alignment);
            assertEquals(77, shorts.length());
            assertAligned(shorts, Math.max(alignment, LINE), pes);
            SymmetricBytes empty = heap.align(ElementType.BYTE, 0, alignment);
            assertAligned(empty, alignment, pes);
            kept.add(shorts);
            kept.add(empty);
          }
          heap.free(kept.toArray(new SymmetricObject[0]));
          assertEquals(free, heap.free());
          assertEquals(heap.size(), heap.largestFree());
        });
  }

  /** Case 37: length first, then alignment. */
  @Test
  void shouldTakeTheLengthBeforeTheAlignment() {
    Texts texts = new Texts(2);
    Jobs.run(
        2,
        shmem -> {
          SymmetricBytes bytes = shmem.heap().align(ElementType.BYTE, 100, 64);
          assertEquals(100, bytes.length());
          assertEquals(0, bytes.offset() % 64);
          shmem.free(bytes);
          String text =
              texts.assertAllThrow(
                  shmem,
                  IllegalArgumentException.class,
                  () -> shmem.heap().align(ElementType.BYTE, 64, 100));
          assertTrue(text.contains("a power of two, of at least 8: bytes[64] alignment=100"), text);
        });
  }

  @Test
  void shouldRefuseWrongAlignmentsOnAllPes() {
    Texts texts = new Texts(3);
    long[] wrong = {0, -1, 1, 2, 4, 9, 96, 127, 129, 4095, 8192, 1L << 40, -64, Long.MIN_VALUE};
    Jobs.run(
        3,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          for (long alignment : wrong) {
            String text =
                texts.assertAllThrow(
                    shmem,
                    IllegalArgumentException.class,
                    () -> heap.align(ElementType.LONG, 5, alignment));
            assertTrue(text.contains(": longs[5] alignment=" + alignment), text);
          }
          String negative =
              texts.assertAllThrow(
                  shmem,
                  IllegalArgumentException.class,
                  () -> heap.align(ElementType.LONG, -5, 64));
          assertTrue(negative.contains("a length is not negative: longs[-5]"), negative);
          assertEquals(heap.size(), heap.free());
          assertEquals(0, heap.objectCount());
        });
  }

  /** The text shows what differs, also if that is the alignment only. */
  @Test
  void shouldTellOfDifferentAlignments() {
    Texts texts = new Texts(2);
    Jobs.run(
        2,
        shmem -> {
          String text =
              texts.assertAllThrow(
                  shmem,
                  SymmetryException.class,
                  () -> shmem.heap().align(ElementType.INT, 9, 256L << shmem.pe()));
          assertTrue(text.contains("PE 0: align ints[9] alignment=256 at "), text);
          assertTrue(text.contains("PE 1: align ints[9] alignment=512 at "), text);
          texts.assertAllThrow(
              shmem,
              SymmetryException.class,
              () -> shmem.heap().align(ElementType.INT, 9, 64L + shmem.pe()));
          assertEquals(shmem.heap().size(), shmem.heap().free());
        });
  }

  /** Kept up to the smaller length, whether the array moves or not; PE 0 of 3 is not alone. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldKeepTheContentWhateverTheLength(int pes) {
    int[] lengths = {10, 16, 17, 500, 499, 33, 32, 1, 0, 0, 5, 2000, 0, 3000, 3000, 16, 15, 700};
    Jobs.run(
        pes,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          SymmetricLongs array = shmem.longs(3);
          putContent(shmem, array, 0);
          for (int length : lengths) {
            SymmetricBytes neighbour = heap.malloc(ElementType.BYTE, 1);
            SymmetricLongs old = array;
            long kept = Math.min(old.length(), length);
            array = heap.realloc(old, length);
            assertEquals(length, array.length());
            assertTrue(old.isFreed());
            assertContent(shmem, array, kept);
            putContent(shmem, array, kept);
            assertContent(shmem, array, length);
            assertEquals(2, heap.objectCount());
            heap.free(neighbour);
            assertEquals(
                heap.size() - Math.max(1, (length * 8L + LINE - 1) / LINE) * LINE,
                heap.free(),
                "length " + length);
          }
          heap.free(array);
          assertEquals(heap.size(), heap.largestFree());
        });
  }

  /** Random lengths of several arrays at once, with a model of what each holds. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldKeepTheContentOfManyArrays(long seed) {
    Jobs.run(
        2,
        64 << 10,
        shmem -> {
          Random random = new Random(seed);
          SymmetricInts[] arrays = new SymmetricInts[6];
          int[][] model = new int[arrays.length][0];
          Arrays.setAll(arrays, i -> shmem.ints(0));
          for (int step = 0; step < 150; step++) {
            int i = random.nextInt(arrays.length);
            int length = random.nextInt(5) == 0 ? 0 : random.nextInt(3_500);
            int before = model[i].length;
            try {
              arrays[i] = shmem.heap().realloc(arrays[i], length);
              model[i] = Arrays.copyOf(model[i], length);
              for (int at = before; at < length; at++) {
                model[i][at] = random.nextInt();
                arrays[i].p(at, model[i][at] + 1 - shmem.pe(), 1 - shmem.pe());
              }
            } catch (HeapExhaustedException e) {
              assertFalse(arrays[i].isFreed(), "as it was");
            }
            shmem.barrierAll();
            for (int which = 0; which < arrays.length; which++) {
              assertEquals(model[which].length, arrays[which].length());
              for (int at = 0; at < model[which].length; at++) {
                assertEquals(model[which][at] + shmem.pe(), arrays[which].at(at));
              }
            }
            shmem.barrierAll();
          }
        });
  }

  @Test
  void shouldShrinkInItsPlaceAndGiveTheRestBack() {
    Jobs.run(
        2,
        32 * LINE,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          SymmetricLongs array = heap.malloc(ElementType.LONG, 32 * 16);
          SymmetricLongs shorter = heap.realloc(array, 16 * 4 + 1);
          assertEquals(array.offset(), shorter.offset());
          SymmetricLongs rest = heap.malloc(ElementType.LONG, 27 * 16);
          assertEquals(5 * LINE, rest.offset());
          assertEquals(0, heap.free());
          SymmetricLongs again = heap.realloc(shorter, 5 * 16);
          assertEquals(array.offset(), again.offset(), "its last line has room");
          heap.free(new SymmetricObject[] {again, rest});
          assertEquals(32 * LINE, heap.largestFree());
        });
  }

  /** All get the error, the old array is as it was: with its views, and it can be freed. */
  @Test
  void shouldLeaveTheOldArrayIfThereIsNoRoom() {
    Texts texts = new Texts(3);
    Jobs.run(
        3,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          SymmetricLongs array = shmem.longs(1000);
          Team reversed = shmem.world().splitStrided(2, -1, 3);
          SymmetricLongs view = array.on(reversed);
          putContent(shmem, array, 0);
          long free = heap.free();
          for (long length : new long[] {Jobs.HEAP / 8, Jobs.HEAP, 1L << 40, 1L << 59}) {
            String text =
                texts.assertAllThrow(
                    shmem, HeapExhaustedException.class, () -> heap.realloc(array, length));
            assertTrue(text.contains("asked=" + length * 8), text);
            assertTrue(text.contains("SHMEM_SYMMETRIC_SIZE"), text); // case 39
          }
          for (long length : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            texts.assertAllThrow(
                shmem, IllegalArgumentException.class, () -> heap.realloc(array, length));
          }
          assertEquals(free, heap.free());
          assertContent(shmem, array, 1000);
          assertEquals(content(7, 2), view.g(7, 0), "the view as well");
          assertEquals(1, heap.objectCount());
          heap.free(array);
          reversed.destroy();
          assertEquals(heap.size(), heap.largestFree());
        });
  }

  /** Only one PE has no room, as a team of its own has taken it. */
  @Test
  void shouldLeaveTheOldArrayOnAllIfOnePeHasNoRoom() {
    Jobs.run(
        3,
        64 * LINE,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          SymmetricLongs array = shmem.longs(10);
          putContent(shmem, array, 0);
          Team alone = shmem.world().split(shmem.pe(), 0);
          if (shmem.pe() == 1) {
            var _ = alone.heap().malloc(ElementType.BYTE, 60 * LINE);
          }
          long free = heap.free();
          HeapExhaustedException e =
              assertThrows(HeapExhaustedException.class, () -> heap.realloc(array, 5 * 16));
          assertEquals(5 * LINE, e.asked());
          assertEquals(free, heap.free());
          assertContent(shmem, array, 10);
          SymmetricLongs longer = heap.realloc(array, 3 * 16);
          assertContent(shmem, longer, 10);
          alone.destroy();
        });
  }

  @Test
  void shouldChangeNothingIfThePesAskForDifferentThings() {
    Texts texts = new Texts(2);
    Jobs.run(
        2,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          SymmetricLongs array = shmem.longs(10);
          SymmetricLongs twin = shmem.longs(10);
          putContent(shmem, array, 0);
          String text =
              texts.assertAllThrow(
                  shmem, SymmetryException.class, () -> heap.realloc(array, 20 + shmem.pe()));
          assertTrue(text.contains("PE 0: realloc longs#1[20] at "), text);
          assertTrue(text.contains("PE 1: realloc longs#1[21] at "), text);
          texts.assertAllThrow(
              shmem,
              SymmetryException.class,
              () -> heap.realloc(shmem.pe() == 0 ? array : twin, 20));
          texts.assertAllThrow(
              shmem,
              SymmetryException.class,
              () -> heap.realloc(array, shmem.pe() == 0 ? 20 : -20));
          assertContent(shmem, array, 10);
          SymmetricLongs longer = heap.realloc(array, 20);
          assertContent(shmem, longer, 10);
          texts.assertAllThrow(
              shmem, IllegalStateException.class, () -> heap.realloc(array, 5)); // ended
          Team all = shmem.world().splitStrided(0, 1, 2);
          texts.assertAllThrow(
              shmem, IllegalArgumentException.class, () -> all.heap().realloc(longer, 5));
          assertContent(shmem, longer, 10);
        });
  }

  /** A view stands for its object. */
  @Test
  void shouldReallocateThroughAView() {
    Jobs.run(
        2,
        shmem -> {
          Team reversed = shmem.world().splitStrided(1, -1, 2);
          SymmetricLongs array = shmem.longs(10);
          putContent(shmem, array, 0);
          SymmetricLongs view = array.on(reversed);
          SymmetricLongs longer = shmem.heap().realloc(view, 100);
          assertTrue(array.isFreed() && view.isFreed());
          assertContent(shmem, longer, 10);
          assertEquals(content(3, 0), longer.g(3, 0), "the world's numbers");
          longer.on(reversed).p(99, shmem.pe(), 0);
          shmem.barrierAll();
          reversed.destroy();
        });
  }

  @Test
  void shouldTakeHintsForWhatTheyAre() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          HeapHint[][] hints = {
            {},
            {HeapHint.ATOMICS_REMOTE},
            {HeapHint.SIGNAL_REMOTE},
            {HeapHint.ATOMICS_REMOTE, HeapHint.SIGNAL_REMOTE},
          };
          for (HeapHint[] each : hints) {
            SymmetricLongs array = heap.malloc(ElementType.LONG, 4, each);
            array.set(2, 40);
            shmem.barrierAll();
            array.atomicAdd(2, 2, Jobs.right(shmem));
            shmem.barrierAll();
            assertEquals(42, array.at(2));
            heap.free(array);
          }
        });
  }

  /** Case 38, and arrays without elements: they take part in everything but hold nothing. */
  @Test
  void shouldStandNothing() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricHeap heap = shmem.heap();
          shmem.free((SymmetricObject) null);
          heap.free((SymmetricObject) null);
          if (shmem.pe() == 0) {
            heap.free((SymmetricObject) null); // meets nobody
          }
          SymmetricLongs empty = heap.malloc(ElementType.LONG, 0);
          SymmetricInts zeros = shmem.ints(0);
          SymmetricBytes aligned = heap.align(ElementType.BYTE, 0, 4096);
          assertFalse(empty.offset() == zeros.offset());
          assertEquals(0, empty.length());
          assertEquals(0, empty.byteSize());
          assertEquals(0, empty.segment().byteSize());
          assertEquals(0, empty.toArray().length);
          empty.put(new long[0], 1 - shmem.pe());
          empty.get(new long[0], 1 - shmem.pe());
          empty.fill(7);
          assertThrows(IndexOutOfBoundsException.class, () -> empty.p(0, 1, 0));
          assertThrows(IndexOutOfBoundsException.class, () -> empty.at(0));
          assertEquals(0, heap.signals(0).length);
          assertEquals(3, heap.objectCount());
          SymmetricLongs some = heap.realloc(empty, 5);
          putContent(shmem, some, 0);
          assertContent(shmem, some, 5);
          heap.free(new SymmetricObject[] {some, null, zeros, aligned});
          heap.free(new SymmetricObject[0]);
          assertEquals(heap.size(), heap.largestFree());
        });
  }
}
