package org.shmem4j.stress.bench;

import java.util.Arrays;

/**
 * The median of the ratios of interleaved pairs, and its 95 % interval by order statistics: the
 * k-th smallest and the k-th largest ratio, for the largest k with which at least 95 % of all
 * samples have the true median between them. It assumes nothing about how the ratios are
 * distributed. With 9 pairs k is 2; fewer than 6 pairs have no such interval, and then the smallest
 * and the largest ratio are given.
 *
 * @param median the median ratio
 * @param low the lower end of the interval
 * @param high the upper end
 */
record RatioStatistics(double median, double low, double high) {
  private static final double BOTH_TAILS = 0.05;

  /** What an interval says about us. */
  enum Verdict {
    /** The whole interval is below 1. */
    AHEAD,
    /** The interval holds 1. */
    LEVEL,
    /** The whole interval is above 1. */
    BEHIND
  }

  /** Computes the statistics of some ratios. */
  static RatioStatistics of(double... ratios) {
    if (ratios.length == 0) {
      throw new IllegalArgumentException("a median needs at least one ratio: ratios=0");
    }
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    int k = rank(sorted.length);
    return new RatioStatistics(median(sorted), sorted[k - 1], sorted[sorted.length - k]);
  }

  Verdict verdict() {
    return low > 1 ? Verdict.BEHIND : high < 1 ? Verdict.AHEAD : Verdict.LEVEL;
  }

  /** Returns the median of sorted values: of an even number, the mean of the middle two. */
  static double median(double... sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * Returns the largest k for which the interval from the k-th smallest to the k-th largest of n
   * values covers the median in at least 95 % of all samples, and at least 1: the number of values
   * below the median is binomial, so k - 1 or fewer of them have at most half of the 5 %.
   */
  static int rank(int n) {
    double probability = Math.pow(0.5, n);
    double tail = 0;
    int k = 0;
    while (k < n / 2) {
      tail += probability;
      if (tail > BOTH_TAILS / 2) {
        break;
      }
      probability *= (double) (n - k) / (k + 1);
      k++;
    }
    return Math.max(k, 1);
  }
}
