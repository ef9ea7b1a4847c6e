package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.shmem4j.shmem.job.Job;

/** What a failure on a PE looks like, in both forms. */
final class FailingTest {
  private static Events events;
  private static Set<Path> before;
  private static Set<Path> after;

  @BeforeAll
  static void runCases() throws IOException {
    before = jobs();
    events = Kit.run(FailingCases.class);
    after = jobs();
  }

  private static Set<Path> jobs() throws IOException {
    try (Stream<Path> files = Files.list(Job.root())) {
      String own = "-" + ProcessHandle.current().pid() + "-";
      return files
          .filter(file -> file.toString().contains(own))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static List<Throwable> thrown(String method) {
    return Kit.thrown(events, method);
  }

  @Test
  void differenceHasItsPeAndItsValues() {
    List<Throwable> both = thrown("difference");
    assertEquals(2, both.size());
    for (Throwable thrown : both) {
      assertEquals("PE 1: a word ==> expected: <three> but was: <four>", thrown.getMessage());
      AssertionFailedError error = assertInstanceOf(AssertionFailedError.class, thrown);
      assertEquals("three", error.getExpected().getStringRepresentation());
      assertEquals("four", error.getActual().getStringRepresentation());
      assertEquals(0, error.getSuppressed().length);
      assertTrue(
          Arrays.stream(error.getStackTrace())
              .anyMatch(frame -> frame.getClassName().equals(FailingCases.class.getName())));
    }
  }

  @Test
  void firstInTimeFailsAndOthersAreSuppressed() {
    List<Throwable> both = thrown("twoFail");
    assertEquals(2, both.size());
    for (Throwable thrown : both) {
      assertEquals("PE 2: java.lang.Exception: checked", thrown.getMessage());
      assertEquals("java.lang.Exception: checked", thrown.getCause().toString());
      assertEquals("because", thrown.getCause().getCause().getMessage().replaceAll(".*: ", ""));
      assertEquals(
          "PE 0: java.lang.IllegalStateException: later",
          Arrays.stream(thrown.getSuppressed()).map(Throwable::getMessage).findFirst().get());
      assertEquals(1, thrown.getSuppressed().length);
    }
  }

  @Test
  void abortedIfNoPeFails() {
    assertEquals(2, events.aborted().count());
    for (Throwable thrown : thrown("aborted")) {
      assertInstanceOf(TestAbortedException.class, thrown);
      assertTrue(thrown.getMessage().startsWith("PE 1: "), thrown.getMessage());
    }
    for (Throwable thrown : thrown("abortedOnOneFailedOnOther")) {
      assertTrue(thrown.getMessage().endsWith("ShmemException: failed"), thrown.getMessage());
    }
  }

  @Test
  void severalFailuresOfOnePeStayTogether() {
    for (Throwable thrown : thrown("several")) {
      assertTrue(thrown.getMessage().contains("Multiple Failures (2 failures)"));
      assertEquals(2, thrown.getCause().getSuppressed().length);
    }
  }

  @Test
  void endsOfTheJob() {
    List<Throwable> both = thrown("globalExit");
    assertEquals("the job failed: a PE called globalExit: status=3", both.get(0).getMessage());
    assertTrue(both.get(1).getMessage().endsWith("the PE called globalExit: status=3"));
    assertTrue(Kit.single(thrown("dies")).getMessage().startsWith("PE 1: "));
    assertTrue(Kit.single(thrown("dies")).getMessage().contains("exitCode=7"));
    assertTrue(Kit.single(thrown("noSpace")).getMessage().contains("space"));
  }

  @Test
  void timeLimitTellsWhereThreadsWere() {
    Throwable thrown = Kit.single(thrown("waitsForEver"));
    expectLines(
        thrown,
        "the PEs took longer than their time limit: timeout=3s pes=2; .*",
        "  PE 0 was at .*",
        "  PE 1 was at .*FailingCases.waitsForEver.FailingCases.java:[0-9]+., in Signal.waitUntil");
    assertEquals("PE 1 was here", thrown.getSuppressed()[1].getMessage());
  }

  @Test
  void timeLimitTellsWhereProcessesWere() {
    Throwable thrown = Kit.single(thrown("waitsAndComputesForEver"));
    expectLines(
        thrown,
        "the PEs took longer than their time limit: timeout=10s pes=2; .*",
        "  PE 0 was at .*FailingCases.waitsAndComputesForEver.*",
        "  PE 1 was at .*FailingCases.waitsAndComputesForEver.*, in Signal.waitUntil");
  }

  private static void expectLines(Throwable thrown, String... expected) {
    assertLinesMatch(List.of(expected), thrown.getMessage().lines().toList());
  }

  @Test
  void failureIsNotLostIfWhatFollowsHangs() {
    Throwable thrown = Kit.single(thrown("afterwardsWaitsForEver"));
    assertTrue(thrown.getMessage().startsWith("PE 0: expected: <1>"), thrown.getMessage());
    assertTrue(thrown.getSuppressed()[0].getMessage().contains("time limit"));
  }

  @Test
  void nothingIsLeft() {
    assertEquals(before, after);
    assertEquals(0, ProcessHandle.current().descendants().count());
  }
}
