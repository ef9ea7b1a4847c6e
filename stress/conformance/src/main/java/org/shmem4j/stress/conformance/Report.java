package org.shmem4j.stress.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What came of the cases, by operation.
 *
 * @param passedCases how many passed wherever they ran
 * @param failedCases how many failed somewhere
 */
record Report(List<Row> operations, int passedCases, int failedCases) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /**
   * An operation's line; the numbers are of cases.
   *
   * @param cases how many check it, those included that did not run
   */
  record Row(String name, String method, boolean implemented, int passed, int failed, int cases) {}

  /** Sums up. An operation that no case checks counts all the same. */
  static Report of(List<Operation> operations, List<Case> cases, List<Outcome> outcomes) {
    Set<String> ran = new HashSet<>();
    Set<String> failed = new HashSet<>();
    for (Outcome outcome : outcomes) {
      ran.add(outcome.name());
      if (!outcome.passed()) {
        failed.add(outcome.name());
      }
    }
    List<Row> rows =
        operations.stream()
            .map(operation -> {
              List<String> own =
                  cases.stream()
                      .filter(c -> c.covers().contains(operation.name()))
                      .map(Case::name)
                      .toList();
              int failures = (int) own.stream().filter(failed::contains).count();
              int passes = (int) own.stream().filter(ran::contains).count() - failures;
              return new Row(
                  operation.name(),
                  operation.method(),
                  operation.isImplemented(),
                  passes,
                  failures,
                  own.size());
            })
            .toList();
    return new Report(rows, ran.size() - failed.size(), failed.size());
  }

  /** Whether there is nothing to complain about. */
  boolean isFine() {
    return failedCases == 0 && passedCases > 0 && operations.stream().allMatch(Row::implemented);
  }

  /** A table for people. */
  String text() {
    StringBuilder text =
        new StringBuilder(
            String.format(
                "%-34s %-36s %-11s %6s %6s %6s%n",
                "operation", "Java", "implemented", "passed", "failed", "cases"));
    for (Row row : operations) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-34s %-36s %-11s %6d %6d %6d%n",
              row.name,
              row.method,
              row.implemented ? "yes" : "no",
              row.passed,
              row.failed,
              row.cases));
    }
    return text.append(totals()).toString();
  }

  private String totals() {
    long implemented = operations.stream().filter(Row::implemented).count();
    return String.format(
        Locale.ROOT,
        "%n%d of %d operations implemented, %d cases passed, %d failed%n",
        implemented,
        operations.size(),
        passedCases,
        failedCases);
  }

  /** The same for programs. */
  String json() {
    return json(Map.of("operations", operations));
  }

  static String json(Object document) {
    try {
      return JSON.writeValueAsString(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the report cannot be written as JSON", e);
    }
  }
}
