package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.stress.suites.programs.Blocked;
import org.shmem4j.stress.suites.programs.TokenRing;

/** Waiting costs little, and no wake-up is lost. */
final class WaitingIT {
  private static final int ROUNDS = Integer.getInteger("shmem4j.suites.rounds", 20_000);
  private static final int STARTS = Integer.getInteger("shmem4j.suites.starts", 30);
  private static final int ATTEMPTS = 3;
  private static final long CPU_MILLIS = 200;

  /**
   * A sleeper whom nobody rang wakes by the backstop, after 10 ms: that is counted. So is, on a
   * machine that does more, a notifier that lost its processor before it rang: hence the attempts.
   * A missing fence would lose one of ten thousand, so some in each attempt.
   */
  @Test
  void noWakeUpIsLostInAnOversubscribedRing() throws Exception {
    long backstops = ringOf4();
    for (int attempt = 2; backstops > 0 && attempt <= ATTEMPTS; attempt++) {
      backstops = ringOf4();
    }
    assertEquals(0, backstops, "backstops in each attempt");
  }

  private static long ringOf4() throws Exception {
    try (DirectJob job = DirectJob.start(4, TokenRing.class, "" + ROUNDS)) {
      for (Outcome outcome : job.await()) {
        outcome.expectCode(0).expectNoErr();
      }
      return job.job().backstops();
    }
  }

  @ParameterizedTest
  @CsvSource({"2,auto", "4,auto", "2,spin", "2,sleep", "4,spin"})
  void blockedPeTakesNoProcessor(int pes, String wait) throws Exception {
    Outcome outcome =
        JobRun.job(pes, Blocked.class).options("--wait", wait).run().expectCode(0).expectNoErr();
    for (int pe = 0; pe < pes - 1; pe++) {
      long millis = Long.parseLong(outcome.linesOf(pe).getFirst().replace("cpuMillis=", ""));
      outcome.check(millis < CPU_MILLIS, "PE " + pe + " took " + millis + " ms of 1000");
    }
  }

  /** Others hang in one of some thousand starts, or crash at the end of each. */
  @Test
  void quickStarts() throws Exception {
    for (int i = 0; i < STARTS; i++) {
      JobRun.shmem4j("run", "-n", "2", "hello")
          .run()
          .expectCode(0)
          .expectLines(
              "0: Hello from PE 0 of 2: x + rank = 100", "1: Hello from PE 1 of 2: x + rank = 101")
          .expectNoErr();
    }
  }
}
