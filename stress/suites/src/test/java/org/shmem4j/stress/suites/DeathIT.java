package org.shmem4j.stress.suites;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.stress.suites.programs.Exits;
import org.shmem4j.stress.suites.programs.Frozen;
import org.shmem4j.stress.suites.programs.Scene;

/** A PE ends while the others wait for it: the whole job ends, soon, with the right code. */
final class DeathIT {
  private static final long MILLIS = 5_000;

  private static Outcome scene(int pes, String end, String place) throws Exception {
    return endsSoon(JobRun.job(pes, Scene.class, end, place).run());
  }

  private static Outcome endsSoon(Outcome outcome) {
    long millis = outcome.endedAt() - outcome.number("endedAt");
    return outcome.check(millis < MILLIS, "the job ended " + millis + " ms after the PE");
  }

  @ParameterizedTest
  @CsvSource({"3,barrier", "3,wait", "3,lock", "3,malloc", "3,sleep", "2,barrier", "2,wait"})
  void exceptionOfOnePe(int pes, String place) throws Exception {
    Outcome outcome = scene(pes, "exception", place).expectCode(1);
    int last = pes - 1;
    String stack = "PE " + last + " failed: java.lang.IllegalStateException: on purpose";
    outcome.expectErr(last + ": " + stack);
    outcome.expectErr(last + ": \tat " + Scene.class.getName() + ".end(Scene.java:");
    outcome.check(outcome.countInErr(stack) == 1, "the stack is there once");
    outcome.check(outcome.countInErr("^[0-9]: PE [0-9]+ failed") == 1, "no other PE's stack");
  }

  @ParameterizedTest
  @CsvSource({"3,barrier", "3,wait", "3,lock", "3,malloc", "3,sleep", "2,barrier", "2,wait"})
  void killOfOneRank(int pes, String place) throws Exception {
    Outcome outcome = scene(pes, "kill", place).expectCode(137);
    outcome.expectErr("rank " + (pes - 1) + " failed: pid=");
    outcome.expectErr("137 (SIGKILL)");
  }

  @ParameterizedTest
  @CsvSource({"3,barrier", "3,wait", "3,malloc", "3,nap", "2,barrier", "2,wait"})
  void exitWithZeroBeforeFinalize(int pes, String place) throws Exception {
    Outcome outcome = scene(pes, "exit0", place).expectCode(1);
    outcome.expectErr("another PE ended before it finalized: pe=" + (pes - 1));
    outcome.expectErr("rank " + (pes - 1) + " left before finalize");
  }

  @ParameterizedTest
  @ValueSource(strings = {"barrier", "sleep"})
  void exitWithACodeBeforeFinalize(String place) throws Exception {
    scene(3, "exit7", place).expectCode(7).expectErr("rank 2 failed: pid=");
  }

  @ParameterizedTest
  @CsvSource({"globalExit0,0", "globalExit7,7"})
  void globalExitWhileOthersAreEverywhere(String end, int code) throws Exception {
    Outcome outcome = scene(5, end, "each").expectCode(code);
    outcome.check(outcome.countInErr("failed") == 0, "no PE has failed");
  }

  @Test
  void exitBeforeInitEndsTheJob() throws Exception {
    JobRun.job(3, Exits.class, "1:3:0:before")
        .run()
        .expectCode(3)
        .expectWithin(Duration.ofSeconds(15))
        .expectErr("rank 1 failed: pid=");
  }

  @Test
  void exitWithZeroBeforeInitIsMissed() throws Exception {
    JobRun.job(3, Exits.class, "1:0:0:before")
        .run()
        .expectCode(1)
        .expectWithin(Duration.ofSeconds(15))
        .expectErr("another PE ended before it finalized: pe=1");
  }

  /** Other launchers or the codes together, or take the last (spec/launcher.md 1b). */
  @ParameterizedTest
  @ValueSource(strings = {"before", "after"})
  void firstFailureGivesTheCode(String when) throws Exception {
    JobRun.job(3, Exits.class, "1:5:0:" + when, "2:9:700:" + when)
        .run()
        .expectCode(5)
        .expectWithin(Duration.ofSeconds(15));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 124, 255})
  void everyCodeArrives(int code) throws Exception {
    JobRun.job(2, Exits.class, "0:" + code + ":0:after").run().expectCode(code);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void stoppedRankIsNotDead(int pes) throws Exception {
    Outcome outcome = JobRun.job(pes, Frozen.class).run().expectCode(0).expectNoErr();
    for (int pe = 0; pe < pes; pe++) {
      outcome.check(outcome.linesOf(pe).equals(List.of("well 1")), "PE " + pe + " is well");
    }
  }
}
