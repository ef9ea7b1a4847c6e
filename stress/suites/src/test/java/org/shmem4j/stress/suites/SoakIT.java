package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A slice of {@code soak}: random operations against a model, and ranks that die. */
final class SoakIT {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @Test
  void randomOperationsAndFaults() throws Exception {
    Outcome outcome =
        JobRun.shmem4j("soak", "--minutes=0.4", "--pes=2,3,4", "--limit=5", "--json")
            .within(LIMIT)
            .run()
            .expectCode(0);
    JsonNode report = new ObjectMapper().readTree(outcome.out());
    outcome.check(report.get("findings").isEmpty(), "nothing is found");
    outcome.check(report.get("rounds").asInt() > 0, "rounds");
    outcome.check(report.get("operations").asInt() > 100, "operations");
    outcome.check(!report.get("faults").isEmpty(), "faults");
  }

  @Test
  void wrongValueIsFound() throws Exception {
    Outcome outcome =
        JobRun.shmem4j("soak", "--only=random", "--jobs=1", "--pes=2", "--seed=3", "--plant=2")
            .within(LIMIT)
            .run()
            .expectCode(1);
    outcome.expectErr(": an element is not as the model has it: object=guard-0[");
    outcome.expectErr("again: shmem4j soak --only random --jobs 1 --seed 3 --pes 2 --rounds 3");
    // The PE that looks second may find it, too, before the first has ended the job.
    assertTrue(outcome.out().matches("(?s).*findings [12]\\R.*"), outcome::out);
  }
}
