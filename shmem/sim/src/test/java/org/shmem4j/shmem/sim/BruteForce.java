package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;

/** All schedules, without any reduction: what others are compared with. */
final class BruteForce extends Strategy {
  private final List<Integer> chosen = new ArrayList<>();
  private final List<Integer> bounds = new ArrayList<>();
  private int made;
  private boolean begun;

  @Override
  boolean begin(long seed) {
    made = 0;
    while (begun && !chosen.isEmpty() && chosen.getLast() == bounds.getLast() - 1) {
      chosen.removeLast();
      bounds.removeLast();
    }
    if (begun && chosen.isEmpty()) {
      return false;
    }
    if (begun) {
      chosen.set(chosen.size() - 1, chosen.getLast() + 1);
    }
    begun = true;
    return true;
  }

  @Override
  Step next(Steps steps, Task running) {
    List<Step> all = new ArrayList<>();
    for (int i = 0; i < steps.taskCount(); i++) {
      all.add(steps.task(i));
    }
    for (int i = 0; i < steps.linkCount(); i++) {
      Link link = steps.link(i);
      for (int j = 0; j < link.size(); j++) {
        if (link.isDeliverable(link.get(j))) {
          all.add(link.get(j));
        }
      }
    }
    return all.get(decide(all.size()));
  }

  @Override
  int choose(Choice choice, int bound) {
    return decide(bound);
  }

  private int decide(int bound) {
    if (made == chosen.size()) {
      chosen.add(0);
      bounds.add(bound);
    }
    return chosen.get(made++);
  }
}
