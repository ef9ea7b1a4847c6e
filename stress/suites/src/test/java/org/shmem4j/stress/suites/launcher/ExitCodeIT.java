package org.shmem4j.stress.suites.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exit code is the first failing rank's, and the others do not run on. */
final class ExitCodeIT {
  @Test
  void shouldBeTheFirstFailingRanks() throws Exception {
    LaunchedJob job = LaunchedJob.start(3, "exit", "1", "5");

    assertEquals(5, job.exitCode());
    assertEquals("1: last words\n", job.output());
    assertTrue(job.errors().contains("rank 1 failed: pid="), job.errors());
    assertTrue(job.errors().contains("code 5"), job.errors());
  }

  @ParameterizedTest
  @CsvSource({"exit0, 1", "exit7, 7", "halt9, 9", "throw, 1"})
  void shouldBeFoundWhileOthersWaitInABarrier(String how, int code) throws Exception {
    assertEquals(code, LaunchedJob.start(3, "barrier", how).exitCode());
  }

  @Test
  void shouldNameASignal() throws Exception {
    LaunchedJob job = LaunchedJob.start(2, "barrier", "kill");
    List<ProcessHandle> ranks = job.awaitRanks(2);

    ranks.get(1).destroyForcibly();

    assertEquals(137, job.exitCode());
    assertTrue(job.errors().contains("(SIGKILL)"), job.errors());
    assertTrue(LaunchedJob.areGoneSoon(ranks));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void shouldBeGlobalExitsStatus(int status) throws Exception {
    LaunchedJob job = LaunchedJob.start(3, "globalExit", Integer.toString(status));

    assertEquals(status, job.exitCode());
  }

  @Test
  void shouldBe124AfterTheTimeout() throws Exception {
    LaunchedJob job = LaunchedJob.start(List.of("-n", "2", "--timeout", "1s"), "sleep");

    assertEquals(124, job.exitCode());
  }

  @Test
  void shouldBe125WithoutSpaceForTheHeaps() throws Exception {
    LaunchedJob job = LaunchedJob.start(List.of("-n", "2", "--heap-size", "1000t"), "sleep");

    assertEquals(125, job.exitCode());
    assertTrue(job.errors().contains("not enough space"), job.errors());
  }

  @Test
  void shouldBe2ForAWrongCommandLine() throws Exception {
    assertEquals(2, LaunchedJob.start(List.of("--nonsense"), "sleep").exitCode());
  }
}
