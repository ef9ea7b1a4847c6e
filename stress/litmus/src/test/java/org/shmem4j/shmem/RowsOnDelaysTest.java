package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.stress.litmus.Outcome;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Row.Reach;
import org.shmem4j.stress.litmus.Rows;
import org.shmem4j.stress.litmus.Trials;
import org.shmem4j.stress.litmus.Verdict;

/**
 * The litmus rows over the transport that delays: what OpenSHMEM allows is seen, which a direct job
 * on x86 never shows, and what it forbids never is.
 */
class RowsOnDelaysTest {
  private static final int SEEDS = 2;
  private static final int MOST_SEEDS = 60;
  private static final int TRIALS = 40;
  private static final long HEAP = 4 << 20;

  /** One trial a round, as another's fence would order this one's puts. */
  private static final int SLOTS = 1;

  static List<Row> rows() {
    return Rows.all().stream()
        .filter(row -> row.reach() == Reach.ANYWHERE || row.reach() == Reach.UNSEEN)
        .toList();
  }

  private static Map<String, Long> outcomes(Row row, long seed) {
    Map<String, Long> outcomes = new HashMap<>();
    Shmem.threads(
        World.spec(row.pes(), HEAP, true),
        membership -> new DelayingTransport(membership, seed),
        shmem -> {
          Map<String, Long> seen = Trials.run(shmem, row, TRIALS, SLOTS, seed);
          if (shmem.pe() == 0) {
            outcomes.putAll(seen);
          }
        });
    return outcomes;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldSeeWhatIsAllowedAndNothingElse(Row row) {
    Set<String> missing =
        row.outcomes().stream()
            .filter(o -> o.verdict() == Verdict.ALLOWED && row.reach() != Reach.UNSEEN)
            .map(Outcome::values)
            .collect(Collectors.toCollection(TreeSet::new));
    for (long seed = 1; seed <= SEEDS || (!missing.isEmpty() && seed <= MOST_SEEDS); seed++) {
      Map<String, Long> seen = outcomes(row, seed);
      seen.keySet()
          .forEach(outcome ->
              assertTrue(!row.isForbidden(outcome), row + " has shown " + outcome + ": " + seen));
      missing.removeIf(values -> seen.keySet().stream().anyMatch(s -> s.matches(values)));
    }
    assertEquals(Set.of(), missing, row + " has not shown what is allowed");
  }
}
