package org.shmem4j.shmem.sim;

/**
 * Chance, with a temperament: how long a task goes on, how eager deliveries are, which links and
 * tasks lag behind is drawn for each schedule, as no one distribution finds all bugs.
 */
final class RandomStrategy extends SeededStrategy {
  /** Of the steps that touch something, the longest runs of a task are 1, 2, 4, up to 2^this. */
  private static final int PATIENCE_BITS = 8;

  /** What a step costs of a task's calm if it touches something; one that does not costs 1. */
  private static final int TOUCH = 256;

  /** Never 0: a loop that is not known to poll may wait for a delivery. */
  private static final int[] EAGERNESS = {2, 32, 256, 512, 768, 1000};

  private static final int[] LATENESS = {0, 0, 256, 512, 768};

  /** How likely it is at a change that others lag from now on. */
  private static final int MOOD_CHANGE = 16;

  /** How often somebody else is looked for when one lags. */
  private static final int TRIES = 4;

  /** Of undelivered parts: what they need grows faster than their number. */
  private static final int MOST_PARTS = 1024;

  private int patience;
  private int eagerness;
  private int lateness;
  private long mood;
  private int calm;
  private int undelivered;

  @Override
  void begin() {
    patience = 1 << below(PATIENCE_BITS + 1);
    eagerness = oneOf(EAGERNESS);
    lateness = oneOf(LATENESS);
    mood = anyLong();
    calm = 0;
    undelivered = 0;
  }

  @Override
  Step next(Steps steps, Task running) {
    if (running != null && calm >= cost(running) && !steps.isPolling(running)) {
      calm -= cost(running);
      return running;
    }
    return change(steps);
  }

  private static int cost(Task task) {
    return task.touchesNothing() ? 1 : TOUCH;
  }

  private Step change(Steps steps) {
    if (isLikely(MOOD_CHANGE)) {
      mood = anyLong();
    }
    Task task = willing(steps);
    Part part = steps.linkCount() == 0 ? null : delivery(steps, task);
    if (part != null) {
      return part;
    }
    calm = below(patience * TOUCH);
    return task != null ? task : steps.task(below(steps.taskCount()));
  }

  /** A task that does not only poll, rather not one that lags; null if all poll. */
  private Task willing(Steps steps) {
    Task task = null;
    for (int i = 0; i < TRIES; i++) {
      task = firstWilling(steps);
      if (task == null || !lags(task.number)) {
        break;
      }
    }
    return task;
  }

  private Task firstWilling(Steps steps) {
    int count = steps.taskCount();
    int start = count == 0 ? 0 : below(count);
    for (int i = 0; i < count; i++) {
      int place = start + i;
      Task task = steps.task(place < count ? place : place - count);
      if (!steps.isPolling(task)) {
        return task;
      }
    }
    return null;
  }

  /** A part to deliver; null if it is rather the task that goes on. */
  private Part delivery(Steps steps, Task task) {
    boolean must = task == null || undelivered > MOST_PARTS;
    if (!must && !isLikely(eagerness)) {
      return null;
    }
    Link link = null;
    for (int i = 0; i < TRIES; i++) {
      link = steps.link(below(steps.linkCount()));
      if (!lags(link)) {
        return anyPart(link);
      }
    }
    return must ? anyPart(link) : null;
  }

  private boolean lags(Link link) {
    return lags(((long) link.stream << 32) + link.target + Integer.MAX_VALUE);
  }

  /** The same answer until the mood changes. */
  private boolean lags(long name) {
    long mixed = (mood ^ name) * 0x9E3779B97F4A7C15L;
    return (mixed >>> 54) < lateness;
  }

  @Override
  void added(Step step) {
    if (step instanceof Part && ++undelivered > MOST_PARTS) {
      calm = 0;
    }
  }

  @Override
  void removed(Step step) {
    if (step instanceof Part) {
      undelivered--;
    }
  }
}
