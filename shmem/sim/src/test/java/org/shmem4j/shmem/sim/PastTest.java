package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PastTest {
  private final MemorySegment heap = MemorySegment.ofArray(new byte[2 * Past.MOST_BYTES]);
  private final Past past = new Past();

  @Test
  void shouldCutWhereContentsDiffer() {
    past.keep(heap, 16, 8, 1);
    past.keep(heap, 40, 16, 2);
    assertArrayEquals(new long[] {16, 24, 40, 48, 56}, past.seams(0, 64, 0));
    assertArrayEquals(new long[] {48}, past.seams(40, 16, 0));
    assertArrayEquals(new long[] {40, 48, 56}, past.seams(0, 64, 1));
    assertArrayEquals(new long[] {}, past.seams(16, 8, 0));
    assertArrayEquals(new long[] {}, past.seams(0, 64, 2));
  }

  @Test
  void shouldCutBesideElementsShorterThanWords() {
    past.keep(heap, 4, 8, 1);
    assertArrayEquals(new long[] {4, 8, 12}, past.seams(0, 16, 0));
  }

  @Test
  void shouldSayWhatItHasForgotten() {
    for (int i = 1; i <= Past.CAPACITY; i++) {
      past.keep(heap, 8, 8, i);
    }
    assertFalse(past.hasForgotten(0, 64, 0));
    past.keep(heap, 80, 8, Past.CAPACITY + 1);
    assertTrue(past.hasForgotten(0, 64, 0));
    assertFalse(past.hasForgotten(16, 64, 0), "another place");
    assertFalse(past.hasForgotten(0, 64, 1), "it must not be missed");
    assertEquals(Past.CAPACITY, past.contents(8, 8, 0));
  }

  @Test
  void shouldForgetAllBeforeALongDelivery() {
    past.keep(heap, 8, 8, 1);
    past.keep(heap, 0, Past.MOST_BYTES + 1, 2);
    past.keep(heap, 8, 8, 3);
    assertTrue(past.hasForgotten(8, 8, 0));
    assertFalse(past.hasForgotten(8, 8, 2));
    assertEquals(2, past.contents(8, 8, 0));
    assertEquals(3, past.last());
  }

  @Test
  void shouldCutWordsIntoPieces() {
    Words words = new Words(4, 30);
    assertEquals(5, words.count());
    assertEquals(
        List.of(4L, 16L, 34L),
        LongStream.of(0, 1, 2).map(i -> words.seam((int) i, 2)).boxed().toList());
    assertArrayEquals(new long[] {4, 8, 16, 24, 32, 34}, words.seams().toArray());
    assertEquals(0, new Words(8, 0).count());
  }
}
