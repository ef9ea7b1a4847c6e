package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PctStrategyTest {
  private static final int SCHEDULES = 40_000;
  private static final int LENGTH = 12;

  /** Of the depths from 2 to 5, a schedule has each as often. */
  private static final double SHARE_OF_A_DEPTH = 0.25;

  /** Steps that touch what nobody reads. */
  private static Model.Program others(Model.Program program, int count) {
    for (int i = 0; i < count; i++) {
      program.write(3, 0);
    }
    return program;
  }

  private static double share(String result, Model.Source program) {
    PctStrategy strategy = new PctStrategy();
    int found = 0;
    for (int seed = 0; seed < SCHEDULES; seed++) {
      found += Model.run(strategy, seed, program).result().equals(result) ? 1 : 0;
    }
    return (double) found / SCHEDULES;
  }

  @Test
  void shouldFindABugOfDepthTwo() {
    double share =
        share(
            "[0, 0, 0, 0] 1 0",
            model -> {
              others(others(model.task(), 5).write(0, 1).read(0).write(0, 0), 4);
              others(model.task(), LENGTH);
            });
    assertEquals(1.0, share, "without anything that can go wrong");

    double found =
        share(
            "[0, 0, 0, 0] 2 0",
            model -> {
              others(others(model.task(), 5).write(0, 1).read(0).write(0, 0), 4);
              others(others(model.task(), 5).write(0, 2), 6);
            });
    double steps = 2 * LENGTH;
    assertTrue(found >= SHARE_OF_A_DEPTH / (2 * steps), "found=" + found);
    assertTrue(found < 0.5, "found=" + found);
  }

  @Test
  void shouldFindABugOfDepthThree() {
    double found =
        share(
            "[3, 2, 0, 0] 2 3",
            model -> {
              others(others(others(model.task(), 3).write(0, 1).read(0), 3).write(0, 3), 3);
              others(others(model.task(), 4).write(0, 2).read(0), 5).write(1, 2);
            });
    double steps = 2 * LENGTH;
    assertTrue(found >= SHARE_OF_A_DEPTH / (2 * steps * steps), "found=" + found);
    assertTrue(found < 0.5, "found=" + found);
  }

  @Test
  void shouldSayHowLongTheSchedulesWere() {
    PctStrategy strategy = new PctStrategy();
    Model.Source program = model -> others(model.task().nothing(), LENGTH);
    Model.run(strategy, 17, program);
    assertEquals("1", strategy.decisions());
    Model.run(strategy, 18, program);
    assertEquals("12", strategy.decisions());
  }
}
