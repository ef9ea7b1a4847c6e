package org.shmem4j.stress.suites.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.job.Job;

/** However a job ends, no rank runs on and no file stays. */
final class EndingIT {
  private static long jobDirectoriesOf(long launcher) throws IOException {
    try (Stream<Path> files = Files.list(Job.root())) {
      return files
          .filter(file -> file.getFileName().toString().contains("-" + launcher + "-"))
          .count();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void shouldPassASignalOn(String signal, int code) throws Exception {
    LaunchedJob job = LaunchedJob.start(2, "sleep");
    List<ProcessHandle> ranks = job.awaitRanks(2);

    job.signal(signal);

    assertEquals(code, job.exitCode());
    assertTrue(LaunchedJob.areGoneSoon(ranks));
    assertEquals(0, jobDirectoriesOf(job.pid()));
  }

  @Test
  void shouldKillRanksThatDoNotEnd() throws Exception {
    LaunchedJob job = LaunchedJob.start(2, "stubborn");
    List<ProcessHandle> ranks = job.awaitRanks(2);

    job.signal("TERM");

    assertEquals(143, job.exitCode());
    assertTrue(LaunchedJob.areGoneSoon(ranks));
  }

  @Test
  void shouldLeaveNoRankWhenTheLauncherIsKilled() throws Exception {
    LaunchedJob job = LaunchedJob.start(3, "sleep");
    List<ProcessHandle> ranks = job.awaitRanks(3);

    job.signal("KILL");

    assertEquals(137, job.exitCode());
    assertTrue(LaunchedJob.areGoneSoon(ranks));
    assertEquals(0, LaunchedJob.start(1, "arguments").exitCode());
    assertEquals(0, jobDirectoriesOf(job.pid()));
  }

  @Test
  void shouldLeaveNothingWhenARankIsKilled() throws Exception {
    LaunchedJob job = LaunchedJob.start(2, "barrier", "kill");
    List<ProcessHandle> ranks = job.awaitRanks(2);

    assertTrue(ranks.get(0).destroyForcibly());

    assertEquals(137, job.exitCode());
    assertTrue(LaunchedJob.areGoneSoon(ranks));
    assertEquals(0, jobDirectoriesOf(job.pid()));
    assertFalse(job.errors().isEmpty());
  }
}
