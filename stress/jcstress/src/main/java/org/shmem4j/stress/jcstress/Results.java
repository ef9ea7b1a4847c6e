package org.shmem4j.stress.jcstress;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.collectors.TestResultCollector;
import org.openjdk.jcstress.util.Environment;
import org.shmem4j.stress.litmus.Finding;
import org.shmem4j.stress.litmus.Row;

/** What JVMs have reported. Says on standard error how far the run is. */
final class Results implements TestResultCollector {
  private final InProcessCollector collected = new InProcessCollector();
  private int expected;
  private int added;

  /** So many more results are to come. */
  synchronized void expect(int more) {
    expected += more;
  }

  @Override
  public synchronized void add(TestResult result) {
    result.setEnv(Environment.getInstance());
    collected.add(result);
    added++;
    System.err.printf(
        "stress: %d/%d %s: %d trials%n", added, expected, result.getName(), result.getTotalCount());
    if (result.status() != Status.NORMAL) {
      System.err.println(failure(result));
    }
  }

  InProcessCollector collected() {
    return collected;
  }

  /** What came of a row, by the results of its test. */
  synchronized Finding finding(Row row, String test) {
    List<TestResult> own =
        collected.getTestResults().stream().filter(r -> r.getName().equals(test)).toList();
    Map<String, Long> outcomes = new TreeMap<>();
    for (TestResult result : own) {
      for (String outcome : result.getStateKeys()) {
        outcomes.merge(outcome, result.getCount(outcome), Long::sum);
      }
    }
    String failure =
        own.stream()
            .filter(result -> result.status() != Status.NORMAL)
            .findFirst()
            .map(Results::failure)
            .orElse(outcomes.isEmpty() ? "no JVM has reported anything" : null);
    return new Finding(row, own.size() + " JVMs", outcomes, failure);
  }

  private static String failure(TestResult result) {
    return String.join(
        "\n",
        Stream.of(List.of(result.status().toString()), result.getMessages(), result.getVmErr())
            .flatMap(Collection::stream)
            .toList());
  }
}
