package org.shmem4j.stress.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shmem4j.stress.bench.RatioStatistics.Verdict;

class RatioStatisticsTest {
  private static final double EXACT = 0;

  @Test
  void nineRatiosHaveTheirSecondAndEighthAsInterval() {
    RatioStatistics ratio = RatioStatistics.of(9, 1, 8, 2, 7, 3, 6, 4, 5);

    assertEquals(5, ratio.median(), EXACT);
    assertEquals(2, ratio.low(), EXACT);
    assertEquals(8, ratio.high(), EXACT);
  }

  @Test
  void ranksAreThoseOfTheSignTest() {
    // from tables of the sign test's critical values at 5 %, both tails
    assertEquals(1, RatioStatistics.rank(6));
    assertEquals(1, RatioStatistics.rank(8));
    assertEquals(2, RatioStatistics.rank(9));
    assertEquals(2, RatioStatistics.rank(11));
    assertEquals(3, RatioStatistics.rank(12));
    assertEquals(4, RatioStatistics.rank(15));
    assertEquals(6, RatioStatistics.rank(20));
    assertEquals(8, RatioStatistics.rank(25));
    assertEquals(40, RatioStatistics.rank(100));
  }

  @Test
  void fewRatiosHaveTheirExtremesAsInterval() {
    assertEquals(1, RatioStatistics.rank(1));
    assertEquals(1, RatioStatistics.rank(5));
    RatioStatistics ratio = RatioStatistics.of(3, 1, 2);
    assertEquals(1, ratio.low(), EXACT);
    assertEquals(3, ratio.high(), EXACT);
  }

  @Test
  void theIntervalHoldsTheMedianAsOftenAsItSays() {
    Random random = new Random(1);
    int samples = 20_000;
    int held = 0;
    for (int i = 0; i < samples; i++) {
      double[] ratios = random.doubles(9).map(x -> x * x).toArray();
      RatioStatistics ratio = RatioStatistics.of(ratios);
      if (ratio.low() <= 0.25 && 0.25 <= ratio.high()) {
        held++;
      }
    }
    assertEquals(0.961, (double) held / samples, 0.01);
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
    assertEquals(2.5, RatioStatistics.of(4, 1, 2, 3).median(), EXACT);
  }

  @Test
  void behindNeedsTheWholeIntervalAboveOne() {
    assertEquals(Verdict.BEHIND, new RatioStatistics(1.2, 1.01, 1.4).verdict());
    assertEquals(Verdict.LEVEL, new RatioStatistics(1.2, 0.99, 1.4).verdict());
    assertEquals(Verdict.LEVEL, new RatioStatistics(0.9, 0.8, 1.0).verdict());
    assertEquals(Verdict.AHEAD, new RatioStatistics(0.9, 0.8, 0.99).verdict());
  }

  @Test
  void noRatioIsAnError() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> RatioStatistics.of());
    assertTrue(e.getMessage().contains("ratios=0"), e.getMessage());
  }
}
