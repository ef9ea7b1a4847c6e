package org.shmem4j.stress.suites;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shmem4j.stress.suites.programs.Check;
import org.shmem4j.stress.suites.programs.CheckRunner;

/**
 * Every operation across processes: a job runs all checks of its lists, and each check is a test
 * here. A check is one line of a table in {@code RmaChecks} and its like.
 */
final class OperationsIT {
  private static final String[] OPERATIONS = {
    "rma",
    "atomics",
    "signals",
    "sets",
    "order",
    "locks",
    "teams",
    "contexts",
    "heap",
    "collectives"
  };
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TestFactory
  Stream<DynamicContainer> operations() {
    return Stream.of(
        checks("2 PEs", 2, List.of(), OPERATIONS),
        checks(
            "3 PEs",
            3,
            List.of(),
            "atomics",
            "signals",
            "order",
            "locks",
            "teams",
            "contexts",
            "heap",
            "collectives"),
        checks("5 PEs", 5, List.of(), "teams", "heap"),
        checks("4 PEs", 4, List.of(), OPERATIONS),
        checks(
            "2 PEs that sleep",
            2,
            List.of("--wait=sleep"),
            "signals",
            "sets",
            "order",
            "locks",
            "teams"),
        checks("4 PEs that spin", 4, List.of("--wait=spin"), "signals", "sets", "locks", "teams"),
        checks("2 PEs on Chronicle", 2, List.of("--heap=chronicle"), OPERATIONS),
        checks("2 PEs and Chronicle stores", 2, List.of(), "chronicle"),
        checks("2 PEs on Chronicle, and its stores", 2, List.of("--heap=chronicle"), "chronicle"));
  }

  @TestFactory
  Stream<DynamicContainer> misuse() {
    return Stream.of(
        checks("2 PEs", 2, List.of(), "misuse"),
        checks("3 PEs", 3, List.of(), "misuse"),
        checks("2 PEs on Chronicle", 2, List.of("--heap=chronicle"), "misuse"));
  }

  private static DynamicContainer checks(
      String title, int pes, List<String> options, String... lists) {
    JobRun run =
        JobRun.job(pes, CheckRunner.class, lists)
            .options(options.toArray(String[]::new))
            .within(LIMIT);
    Lazy job = new Lazy(run);
    List<DynamicTest> tests = new ArrayList<>();
    for (String list : lists) {
      for (Check check : CheckRunner.checks(list)) {
        tests.add(DynamicTest.dynamicTest(check.name(), () -> job.passed(check, pes)));
      }
    }
    tests.add(
        DynamicTest.dynamicTest(
            "the job ends well and says nothing else",
            () -> job.outcome().expectCode(0).expectNoErr()));
    return DynamicContainer.dynamicContainer(title, tests);
  }

  /** A job that runs when the first of its tests asks for its outcome. */
  private static final class Lazy {
    private final JobRun run;
    private Outcome outcome;
    private boolean failed;

    Lazy(JobRun run) {
      this.run = run;
    }

    Outcome outcome() throws Exception {
      // Whoever fails first shows the whole run; nothing can be said about the checks after it.
      Assumptions.assumeFalse(failed, "not reached");
      if (outcome == null) {
        failed = true;
        outcome = run.run();
        failed = false;
      }
      return outcome;
    }

    void passed(Check check, int pes) throws Exception {
      Outcome all = outcome();
      for (int pe = 0; pe < pes; pe++) {
        String line = CheckRunner.passed(check.name(), pe);
        failed = !all.linesOf(pe).contains(line);
        all.check(!failed, "missing: " + line);
      }
    }
  }
}
