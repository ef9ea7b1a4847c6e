package org.shmem4j.stress.litmus;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.stress.litmus.Row.Reach;

/** Puts that nobody completes before the job ends (L35). */
final class Leaving {
  private static final long MOST_TRIALS = 1 << 20;

  private Leaving() {}

  static List<Row> rows() {
    return List.of(
        Row.of("L35", "- | p; putNbi; close")
            .idles()
            .idles()
            .within(Reach.LEAVING)
            .expect("1", "leaving completes what was put")
            .forbid("0", "a put was lost when its PE left"));
  }

  /** Joins a job of two and leaves it; each trial is one put. Returns what PE 0 has seen. */
  static Optional<Map<String, Long>> run(long trials) {
    int count = (int) Math.min(trials, MOST_TRIALS);
    boolean isTarget;
    MemorySegment view; // stays readable when the job has ended
    try (Shmem shmem = Shmem.init()) {
      isTarget = shmem.pe() == 0;
      SymmetricLongs x = shmem.longs(count);
      view = x.segment();
      if (!isTarget) {
        put(x, count);
      }
    }
    return isTarget ? Optional.of(look(view, count)) : Optional.empty();
  }

  /** Every other one by itself. */
  private static void put(SymmetricLongs x, int count) {
    long[] ones = {1};
    for (int i = 0; i < count; i++) {
      if (i % 2 == 0) {
        x.p(i, 1, 0);
      } else {
        var _ = x.putNbi(i, ones, 0, 1, 0);
      }
    }
  }

  private static Map<String, Long> look(MemorySegment view, int count) {
    long there = 0;
    for (int i = 0; i < count; i++) {
      there += view.getAtIndex(JAVA_LONG, i);
    }
    return there == count ? Map.of("1", there) : Map.of("1", there, "0", count - there);
  }
}
