package org.shmem4j.stress.suites;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The litmus table across processes, by the distribution's {@code litmus} command. */
final class LitmusIT {
  private static final Duration LIMIT = Duration.ofMinutes(9);
  private static final int TRIALS = 3_000;

  /** In so few trials the last compiler would only take the processors from the PEs. */
  private static final String QUICK = "--option=--jvm-arg=-XX:TieredStopAtLevel=1";

  @Test
  void nothingForbiddenIsSeenWhereverRanksRun() throws Exception {
    Outcome run =
        JobRun.shmem4j("litmus", "--trials=" + TRIALS, "--json", QUICK).within(LIMIT).run();

    run.expectCode(0);
    JsonNode rows = new ObjectMapper().readTree(run.out());
    run.check(rows.size() > 60, "only so many rows: " + rows.size());
    for (JsonNode row : rows) {
      String name = row.get("row").asText();
      boolean isRun = !row.get("verdict").asText().equals("U");
      run.check(row.get("trials").asLong() >= (isRun ? TRIALS : 0), "too few trials: " + name);
      run.check(row.get("forbidden").asLong() == 0, "forbidden: " + row);
    }
  }

  /** If what x86 allows never shows, then that nothing forbidden shows means nothing. */
  @Test
  @EnabledIfSystemProperty(named = "os.arch", matches = "amd64")
  void storeBufferingIsSeenWithoutQuiet() throws Exception {
    Outcome run =
        JobRun.shmem4j("litmus", "--rows=L11n", "--trials=1000000", "--place=pinned", "--json")
            .within(LIMIT)
            .run();

    run.expectCode(0);
    JsonNode row = new ObjectMapper().readTree(run.out()).get(0);
    run.check(row.get("outcomes").path("0, 0").asLong() > 0, "never seen: " + row);
  }

  @Test
  void aWeakenedQuietIsFound() throws Exception {
    Outcome run =
        JobRun.shmem4j(
                "litmus",
                "--rows=L11",
                "--filter=p; quiet; g",
                "--trials=1000000",
                "--place=pinned",
                "--option=--jvm-arg=-Dshmem4j.mutate=quiet-none")
            .within(LIMIT)
            .run();

    run.expectCode(1);
    run.expectOut("forbidden: L11: p; quiet; g, 2 PEs, pinned");
  }

  /** A row that takes too long is named, and the next one runs in a fresh job. */
  @Test
  void aRowThatDoesNotEndIsNamed() throws Exception {
    Outcome run =
        JobRun.shmem4j(
                "litmus", "--rows=L9,L10", "--trials=2000000000", "--limit=2", "--place=free")
            .within(LIMIT)
            .run();

    run.expectCode(1);
    for (String row : new String[] {"L9", "L10"}) {
      run.check(
          run.out().matches("(?s).*failed: " + row + ": .*, 3 PEs, free: did not end within 2 s.*"),
          "not named: " + row);
    }
  }
}
