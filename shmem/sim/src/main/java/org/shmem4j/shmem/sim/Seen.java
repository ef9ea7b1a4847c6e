package org.shmem4j.shmem.sim;

import java.util.Arrays;

/**
 * Which deliveries somebody must not miss: all up to a moment, and for some PEs' memory all up to a
 * later one. Moments count the deliveries of all PEs. Seldom more than a few PEs stand out, so that
 * its size does not grow with their number.
 */
final class Seen {
  private long everywhere;
  private int[] pes;
  private long[] moments;
  private int count;

  Seen() {
    this.pes = new int[2];
    this.moments = new long[2];
  }

  private Seen(Seen other) {
    this.everywhere = other.everywhere;
    this.pes = other.pes.clone();
    this.moments = other.moments.clone();
    this.count = other.count;
  }

  Seen copy() {
    return new Seen(this);
  }

  /** Up to when nothing delivered to a PE must be missed. */
  long upTo(int pe) {
    for (int i = 0; i < count; i++) {
      if (pes[i] == pe) {
        return Math.max(everywhere, moments[i]);
      }
    }
    return everywhere;
  }

  /** Nothing delivered anywhere up to now must be missed any more. */
  void learnAll(long now) {
    everywhere = now;
    count = 0;
  }

  /** Nothing delivered to a PE up to a moment must be missed any more. */
  void learn(int pe, long moment) {
    if (moment <= everywhere) {
      return;
    }
    for (int i = 0; i < count; i++) {
      if (pes[i] == pe) {
        moments[i] = Math.max(moments[i], moment);
        return;
      }
    }
    if (count == pes.length) {
      pes = Arrays.copyOf(pes, 2 * count);
      moments = Arrays.copyOf(moments, 2 * count);
    }
    pes[count] = pe;
    moments[count++] = moment;
  }

  /** Nothing that another must not miss must be missed any more. */
  void learn(Seen other) {
    if (other.everywhere > everywhere) {
      everywhere = other.everywhere;
      forgetOld();
    }
    for (int i = 0; i < other.count; i++) {
      learn(other.pes[i], other.moments[i]);
    }
  }

  private void forgetOld() {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (moments[i] > everywhere) {
        pes[kept] = pes[i];
        moments[kept++] = moments[i];
      }
    }
    count = kept;
  }
}
