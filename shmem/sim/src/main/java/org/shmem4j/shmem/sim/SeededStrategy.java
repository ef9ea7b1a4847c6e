package org.shmem4j.shmem.sim;

import java.util.SplittableRandom;

/** A strategy whose every decision comes from the schedule's seed. */
abstract class SeededStrategy extends Strategy {
  /** Likelihoods are given in parts of this. */
  static final int ALWAYS = 1024;

  /** Below {@link #ALWAYS}, for who reads in a loop must get to see the newest value. */
  private static final int[] OLDNESS = {0, 32, 256, 768};

  private static final int[] CUTTING = {0, 32, 512, ALWAYS};

  private SplittableRandom random = new SplittableRandom(0);
  private int oldness;
  private int cutting;

  @Override
  final boolean begin(long seed) {
    random = new SplittableRandom(seed);
    oldness = oneOf(OLDNESS);
    cutting = oneOf(CUTTING);
    begin();
    return true;
  }

  /** Draws what else holds for the whole schedule. */
  abstract void begin();

  @Override
  final int choose(Choice choice, int bound) {
    return switch (choice) {
      case AGE -> isLikely(oldness) ? below(bound) : 0;
      case CUTS -> isLikely(cutting) ? below(bound) : 0;
    };
  }

  final int below(int bound) {
    return random.nextInt(bound);
  }

  final long anyLong() {
    return random.nextLong();
  }

  final boolean isLikely(int likelihood) {
    return below(ALWAYS) < likelihood;
  }

  final int oneOf(int[] values) {
    return values[below(values.length)];
  }

  /** A part of the link that can be delivered, any of them. */
  final Part anyPart(Link link) {
    return link.deliverable(link.get(below(link.size())));
  }
}
