package org.shmem4j.shmem.sim;

import java.util.ArrayDeque;
import java.util.PriorityQueue;

/**
 * What happens first is next: the step with the smallest time, deliveries before tasks, then by
 * number. A task that would only look again in vain waits until something has changed.
 */
final class TimedStrategy extends Strategy {
  /** All that can be next but the running task and those that look in vain. */
  private final PriorityQueue<Step> queue = new PriorityQueue<>(TimedStrategy::compare);

  private final ArrayDeque<Task> pollers = new ArrayDeque<>();
  private Step chosen;

  /** The running task, once it has given way; then it is among the others. */
  private Task giver;

  private static int compare(Step one, Step other) {
    int byTime = Double.compare(one.time, other.time);
    if (byTime != 0) {
      return byTime;
    }
    boolean isTask = one instanceof Task;
    return isTask == other instanceof Task
        ? Long.compare(one.id(), other.id())
        : Boolean.compare(isTask, !isTask);
  }

  @Override
  boolean begin(long seed) {
    return true;
  }

  @Override
  Step next(Steps possible, Task running) {
    takePollersBack(possible);
    if (running != null && running != giver) {
      if (isFirst(running, possible)) {
        return choose(running);
      }
      giver = running;
      queue.add(running);
    }
    while (!queue.isEmpty()) {
      Step first = queue.remove();
      if (!isInVain(first, possible)) {
        return choose(first);
      }
      pollers.add((Task) first);
    }
    return choose(pollers.remove()); // nobody else can do anything, so they take turns
  }

  private Step choose(Step step) {
    chosen = step;
    giver = step == giver ? null : giver;
    return step;
  }

  /** It saves a switch to let it go on if another task has the same time. */
  private boolean isFirst(Task running, Steps possible) {
    Step first = queue.peek();
    return !isInVain(running, possible)
        && (first == null
            || running.time < first.time
            || (running.time == first.time && first instanceof Task));
  }

  private static boolean isInVain(Step step, Steps possible) {
    return step instanceof Task task && task.looksAgain && possible.isPolling(task);
  }

  /** What they look for may have happened with the last step. */
  private void takePollersBack(Steps possible) {
    if (!pollers.isEmpty() && !possible.isPolling(pollers.peek())) {
      for (Task poller : pollers) {
        poller.time = Math.max(poller.time, chosen.time);
        queue.add(poller);
      }
      pollers.clear();
    }
  }

  @Override
  int choose(Choice choice, int bound) {
    return 0;
  }

  @Override
  void added(Step step) {
    queue.add(step);
  }

  @Override
  void removed(Step step) {
    if (step != chosen) {
      queue.remove(step); // a rare one: delivered ahead of its time
    }
  }
}
