package org.shmem4j.stress.litmus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Counts outcomes, of which there are few different ones. */
final class Tally {
  private final List<long[]> outcomes = new ArrayList<>();
  private final List<long[]> counts = new ArrayList<>();

  void add(long[] outcome) {
    for (int i = 0; i < outcomes.size(); i++) {
      if (Arrays.equals(outcomes.get(i), outcome)) {
        counts.get(i)[0]++;
        return;
      }
    }
    outcomes.add(outcome.clone());
    counts.add(new long[] {1});
  }

  /** How often each outcome was seen, by its text; see {@link Outcome#values}. */
  Map<String, Long> byOutcome() {
    Map<String, Long> all = new TreeMap<>();
    for (int i = 0; i < outcomes.size(); i++) {
      all.put(text(outcomes.get(i)), counts.get(i)[0]);
    }
    return all;
  }

  private static String text(long[] outcome) {
    return Arrays.stream(outcome).mapToObj(Long::toString).collect(Collectors.joining(", "));
  }
}
