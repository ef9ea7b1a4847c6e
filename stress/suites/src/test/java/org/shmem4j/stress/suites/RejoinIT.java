package org.shmem4j.stress.suites;

import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.stress.suites.programs.Rejoin;

/** Processes that leave their job and join it again (OpenSHMEM 1.6, nested and repeated init). */
final class RejoinIT {
  @ParameterizedTest
  @CsvSource({"1,auto", "2,auto", "2,sleep", "3,auto", "4,spin"})
  void shouldJoinAgainAndAgain(int pes, String wait) throws Exception {
    String[] lines =
        IntStream.range(0, pes).mapToObj(pe -> pe + ": rounds=20").toArray(String[]::new);
    JobRun.job(pes, Rejoin.class, "rounds", "20")
        .options("--wait=" + wait)
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectLines(lines);
  }

  /** PE 1 has ended: the others are told, and the job fails. */
  @ParameterizedTest
  @CsvSource({"2,auto", "3,sleep"})
  void shouldTellWhoJoinsAgainAlone(int pes, String wait) throws Exception {
    JobRun.job(pes, Rejoin.class, "alone")
        .options("--wait=" + wait)
        .run()
        .expectCode(1)
        .expectErr(
            "another PE has left the job and ended, while this one has joined it again: pe=1")
        .expectErr("all PEs join again or none");
  }

  @Test
  void shouldLeaveWithOpenContextsAndTeams() throws Exception {
    JobRun.job(3, Rejoin.class, "open").run().expectCode(0).expectNoErr().expectLines(); // case 53
  }

  /** Case 51: others crash at exit now and then. */
  @RepeatedTest(20)
  void shouldEndWellEveryTime(RepetitionInfo info) throws Exception {
    JobRun.job(1 + info.getCurrentRepetition() % 4, Rejoin.class, "open")
        .run()
        .expectCode(0)
        .expectNoErr();
  }
}
