package org.shmem4j.stress.jcstress;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shmem4j.stress.litmus.Finding;
import org.shmem4j.stress.litmus.Outcome;
import org.shmem4j.stress.litmus.Row;

/**
 * A table of all outcomes, seen or not: row, scenario, outcome, verdict, how often it was seen.
 * What was not seen stands there as the catalogue describes it.
 */
final class ObservedTable {
  private static final String UNKNOWN = "forbidden";

  private final StringBuilder text = new StringBuilder();

  private ObservedTable() {}

  /** The table as tab-separated values. */
  static String of(List<Finding> findings, Mode mode) {
    ObservedTable table = new ObservedTable();
    table.text.append(
        "# %s, %d processors, JDK %s, mode %s%n"
            .formatted(
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                mode));
    table.line("row", "scenario", "outcome", "verdict", "count");
    findings.forEach(table::add);
    return table.text.toString();
  }

  private void add(Finding finding) {
    Row row = finding.row();
    for (Map.Entry<String, Long> seen : finding.outcomes().entrySet()) {
      Outcome outcome = row.outcome(seen.getKey());
      line(
          row.id(),
          row.scenario(),
          seen.getKey(),
          outcome == null ? UNKNOWN : verdict(outcome),
          seen.getValue().toString());
    }
    for (Outcome outcome : row.outcomes()) {
      if (finding.outcomes().keySet().stream()
          .noneMatch(seen -> outcome.equals(row.outcome(seen)))) {
        line(row.id(), row.scenario(), outcome.values(), verdict(outcome), "0");
      }
    }
  }

  private static String verdict(Outcome outcome) {
    return outcome.verdict().name().toLowerCase(Locale.ROOT);
  }

  private void line(String... cells) {
    text.append(String.join("\t", cells)).append('\n');
  }
}
