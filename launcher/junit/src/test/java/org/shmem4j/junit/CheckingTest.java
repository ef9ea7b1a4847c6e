package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.TestAbortedException;

/** How checked tests go. */
final class CheckingTest {
  private static final String CASES = CheckedCases.class.getName();
  private static Events events;

  @BeforeAll
  static void runCases() {
    events = Kit.run(CheckedCases.class);
  }

  private static String message(String method) {
    return Kit.single(Kit.thrown(events, method)).getMessage();
  }

  @Test
  void whatIsRightPassesBothWays() {
    assertEquals(List.of(), Kit.thrown(events, "fenced"));
    assertEquals(
        List.of("[1] 2 PEs as threads", "[2] 2 PEs, checked in 20 schedules (random)"),
        events.succeeded().stream()
            .map(Event::getTestDescriptor)
            .filter(test -> test.isTest() && test.getUniqueId().toString().contains(":fenced("))
            .map(test -> test.getDisplayName())
            .toList());
  }

  @Test
  void failureIsTheReport() {
    List<String> lines = message("notFenced").lines().toList();
    assertLinesMatch(
        List.of(
            Pattern.quote(CASES + ".notFenced, 3 PEs: ") + "\\d+ findings? after .*\\(random\\)",
            "",
            "missing-fence .*add fence\\(\\) before CheckedCases.java:\\d+.*",
            ">> traces >>",
            "replay with: @ShmemCheck\\(pes = 3, schedules = 1,"
                + " strategy = StrategyKind.RANDOM, seed = \\d+\\)"),
        lines);
    assertTrue(lines.contains("last operations of PE 2:"), lines::toString);
  }

  @Test
  void parametersReachThePes() {
    assertTrue(message("parameters").contains("expected: <3> but was: <4>"), message("parameters"));
  }

  @Test
  void failedAssumptionAborts() {
    Throwable thrown = Kit.single(Kit.thrown(events, "assumption"));
    assertInstanceOf(TestAbortedException.class, thrown);
    assertTrue(thrown.getMessage().contains("only PE 0"), thrown.getMessage());
  }

  @Test
  void timeLimitSaysHowFarItCame() {
    assertTrue(
        message("takesLong")
            .matches(
                "the check took longer than its time limit: timeout=8s pes=2 schedule=\\d+"
                    + " of=1000000000; .*"),
        message("takesLong"));
  }

  @Test
  void whatCannotRunSaysWhy() {
    assertTrue(message("misread").contains("replay=no number"), message("misread"));
    assertTrue(message("ends").endsWith("ended before the check had: exitCode=7"), message("ends"));
    assertTrue(message("noPes").contains("pes=0"), message("noPes"));
  }

  @Test
  void nothingIsLeft() {
    assertEquals(0, ProcessHandle.current().descendants().count());
  }
}
