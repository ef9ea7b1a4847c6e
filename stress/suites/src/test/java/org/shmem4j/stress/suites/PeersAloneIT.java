package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.job.PeState;
import org.shmem4j.stress.suites.programs.Scene;
import org.shmem4j.stress.suites.programs.TokenRing;

/** Without our launcher the record locks tell the peers that a rank is dead. */
final class PeersAloneIT {
  private static final long MILLIS = 2_000;

  @ParameterizedTest
  @CsvSource({
    "2,barrier",
    "2,wait",
    "3,barrier",
    "3,wait",
    "3,malloc",
    "2,test",
    "2,testAll",
    "2,testLock",
    "3,testSlowly"
  })
  void survivorsSeeAKill(int pes, String place) throws Exception {
    try (DirectJob job = DirectJob.start(pes, Scene.class, "kill", place)) {
      check(job, pes);
    }
  }

  private static void check(DirectJob job, int pes) throws Exception {
    List<Outcome> outcomes = job.await();
    Outcome victim = outcomes.getLast().expectCode(137);
    long endedAt = victim.number("endedAt");
    // The first to see it ends the job for all: the others may end before they have looked.
    long seen = 0;
    int explained = 0;
    for (Outcome survivor : outcomes.subList(0, pes - 1)) {
      survivor.expectCode(1);
      if (survivor.out().contains("peerFailed")) {
        seen++;
        assertEquals(pes - 1, survivor.number("peerFailed pe"));
        long millis = survivor.number("seenAt") - endedAt;
        survivor.check(millis < MILLIS, "seen " + millis + " ms after the end");
        String text = "another PE ended before it finalized: pe=" + (pes - 1) + " exitCode=unknown";
        explained += survivor.err().contains(text) ? 1 : 0;
      }
    }
    outcomes.getFirst().check(seen > 0, "no survivor has thrown PeerFailedException");
    outcomes.getFirst().check(explained > 0, "no survivor has printed it");
    assertEquals(PeState.DEAD, job.job().state(pes - 1));
  }

  @Test
  void anotherJobIsNotConcerned() throws Exception {
    try (DirectJob healthy = DirectJob.start(2, TokenRing.class, "3000");
        DirectJob struck = DirectJob.start(2, Scene.class, "kill", "barrier")) {
      check(struck, 2);
      for (Outcome outcome : healthy.await()) {
        outcome.expectCode(0).expectNoErr();
      }
      assertEquals(PeState.FINALIZED, healthy.job().state(0));
    }
  }
}
