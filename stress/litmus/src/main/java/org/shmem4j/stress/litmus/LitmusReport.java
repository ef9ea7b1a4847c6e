package org.shmem4j.stress.litmus;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What came of each row of the table. */
public record LitmusReport(List<Line> lines) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
  private static final String FORBIDDEN = "F";
  private static final String ALLOWED = "A";
  private static final String UNDEFINED = "U";

  /**
   * A row's line.
   *
   * @param verdict F if an outcome is forbidden, A if a surprising one is allowed, FA if it depends
   *     on how the row is played, U if the row is undefined and not run
   * @param forbidden how often something was seen that must not be
   * @param surprising how often something was seen that is allowed and surprises
   * @param failures of what did not end
   */
  public record Line(
      String row,
      String verdict,
      long trials,
      long forbidden,
      long surprising,
      Map<String, Long> outcomes,
      List<Played> scenarios,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> failures) {}

  /** One way to play it, in one job. */
  public record Played(
      String scenario, String job, long trials, long forbidden, Map<String, Long> outcomes) {}

  /**
   * Sums up.
   *
   * @param withUndefined whether rows that nobody runs have a line too
   */
  public static LitmusReport of(List<Finding> findings, boolean withUndefined) {
    Map<String, List<Finding>> byRow = new LinkedHashMap<>();
    Rows.all().forEach(row -> byRow.put(row.id(), new ArrayList<>()));
    for (Finding finding : findings) {
      byRow.get(finding.row().id()).add(finding);
    }
    List<Line> lines = new ArrayList<>();
    byRow.values().removeIf(List::isEmpty);
    byRow.forEach((id, of) -> lines.add(line(id, of)));
    if (withUndefined) {
      for (String id : Rows.UNDEFINED) {
        lines.add(new Line(id, UNDEFINED, 0, 0, 0, Map.of(), List.of(), List.of()));
      }
    }
    return new LitmusReport(lines);
  }

  private static Line line(String id, List<Finding> findings) {
    Map<String, Long> outcomes = new TreeMap<>();
    for (Finding finding : findings) {
      finding.outcomes().forEach((text, count) -> outcomes.merge(text, count, Long::sum));
    }
    return new Line(
        id,
        verdict(findings.stream().map(Finding::row).toList()),
        findings.stream().mapToLong(Finding::trials).sum(),
        findings.stream().mapToLong(Finding::forbidden).sum(),
        findings.stream().mapToLong(Finding::surprising).sum(),
        outcomes,
        findings.stream().map(LitmusReport::played).toList(),
        findings.stream()
            .filter(finding -> finding.failure() != null)
            .map(finding -> finding.row() + ", " + finding.job() + ": " + finding.failure())
            .toList());
  }

  private static Played played(Finding finding) {
    return new Played(
        finding.row().scenario(),
        finding.job(),
        finding.trials(),
        finding.forbidden(),
        finding.outcomes());
  }

  private static String verdict(List<Row> rows) {
    boolean allows = rows.stream().anyMatch(Row::allows);
    return rows.stream().allMatch(Row::allows) ? ALLOWED : FORBIDDEN + (allows ? ALLOWED : "");
  }

  /** Whether nothing was seen that must not be, and all rows ended. */
  public boolean isFine() {
    return lines.stream().allMatch(line -> line.forbidden == 0 && line.failures.isEmpty());
  }

  /** A table for people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%-6s %-7s %12s %10s %10s  %s%n",
            "row", "verdict", "trials", "forbidden", "surprising", "outcomes"));
    for (Line line : lines) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-6s %-7s %12d %10d %10d  %s%n",
              line.row,
              line.verdict,
              line.trials,
              line.forbidden,
              line.surprising,
              shortened(line.outcomes)));
    }
    lines.forEach(line ->
        line.scenarios.stream()
            .filter(played -> played.forbidden > 0)
            .forEach(played ->
                text.append(
                    String.format(
                        "%nforbidden: %s: %s, %s: %s%n",
                        line.row, played.scenario, played.job, played.outcomes))));
    lines.forEach(line ->
        line.failures.forEach(failure -> text.append(String.format("%nfailed: %s%n", failure))));
    long trials = lines.stream().mapToLong(Line::trials).sum();
    long forbidden = lines.stream().mapToLong(Line::forbidden).sum();
    return text.append(
            String.format(
                Locale.ROOT,
                "%n%d rows, %d trials, %d forbidden%n",
                lines.size(),
                trials,
                forbidden))
        .toString();
  }

  private static String shortened(Map<String, Long> outcomes) {
    StringBuilder text = new StringBuilder();
    int left = 4;
    for (Map.Entry<String, Long> outcome : outcomes.entrySet()) {
      if (left-- == 0) {
        return text.append(" ...").toString();
      }
      text.append(text.isEmpty() ? "" : "; ");
      text.append('(').append(outcome.getKey()).append("): ").append(outcome.getValue());
    }
    return text.toString();
  }

  /** The same for programs. */
  public String json() {
    try {
      return JSON.writeValueAsString(lines);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the report cannot be written as JSON", e);
    }
  }
}
