package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.stress.litmus.OneTrial;
import org.shmem4j.stress.litmus.Outcome;
import org.shmem4j.stress.litmus.Part;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Row.Reach;
import org.shmem4j.stress.litmus.Rows;
import org.shmem4j.stress.litmus.Verdict;

/**
 * Each row as a program of its own under each strategy. The exhaustive one sees exactly what a row
 * allows; docs/memory-model.md says for each row how many schedules that takes.
 */
class RowsAloneTest {
  private static final Path PAGE = Path.of("../../docs/memory-model.md");
  private static final String HEADING = "## The litmus table under the simulator";
  private static final Pattern LINE =
      Pattern.compile("\\| ([A-Z]\\w+) \\|.*\\| ([0-9,]+|more than .*) \\|");
  private static final int PUTS = 2;
  private static final int FEWEST = 20;
  private static final int MOST = 3_000;

  /** Of a row that has too many. */
  private static final int SOME = 300;

  private static final Pattern NUMBER = Pattern.compile("-?\\d+");
  private static final Map<String, String> SCHEDULES = read();

  private static Map<String, String> read() {
    try {
      String page = Files.readString(PAGE);
      String section = page.substring(page.indexOf(HEADING));
      Map<String, String> all = new HashMap<>();
      Matcher line = LINE.matcher(section);
      while (line.find()) {
        all.put(line.group(1), line.group(2));
      }
      return all;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static List<Row> rows() {
    return Rows.all().stream()
        .filter(row -> row.reach() != Reach.DIRECT && row.reach() != Reach.LEAVING)
        .toList();
  }

  /** Without deadlines, as a loop of those has no end. */
  static List<Row> rowsWithoutTime() {
    return rows().stream().filter(row -> !row.scenario().contains("giving up")).toList();
  }

  private static void assertNothingForbidden(SimulatedRow simulated, Row row) {
    for (String outcome : simulated.seen().keySet()) {
      assertTrue(!row.isForbidden(outcome), () -> row + " has shown " + simulated.seen());
    }
  }

  private static void shouldShowWhatIsAllowed(Row row, Strategy strategy) {
    SimulatedRow simulated = SimulatedRow.of(row, strategy);
    Set<String> missing = new TreeSet<>();
    do {
      assertTrue(simulated.tryNext());
      missing.clear();
      row.outcomes().stream()
          .filter(o -> o.verdict() == Verdict.ALLOWED)
          .filter(o -> simulated.seen().keySet().stream().noneMatch(o::includes))
          .forEach(o -> missing.add(o.values()));
    } while (simulated.schedules() < FEWEST
        || (!missing.isEmpty() && simulated.schedules() < MOST));
    assertNothingForbidden(simulated, row);
    assertEquals(Set.of(), missing, row + " has not shown what is allowed");
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldShowByChanceWhatIsAllowed(Row row) {
    shouldShowWhatIsAllowed(row, new RandomStrategy());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldShowByPrioritiesWhatIsAllowed(Row row) {
    shouldShowWhatIsAllowed(row, new PctStrategy());
  }

  @ParameterizedTest
  @MethodSource("rowsWithoutTime")
  void shouldShowExactlyWhatIsAllowedInAllSchedules(Row row) {
    SimulatedRow simulated = SimulatedRow.of(row, new ExhaustiveStrategy());
    String documented = SCHEDULES.get(row.id());
    boolean ends = !documented.startsWith("more");
    int most = ends ? Integer.parseInt(documented.replace(",", "")) : SOME;
    while (simulated.schedules() <= most && simulated.tryNext()) {
      // once more
    }
    assertNothingForbidden(simulated, row);
    assertTrue(
        simulated.isComplete() || !ends, () -> row + " takes more schedules than " + documented);
    if (simulated.isComplete()) {
      assertEquals(allowed(row), simulated.seen().keySet(), row::toString);
    }
  }

  /** All outcomes of the numbers which the row speaks of that it does not forbid. */
  private static Set<String> allowed(Row row) {
    Set<String> numbers = new TreeSet<>();
    for (Outcome outcome : row.outcomes()) {
      NUMBER.matcher(outcome.values()).results().forEach(number -> numbers.add(number.group()));
    }
    int columns = (int) row.parts().stream().filter(Part::sees).count();
    Set<String> allowed = new TreeSet<>();
    for (String tuple : tuples(numbers, columns + (row.arbiter() == null ? 0 : 1))) {
      if (!row.isForbidden(tuple)) {
        allowed.add(tuple);
      }
    }
    return allowed;
  }

  private static List<String> tuples(Set<String> numbers, int columns) {
    if (columns == 1) {
      return List.copyOf(numbers);
    }
    List<String> longer = new ArrayList<>();
    for (String shorter : tuples(numbers, columns - 1)) {
      numbers.forEach(number -> longer.add(shorter + ", " + number));
    }
    return longer;
  }

  @Test
  void shouldCompleteWhatWasPutWhenItsPeLeaves() {
    SimulatedMemory memory =
        SimulatedMemory.create(new JobSpec(2, 1 << 16, HeapBacking.MAPPED, true, false));
    Strategy strategy = new ExhaustiveStrategy();
    Set<String> seen = new TreeSet<>();
    while (strategy.begin(0)) {
      new Simulation(memory, strategy, new Observer(), null)
          .run(_ -> seen.addAll(OneTrial.leave(PUTS)));
    }
    assertTrue(strategy.isComplete());
    assertEquals(Set.of("1"), seen);
  }

  @Test
  void shouldHaveEachRowOnThePage() {
    Set<String> ids = new TreeSet<>();
    rows().forEach(row -> ids.add(row.id()));
    assertEquals(ids, new TreeSet<>(SCHEDULES.keySet()));
  }
}
