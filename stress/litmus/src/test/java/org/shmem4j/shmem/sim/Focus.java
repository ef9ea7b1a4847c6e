package org.shmem4j.shmem.sim;

import java.util.BitSet;

/**
 * Leaves to a strategy only what happens between the PEs' {@link #begins} and {@link #ends}. Before
 * and after, all goes its plainest way.
 */
final class Focus extends Strategy {
  private final Strategy strategy;
  private final int pes;
  private final BitSet begun = new BitSet();
  private final BitSet ended = new BitSet();

  Focus(Strategy strategy, int pes) {
    this.strategy = strategy;
    this.pes = pes;
  }

  /** A PE comes to what matters. */
  void begins(int pe) {
    begun.set(pe);
  }

  /** A PE has done what matters. */
  void ends(int pe) {
    ended.set(pe);
  }

  /** Whether all have done what matters. */
  boolean isOver() {
    return ended.cardinality() == pes;
  }

  private boolean isOn() {
    return begun.cardinality() == pes && !isOver();
  }

  @Override
  boolean begin(long seed) {
    begun.clear();
    ended.clear();
    return strategy.begin(seed);
  }

  @Override
  Step next(Steps steps, Task running) {
    if (isOn()) {
      return strategy.next(steps, running);
    }
    if (steps.linkCount() > 0) {
      Link link = steps.link(0);
      return link.deliverable(link.get(0));
    }
    for (int i = 0; i < steps.taskCount(); i++) {
      Task task = steps.task(i);
      if (!begun.get(task.owner) || (isOver() && !steps.isPolling(task))) {
        return task;
      }
    }
    return steps.task(0);
  }

  @Override
  int choose(Choice choice, int bound) {
    return isOn() ? strategy.choose(choice, bound) : 0;
  }

  @Override
  void added(Step step) {
    strategy.added(step);
  }

  @Override
  void removed(Step step) {
    strategy.removed(step);
  }

  @Override
  void limits() {
    if (isOn()) {
      strategy.limits();
    }
  }

  @Override
  boolean isThorough() {
    return strategy.isThorough();
  }

  @Override
  boolean isComplete() {
    return strategy.isComplete();
  }

  @Override
  boolean isRedundant() {
    return strategy.isRedundant();
  }

  @Override
  String decisions() {
    return strategy.decisions();
  }
}
