package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CompareTest {
  private static final long[] EDGES = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    Integer.MIN_VALUE,
    -1,
    0,
    1,
    Integer.MAX_VALUE,
    1L << 32,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  @Test
  void shouldCompareSignedAtAllEdges() {
    for (int i = 0; i < EDGES.length; i++) {
      for (int k = 0; k < EDGES.length; k++) {
        // The table is sorted, so positions compare as values do.
        String pair = EDGES[i] + " and " + EDGES[k];
        assertEquals(i == k, Compare.EQ.holds(EDGES[i], EDGES[k]), pair);
        assertEquals(i != k, Compare.NE.holds(EDGES[i], EDGES[k]), pair);
        assertEquals(i < k, Compare.LT.holds(EDGES[i], EDGES[k]), pair);
        assertEquals(i <= k, Compare.LE.holds(EDGES[i], EDGES[k]), pair);
        assertEquals(i > k, Compare.GT.holds(EDGES[i], EDGES[k]), pair);
        assertEquals(i >= k, Compare.GE.holds(EDGES[i], EDGES[k]), pair);
      }
    }
  }

  @Test
  void shouldWriteTheOperators() {
    StringBuilder signs = new StringBuilder();
    for (Compare compare : Compare.values()) {
      signs.append(compare).append(' ');
    }
    assertEquals("== != < <= > >= ", signs.toString());
  }
}
