package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.stress.suites.programs.Grandchild;
import org.shmem4j.stress.suites.programs.Printing;
import org.shmem4j.stress.suites.programs.Scene;

/** The launcher's end, and what comes through it before. */
final class LauncherEndIT {
  private static final int PES = 4;

  /** Ranks in a barrier, a wait, a loop and a sleep. */
  private static Running everywhere(JobRun run) throws Exception {
    Running running = run.start();
    assertEquals(PES, running.awaitOut("ready pe=", PES).size());
    Thread.sleep(200);
    return running;
  }

  @Test
  void killOfTheLauncherLeavesNoRank(@TempDir Path root) throws Exception {
    Running running =
        everywhere(JobRun.job(PES, Scene.class, "stay", "each").root(root).mayLeaveFiles());
    assertTrue(running.living().size() > PES, "launcher and ranks live");
    running.signal("KILL");
    Thread.sleep(1_000);
    List<ProcessHandle> left = running.living();
    running.await().expectCode(137);
    assertEquals(List.of(), left, "ranks that live a second later");
    assertEquals(1, jobs(root), "job folders of the killed launcher");

    JobRun.shmem4j("run", "-n", "1", "hello").root(root).run().expectCode(0);
    assertEquals(0, jobs(root), "job folders after the next run");
  }

  private static long jobs(Path root) throws Exception {
    try (Stream<Path> jobs = Files.list(root)) {
      return jobs.filter(job -> job.getFileName().toString().startsWith("shmem4j-")).count();
    }
  }

  @Test
  void sweepingSparesTheLiving(@TempDir Path root) throws Exception {
    Running running = everywhere(JobRun.job(PES, Scene.class, "stay", "each").root(root));
    JobRun.shmem4j("run", "-n", "2", "hello").root(root).run().expectCode(0);
    assertEquals(1, jobs(root), "job folders of the job that runs");
    running.signal("TERM");
    running.await().expectCode(143);
    assertEquals(0, jobs(root), "job folders at the end");
  }

  @ParameterizedTest
  @CsvSource({"TERM,143", "INT,130", "HUP,129"})
  void signalToTheLauncherEndsTheJob(String signal, int code) throws Exception {
    Running running = everywhere(JobRun.job(PES, Scene.class, "stay", "each"));
    long start = System.nanoTime();
    running.signal(signal);
    Outcome outcome = running.await().expectCode(code);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    outcome.check(took.toSeconds() < 5, "took " + took);
    outcome.check(outcome.countInErr("^shmem4j: rank") == 0, "no rank is to blame");
  }

  /** A rank whose shutdown hook never ends is killed after a while. */
  @Test
  void ranksThatDoNotAnswerAreKilled() throws Exception {
    Running running = JobRun.job(2, Scene.class, "stubborn", "loop").start();
    assertEquals(2, running.awaitOut("ready pe=", 2).size());
    running.awaitOut("stubborn");
    running.signal("TERM");
    running.await().expectCode(143).expectWithin(Duration.ofSeconds(20));
  }

  @Test
  void timeoutEndsTheJob() throws Exception {
    JobRun.job(PES, Scene.class, "stay", "each")
        .options("--timeout", "1500ms")
        .run()
        .expectCode(124)
        .expectWithin(Duration.ofSeconds(15))
        .expectErr("--timeout");
  }

  @Test
  void defaultJobRootIsLeftAsItWas() throws Exception {
    Running running = JobRun.shmem4j("run", "-n", "2", "ring").root(null).start();
    running.await().expectCode(0);
    String own = "-" + running.pid() + "-";
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      assertEquals(List.of(), files.filter(file -> file.toString().contains(own)).toList());
    }
  }

  @Test
  void longLinesComeWhole() throws Exception {
    Outcome outcome = JobRun.job(PES, Printing.class, "long").run().expectCode(0).expectNoErr();
    for (int pe = 0; pe < PES; pe++) {
      List<String> lines = outcome.linesOf(pe);
      outcome.check(lines.size() == 3 * Printing.LENGTHS.size(), pe + ": lines " + lines.size());
      for (int i = 0; i < lines.size(); i++) {
        int length = Printing.LENGTHS.get(i % Printing.LENGTHS.size());
        boolean whole = lines.get(i).equals(Printing.line(pe, length));
        outcome.check(whole, pe + ": line " + i + " has " + lines.get(i).length());
      }
    }
  }

  @Test
  void linesInPiecesComeWhole() throws Exception {
    Outcome outcome = JobRun.job(3, Printing.class, "pieces").run().expectCode(0).expectNoErr();
    for (int pe = 0; pe < 3; pe++) {
      List<String> expected = Collections.nCopies(50, "one line");
      outcome.check(outcome.linesOf(pe).equals(expected), "50 whole lines of PE " + pe);
    }
  }

  @Test
  void inputIsRank0s() throws Exception {
    String command =
        "head -c 300000 /dev/zero | %s run -n 3 -cp %s %s input"
            .formatted(
                JobRun.HOME.resolve("bin/shmem4j"), JobRun.testClasses(), Printing.class.getName());
    JobRun.of(List.of("bash", "-c", command))
        .run()
        .expectCode(0)
        .expectLines("0: 300000", "1: 0", "2: 0");
  }

  @Test
  void lastLinesBeforeAnAbruptEndArrive() throws Exception {
    Outcome outcome = JobRun.job(1, Printing.class, "last").run().expectCode(4);
    List<String> lines = outcome.linesOf(0);
    outcome.check(lines.size() == 3_001, "lines " + lines.size());
    outcome.check(lines.getLast().equals("the very last"), "last " + lines.getLast());
  }

  @Test
  void readerThatLeavesEndsTheJob() throws Exception {
    String command =
        String.join(
            " ",
            JobRun.HOME.resolve("bin/shmem4j").toString(),
            "run -n 2 -cp",
            JobRun.testClasses(),
            Printing.class.getName(),
            "endless | head -1; exit ${PIPESTATUS[0]}");
    Outcome outcome =
        JobRun.of(List.of("bash", "-c", command))
            .run()
            .expectCode(141)
            .expectWithin(Duration.ofSeconds(15));
    outcome.check(outcome.out().matches("[01]: y\n"), "one line");
  }

  /** The launchers measured all wait for it (spec/launcher.md 1b). */
  @Test
  void grandchildThatHoldsTheOutputIsNotWaitedFor() throws Exception {
    JobRun.job(2, Grandchild.class)
        .mayLeaveProcesses()
        .run()
        .expectCode(0)
        .expectWithin(Duration.ofSeconds(15))
        .expectOut("1: child started")
        .expectErr("a process that a rank left behind still holds its output");
  }

  @Test
  void childrenOfRanksEndWithAFailedJob() throws Exception {
    JobRun.job(2, Grandchild.class, "fail")
        .run()
        .expectCode(1)
        .expectWithin(Duration.ofSeconds(15));
  }
}
