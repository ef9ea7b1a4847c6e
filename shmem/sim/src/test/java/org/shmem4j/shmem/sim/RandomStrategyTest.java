package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class RandomStrategyTest {
  private static final int DECISIONS = 1_000_000;

  private final RandomStrategy strategy = new RandomStrategy();
  private final Steps steps = new Steps(strategy);
  private final Link link = new Link(0, 0, 1);

  private Task task(int number) {
    Task task = new Task(null, number, number, "task " + number, () -> {});
    task.touchesAll = true; // else there is no point in a switch
    steps.add(task);
    return task;
  }

  private void issueParts(int count) {
    for (int i = 0; i < count; i++) {
      steps.add(new Part(link, i, i, Part.Stage.DATA, Part.UNORDERED, Part.NO_CELL, () -> {}));
    }
  }

  @Test
  void shouldDecideWhoGoesOnWithoutAllocation() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    strategy.begin(1);
    Task running = task(0);
    task(1);
    decide(running, DECISIONS);
    long before = threads.getCurrentThreadAllocatedBytes();
    decide(running, DECISIONS);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < DECISIONS / 10, "allocated=" + allocated);
  }

  /** Lets time go by without anything happening to the steps. */
  private void decide(Task first, int decisions) {
    Task running = first;
    for (int i = 0; i < decisions; i++) {
      running = strategy.next(steps, running) instanceof Task task ? task : running;
    }
  }

  @Test
  void shouldHaveTemperamentsFromStarvingToEagerAndFromSwitchingToGoingOn() {
    int leastDeliveries = DECISIONS;
    int mostDeliveries = 0;
    int leastSwitches = DECISIONS;
    int mostSwitches = 0;
    task(0);
    task(1);
    for (int seed = 0; seed < 200; seed++) {
      strategy.begin(seed);
      issueParts(link.size() == 0 ? 10 : 0);
      int deliveries = 0;
      int switches = 0;
      Task running = steps.task(0);
      for (int i = 0; i < 1000; i++) {
        Step step = strategy.next(steps, running);
        deliveries += step instanceof Part ? 1 : 0;
        switches += step instanceof Task && step != running ? 1 : 0;
        running = step instanceof Task task ? task : running;
      }
      leastDeliveries = Math.min(leastDeliveries, deliveries);
      mostDeliveries = Math.max(mostDeliveries, deliveries);
      leastSwitches = Math.min(leastSwitches, switches);
      mostSwitches = Math.max(mostSwitches, switches);
    }
    assertTrue(leastDeliveries < 5, "deliveries=" + leastDeliveries);
    assertTrue(mostDeliveries > 900, "deliveries=" + mostDeliveries);
    assertTrue(leastSwitches < 10, "switches=" + leastSwitches);
    assertTrue(mostSwitches > 300, "switches=" + mostSwitches);
  }

  @Test
  void shouldDeliverBeforeTooMuchIsOnItsWay() {
    Task running = task(0);
    for (int seed = 0; seed < 50; seed++) {
      strategy.begin(seed);
      int most = 0;
      for (int i = 0; i < 5000; i++) {
        if (strategy.next(steps, running) instanceof Part part) {
          steps.remove(part);
        } else {
          issueParts(1);
        }
        most = Math.max(most, link.size());
      }
      assertTrue(most <= 1025, "most=" + most);
      while (link.size() > 0) {
        steps.remove(link.get(0));
      }
    }
  }

  @Test
  void shouldLetATaskThatPollsWaitForAllElse() {
    Task polling = task(0);
    Task other = task(1);
    steps.polled(polling);
    for (int seed = 0; seed < 200; seed++) {
      strategy.begin(seed);
      assertEquals(other, strategy.next(steps, polling));
    }
    steps.polled(other);
    issueParts(1);
    for (int seed = 0; seed < 200; seed++) {
      strategy.begin(seed);
      assertEquals(link.get(0), strategy.next(steps, polling));
    }
  }

  @Test
  void shouldOfferNewValuesOftenEnough() {
    for (int seed = 0; seed < 200; seed++) {
      strategy.begin(seed);
      int newest = 0;
      for (int i = 0; i < 1000; i++) {
        newest += strategy.choose(Strategy.Choice.AGE, 100) == 0 ? 1 : 0;
      }
      assertTrue(newest > 150, "seed=" + seed + " newest=" + newest);
    }
  }
}
