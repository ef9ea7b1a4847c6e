package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for all strategies that take their decisions from a seed. */
class SeededStrategyTest {
  /** Message passing without a fence, behind some other work. */
  private static void withoutFence(Model model) {
    model.task().nothing().nothing().nothing().put(0, 7).put(1, 1).nothing();
    model.task().nothing().await(1, 1).read(0);
    model.task().nothing().put(2, 1).nothing().nothing();
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "PCT"})
  void shouldDoTheSameWithTheSameSeed(StrategyKind kind) {
    Strategy strategy = kind.create();
    Set<Object> different = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      Model.Outcome outcome = Model.run(strategy, seed, SeededStrategyTest::withoutFence);
      assertEquals(
          outcome,
          Model.run(
              new Replay(kind, seed, strategy.decisions()).create(),
              seed,
              SeededStrategyTest::withoutFence));
      different.add(outcome);
    }
    assertTrue(different.size() > 20, "different=" + different.size());
  }

  /** How many of 1000 schedules have this result. */
  private static int count(StrategyKind kind, String result, Model.Source program) {
    Strategy strategy = kind.create();
    int found = 0;
    for (int seed = 0; seed < 1000; seed++) {
      found += Model.run(strategy, seed, program).result().equals(result) ? 1 : 0;
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "PCT"})
  void shouldFindAMissingFence(StrategyKind kind) {
    int found = count(kind, "[7, 1, 1, 0] 0 0 0", SeededStrategyTest::withoutFence);
    assertTrue(found > 20, "found=" + found);
    assertTrue(found < 980, "found=" + found);
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "PCT"})
  void shouldFindAMissingFenceBehindALoopThatPolls(StrategyKind kind) {
    int found =
        count(
            kind,
            "[7, 1, 0, 1] 0 0 0",
            model -> {
              nothings(model.task(), 50).put(0, 7).put(1, 1);
              model.task().poll(1, 1).read(0);
              model.task().put(3, 1).put(3, 1).put(3, 1).put(3, 1);
            });
    assertTrue(found > 20, "found=" + found);
    assertTrue(found < 980, "found=" + found);
  }

  private static Model.Program nothings(Model.Program program, int count) {
    for (int i = 0; i < count; i++) {
      program.nothing();
    }
    return program;
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "PCT"})
  void shouldFindAMomentBetweenManyStepsThatTouchNothing(StrategyKind kind) {
    int found =
        count(
            kind,
            "[1, 0, 0, 0] 2 0",
            model -> {
              nothings(nothings(model.task(), 300).write(0, 0).read(0).write(0, 1), 300);
              nothings(nothings(model.task(), 300).write(0, 2), 300);
            });
    assertTrue(found > 10, "found=" + found);
    assertTrue(found < 500, "found=" + found);
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "PCT"})
  void shouldSeeAllOrdersOfASmallProgram(StrategyKind kind) {
    Strategy strategy = kind.create();
    Set<String> orders = new HashSet<>();
    for (int seed = 0; seed < 100_000 && orders.size() < 20; seed++) {
      Model.Outcome outcome =
          Model.run(
              strategy,
              seed,
              model -> {
                model.task().write(0, 1).write(0, 2).write(0, 3);
                model.task().write(0, 4).write(0, 5).write(0, 6);
              });
      orders.add(outcome.order());
    }
    assertEquals(20, orders.size(), orders::toString);
  }

  @ParameterizedTest
  @EnumSource(names = {"RANDOM", "PCT"})
  void shouldEndPollingLoops(StrategyKind kind) {
    Strategy strategy = kind.create();
    for (int seed = 0; seed < 1000; seed++) {
      Model.Outcome outcome =
          Model.run(
              strategy,
              seed,
              model -> {
                model.task().poll(1, 1).put(2, 1);
                model.task().poll(2, 1).put(3, 1);
                model.task().giveUpAfter(10).nothing().nothing().put(1, 1).poll(3, 1);
              });
      assertEquals("[0, 1, 1, 1] 0 0 0", outcome.result());
      assertTrue(outcome.steps().size() < 500, "steps=" + outcome.steps().size());
    }
  }
}
