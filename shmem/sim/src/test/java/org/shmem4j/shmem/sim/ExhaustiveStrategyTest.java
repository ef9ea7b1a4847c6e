package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.ShmemException;

class ExhaustiveStrategyTest {
  private static final int RANDOM_PROGRAMS = 400;
  private static final int MOST_BRUTE_SCHEDULES = 5_000;

  /** What all schedules of a program have shown. */
  private record Shown(Set<String> orders, Set<String> results, int schedules, int redundant) {}

  private static Shown all(Strategy strategy, Model.Source program) {
    Set<String> orders = new TreeSet<>();
    Set<String> results = new TreeSet<>();
    int schedules = 0;
    int redundant = 0;
    for (Model.Outcome outcome = Model.run(strategy, 0, program);
        outcome != null && schedules <= MOST_BRUTE_SCHEDULES;
        outcome = Model.run(strategy, 0, program)) {
      orders.add(outcome.order());
      results.add(outcome.result());
      schedules++;
      redundant += strategy.isRedundant() ? 1 : 0;
    }
    return new Shown(orders, results, schedules, redundant);
  }

  /** Checks a program against brute force, unless that would take too long. */
  private static Shown check(Model.Source program) {
    Shown brute = all(new BruteForce(), program);
    if (brute.schedules > MOST_BRUTE_SCHEDULES) {
      return null;
    }
    ExhaustiveStrategy exhaustive = new ExhaustiveStrategy();
    Shown shown = all(exhaustive, program);
    assertEquals(brute.orders, shown.orders);
    assertEquals(brute.results, shown.results);
    assertEquals(brute.orders.size(), shown.schedules - shown.redundant, "each order once");
    // One more: the search begins again when it learns that old values can be read.
    assertTrue(shown.schedules <= brute.schedules + 1, shown + " " + brute);
    assertTrue(exhaustive.isComplete());
    return shown;
  }

  @Test
  void shouldTryOneOrderOfIndependentSteps() {
    Shown shown =
        check(model -> {
          model.task().write(0, 1).write(0, 2).write(0, 3);
          model.task().write(1, 1).write(1, 2).write(1, 3);
          model.task().nothing().nothing().nothing();
        });
    assertEquals(1, shown.orders.size());
    assertTrue(shown.schedules < 1680 / 20, "schedules=" + shown.schedules);
  }

  @Test
  void shouldTryAllOrdersOfDependentSteps() {
    Shown shown =
        check(model -> {
          model.task().write(0, 1).write(0, 2).write(0, 3);
          model.task().write(0, 4).write(0, 5).write(0, 6);
        });
    assertEquals(20, shown.orders.size());
    assertEquals(20, shown.schedules);
  }

  @Test
  void shouldFindThatAPutOvertakesAnotherUnlessThereIsAFence() {
    assertEquals(
        Set.of("[7, 1, 0, 0] 0 0", "[7, 1, 0, 0] 0 7"),
        check(
                model -> {
                  model.task().put(0, 7).put(1, 1);
                  model.task().await(1, 1).read(0);
                })
            .results);
    assertEquals(
        Set.of("[7, 1, 0, 0] 0 7"),
        check(
                model -> {
                  model.task().put(0, 7).fence().put(1, 1);
                  model.task().await(1, 1).read(0);
                })
            .results);
  }

  @Test
  void shouldTryAllAges() {
    Shown shown =
        check(model -> {
          model.task().write(0, 7);
          model.task().readAnyAge(0).readAnyAge(0);
        });
    assertEquals(
        Set.of("[7, 0, 0, 0] 0 0", "[7, 0, 0, 0] 0 7", "[7, 0, 0, 0] 0 70", "[7, 0, 0, 0] 0 77"),
        shown.results);
  }

  @Test
  void shouldAgreeWithBruteForceOnRandomPrograms() {
    int compared = 0;
    long schedules = 0;
    for (int seed = 0; seed < RANDOM_PROGRAMS; seed++) {
      long programSeed = seed;
      Shown shown = check(model -> writeRandomProgram(model, programSeed));
      compared += shown == null ? 0 : 1;
      schedules += shown == null ? 0 : shown.schedules;
    }
    assertTrue(compared > RANDOM_PROGRAMS / 2, "compared=" + compared);
    assertTrue(schedules > 10L * compared, "schedules=" + schedules);
  }

