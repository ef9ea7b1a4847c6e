package org.shmem4j.shmem.sim;

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
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.stress.litmus.Outcome;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Row.Reach;
import org.shmem4j.stress.litmus.Rows;
import org.shmem4j.stress.litmus.Trials;
import org.shmem4j.stress.litmus.Verdict;

/** The litmus rows in a simulation: what is allowed is seen, what is forbidden never is. */
class RowsInSimulationTest {
  private static final int SEEDS = 20;
  private static final int MOST_SEEDS = 400;
  private static final int TRIALS = 20;
  private static final long HEAP = 1 << 20;

  static List<Row> rows() {
    return Rows.all().stream()
        .filter(row -> row.reach() == Reach.ANYWHERE || row.reach() == Reach.UNSEEN)
        .filter(
            row -> row.parts().stream().map(p -> p.pe()).distinct().count() == row.parts().size())
        .toList();
  }

  private static Map<String, Long> outcomes(SimulatedMemory memory, Row row, long seed) {
    Map<String, Long> outcomes = new HashMap<>();
    Strategy strategy = new RandomStrategy();
    strategy.begin(seed);
    Observer observer =
        new Observer() {
          @Override
          void failed(int pe, Throwable thrown) {
            throw new AssertionError(row + " PE " + pe + " failed, seed=" + seed, thrown);
          }

          @Override
          void deadlocked(List<Task> tasks) {
            throw new AssertionError(
                row
                    + " seed="
                    + seed
                    + " "
                    + tasks.stream().map(t -> t + ": " + t.blocked.describe()).toList());
          }

          @Override
          void polledForEver(List<Task> tasks) {
            throw new AssertionError(row + " polls for ever, seed=" + seed);
          }
        };
    new Simulation(memory, strategy, observer, null)
        .run(pe ->
            Shmem.run(shmem -> {
              Map<String, Long> seen = Trials.run(shmem, row, TRIALS, 1, seed);
              if (shmem.pe() == 0) {
                outcomes.putAll(seen);
              }
            }));
    return outcomes;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldShowWhatIsAllowedAndNothingElse(Row row) {
    JobSpec spec = new JobSpec(row.pes(), HEAP, HeapBacking.MAPPED, true, false);
    SimulatedMemory memory = SimulatedMemory.create(spec);
    Set<String> missing =
        row.outcomes().stream()
            .filter(o -> o.verdict() == Verdict.ALLOWED)
            .map(Outcome::values)
            .collect(Collectors.toCollection(TreeSet::new));
    for (long seed = 1; seed <= SEEDS || (!missing.isEmpty() && seed <= MOST_SEEDS); seed++) {
      long replayed = seed;
      Map<String, Long> seen = outcomes(memory, row, seed);
      seen.keySet()
          .forEach(outcome ->
              assertTrue(
                  !row.isForbidden(outcome),
                  row + " has shown " + outcome + ": " + seen + " seed=" + replayed));
      missing.removeIf(values -> seen.keySet().stream().anyMatch(s -> s.matches(values)));
    }
    assertEquals(Set.of(), missing, row + " has not shown what is allowed");
  }
}
