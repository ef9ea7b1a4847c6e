package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** What works on PEs as it works in JUnit. */
final class PassingTest {
  /** Set after this JVM's start, as surefire does. */
  static final String PROPERTY = "passing.property";

  @Test
  void allPass() {
    System.setProperty(PROPERTY, "passed on");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(System.out);
    Events events;
    try {
      events = Kit.run(PassingCases.class);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertEquals(List.of(), Kit.thrown(events));
    assertTrue(events.succeeded().count() > 20);
    assertEquals(
        "[[1] 1 PE as thread, [2] 3 PEs as threads, [3] 1 PE as process, [4] 3 PEs as processes]",
        events.finished().stream()
            .map(Event::getTestDescriptor)
            .filter(test -> test.getUniqueId().toString().contains("everyPeIsCounted"))
            .filter(test -> test.isTest())
            .map(test -> test.getDisplayName())
            .toList()
            .toString());
    assertEquals(
        List.of(
            "[0] half a line, passed on",
            "[0] printed \u00fc",
            "[1] half a line, passed on",
            "[1] printed \u00fc"),
        printed.toString(StandardCharsets.UTF_8).lines().sorted().toList());
    assertFalse(InOrder.CALLS.stream().anyMatch(call -> call.startsWith("own")));
  }
}
