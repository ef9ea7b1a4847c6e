package org.shmem4j.shmem.sim;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010).
 * Tasks have random priorities and the highest runs; at d - 1 random steps, the change points, the
 * highest falls below all others. Of n tasks and k steps, a bug that needs d orderings to be as
 * they are is found with a probability of at least 1 / (n k^(d-1)). Here d is drawn, a link counts
 * as a task that delivers, a step that touches nothing is not counted, and a task that polls waits
 * until there is something new.
 */
final class PctStrategy extends SeededStrategy {
  private static final int LEAST_DEPTH = 2;
  private static final int MOST_DEPTH = 5;

  /**
   * After so many steps of all kinds the highest falls, so that a loop that starves others ends.
   */
  private static final int MOST_IN_PEACE = 10_000;

  /** Low bits of first priorities make them different. */
  private static final int NUMBER_BITS = 20;

  /** A task, or a link. */
  private static final class Contender {
    final Task task;
    final Link link;
    long priority;

    Contender(Step step, long priority) {
      this.task = step instanceof Task asTask ? asTask : null;
      this.link = step instanceof Part part ? part.link : null;
      this.priority = priority;
    }

    boolean touchesNothing() {
      return task != null && task.touchesNothing();
    }

    boolean isPolling(Steps steps) {
      return task != null && steps.isPolling(task);
    }
  }

  private final Map<Object, Contender> contenders = new HashMap<>();

  /** Those that can be next. */
  private final TreeMap<Long, Contender> ranking = new TreeMap<>();

  /** Those that could be next and have looked in vain since something happened. */
  private final ArrayDeque<Contender> pollers = new ArrayDeque<>();

  /** How many steps a schedule has, as far as is known. */
  private int steps;

  private int[] changePoints = {};

  /** Steps that touch something. */
  private int made;

  private int madeOfAllKinds;
  private long lowest;

  /** Learns from its schedules how long they are. */
  PctStrategy() {
    this(1);
  }

  /** Expects schedules of this length: those that {@link #decisions} speaks of. */
  PctStrategy(int steps) {
    this.steps = steps;
  }

  @Override
  void begin() {
    steps = Math.max(steps, made);
    made = 0;
    madeOfAllKinds = 0;
    lowest = 0;
    contenders.clear();
    ranking.clear();
    pollers.clear();
    changePoints = new int[LEAST_DEPTH - 1 + below(MOST_DEPTH - LEAST_DEPTH + 1)];
    for (int i = 0; i < changePoints.length; i++) {
      changePoints[i] = 1 + below(steps);
    }
  }

  @Override
  Step next(Steps possible, Task running) {
    takePollersBack(possible);
    setPollersAside(possible);
    if (ranking.isEmpty()) {
      return nextPoller();
    }
    if (++madeOfAllKinds % MOST_IN_PEACE == 0) {
      lower(highest(), --lowest);
    }
    if (!highest().touchesNothing()) {
      passChangePoints();
    }
    Contender chosen = highest();
    return chosen.task != null ? chosen.task : anyPart(chosen.link);
  }

  private void passChangePoints() {
    made++;
    for (int i = 0; i < changePoints.length; i++) {
      if (changePoints[i] == made) {
        lower(highest(), i);
      }
    }
  }

  private Contender highest() {
    return ranking.lastEntry().getValue();
  }

  private void takePollersBack(Steps possible) {
    if (!pollers.isEmpty() && !pollers.peek().isPolling(possible)) {
      pollers.forEach(poller -> ranking.put(poller.priority, poller));
      pollers.clear();
    }
  }

  private void setPollersAside(Steps possible) {
    while (!ranking.isEmpty() && highest().isPolling(possible)) {
      pollers.add(ranking.pollLastEntry().getValue());
    }
  }

  /** If all poll, they take turns. */
  private Task nextPoller() {
    Contender first = pollers.remove();
    pollers.add(first);
    return first.task;
  }

  private void lower(Contender contender, long priority) {
    ranking.remove(contender.priority);
    contender.priority = priority;
    ranking.put(priority, contender);
  }

  /** Above those of change points. */
  private long firstPriority() {
    long random = MOST_DEPTH + (anyLong() >>> (NUMBER_BITS + 1));
    return (random << NUMBER_BITS) + contenders.size();
  }

  @Override
  void added(Step step) {
    Contender contender = contenders.get(nameOf(step));
    if (contender == null) {
      contender = new Contender(step, firstPriority());
      contenders.put(nameOf(step), contender);
    }
    ranking.put(contender.priority, contender);
  }

  @Override
  void removed(Step step) {
    if (!(step instanceof Part part) || part.link.size() == 0) {
      Contender contender = contenders.get(nameOf(step));
      if (ranking.remove(contender.priority) == null) {
        pollers.remove(contender);
      }
    }
  }

  private static Object nameOf(Step step) {
    return step instanceof Part part ? part.link : step;
  }

  @Override
  String decisions() {
    return Integer.toString(steps);
  }
}
