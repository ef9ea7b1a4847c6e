package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Foata's normal form of a run: each step one level above the highest that it depends on. Runs have
 * the same form if and only if swaps of neighbours that do not depend on each other lead from one
 * to the other.
 */
final class Foata {
  /** A step as it was when it happened. */
  private record Event(Step touched, Step step, int level) {}

  private final List<Event> events = new ArrayList<>();
  private final List<TreeSet<String>> levels = new ArrayList<>();
  private final Map<Step, Integer> issuers = new HashMap<>();

  /** The step that will be told of next has issued a part. */
  void issued(Part part) {
    issuers.put(part, events.size());
  }

  void happened(Step step, String name) {
    Step touched = copy(step);
    int level = issuers.containsKey(step) ? events.get(issuers.get(step)).level + 1 : 0;
    for (Event event : events) {
      if (event.step == step || event.touched.dependsOn(touched, false)) {
        level = Math.max(level, event.level + 1);
      }
    }
    events.add(new Event(touched, step, level));
    if (level == levels.size()) {
      levels.add(new TreeSet<>());
    }
    levels.get(level).add(name);
  }

  private static Step copy(Step step) {
    Part copy = new Part(null, 0, 0, Part.Stage.DATA, 0, 0, () -> {});
    copy.touching(step.pe, step.offset, step.bytes, step.writes);
    copy.touchesAll = step.touchesAll;
    return copy;
  }

  String text() {
    return levels.toString();
  }
}