  private static void writeRandomProgram(Model model, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int tasks = 2 + random.nextInt(2);
    for (int i = 0; i < tasks; i++) {
      Model.Program program = model.task();
      int operations = 1 + random.nextInt(6 / tasks + 1);
      for (int j = 0; j < operations; j++) {
        writeRandomOperation(program, random);
      }
    }
  }

  private static void writeRandomOperation(Model.Program program, SplittableRandom random) {
    int cell = random.nextInt(3);
    int value = 1 + random.nextInt(2);
    switch (random.nextInt(10)) {
      case 0 -> program.nothing();
      case 1, 2 -> program.read(cell);
      case 3 -> program.readAnyAge(cell);
      case 4 -> program.write(cell, value);
      case 5, 6 -> program.put(cell, value);
      case 7 -> program.fence();
      case 8 -> program.await(cell, value);
      default -> program.all();
    }
  }

  @Test
  void shouldEndPollingLoops() {
    ExhaustiveStrategy exhaustive = new ExhaustiveStrategy();
    Shown shown =
        all(
            exhaustive,
            model -> {
              model.task().put(0, 7).put(1, 1).poll(2, 1);
              model.task().poll(1, 1).read(0).put(2, 1);
            });
    assertTrue(exhaustive.isComplete());
    assertEquals(Set.of("[7, 1, 1, 0] 0 0", "[7, 1, 1, 0] 0 7"), shown.results);
  }

  @Test
  void shouldLetPollersTakeTurns() {
    ExhaustiveStrategy exhaustive = new ExhaustiveStrategy();
    Shown shown =
        all(
            exhaustive,
            model -> {
              model.task().poll(1, 1);
              model.task().giveUpAfter(10).write(1, 1);
              model.task().poll(1, 1);
            });
    assertTrue(exhaustive.isComplete());
    assertEquals(Set.of("[0, 1, 0, 0] 0 0 0"), shown.results);
  }

  @Test
  void shouldPlayEachScheduleAgain() {
    Model.Source program =
        model -> {
          model.task().put(0, 7).put(1, 1).put(2, 1);
          model.task().readAnyAge(1).read(0).readAnyAge(2);
        };
    ExhaustiveStrategy exhaustive = new ExhaustiveStrategy();
    List<String> replays = new ArrayList<>();
    for (Model.Outcome outcome = Model.run(exhaustive, 0, program);
        outcome != null;
        outcome = Model.run(exhaustive, 0, program)) {
      if (exhaustive.isRedundant()) {
        continue; // others show what it shows
      }
      String replay = exhaustive.decisions();
      ExhaustiveStrategy again = new ExhaustiveStrategy(replay);
      assertEquals(outcome, Model.run(again, 0, program));
      assertEquals(replay, again.decisions());
      assertNull(Model.run(again, 0, program));
      assertFalse(again.isComplete());
      replays.add(replay);
    }
    assertTrue(replays.size() > 20, replays::toString);
    assertEquals(replays.size(), Set.copyOf(replays).size(), "no replay speaks of two schedules");
  }

  @Test
  void shouldNotBeCompleteIfSchedulesAreTooLong() {
    ExhaustiveStrategy exhaustive = new ExhaustiveStrategy(3);
    Shown shown =
        all(
            exhaustive,
            model -> {
              model.task().write(0, 1).write(0, 2).write(0, 3);
              model.task().write(0, 4).write(0, 5).write(0, 6);
            });
    assertEquals(8, shown.schedules);
    assertFalse(exhaustive.isComplete());
  }

  @Test
  void shouldRefuseTheReplayOfAnotherProgram() {
    ExhaustiveStrategy replay = new ExhaustiveStrategy(".5");
    ShmemException e =
        assertThrows(
            ShmemException.class,
            () ->
                Model.run(
                    replay,
                    0,
                    model -> {
                      model.task().nothing().nothing();
                      model.task().nothing().nothing();
                    }));
    assertEquals(
        "a schedule can be played again only if the program does the same again: decision=1"
            + " chosen=5 choices=2; use the program, arguments and number of PEs that it was found"
            + " with, and no clock and no random numbers without a seed in the program",
        e.getMessage());
  }
}
