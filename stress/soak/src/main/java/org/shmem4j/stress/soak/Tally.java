package org.shmem4j.stress.soak;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What has been done and found so far. */
final class Tally {
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private final List<Finding> findings = new ArrayList<>();
  private int jobs;
  private long rounds;
  private long operations;
  private int survivors;
  private int named;
  private long longestMillis;
  private int tooLate;

  /**
   * Something is not as it should be.
   *
   * @param what says it to people
   * @param replay the command that does the same again
   */
  record Finding(String what, String replay) {}

  void job() {
    jobs++;
  }

  /** What a rank says that has left its job with the others: rounds, operations. */
  void done(int pe, List<String> fields) {
    rounds += pe == 0 ? Long.parseLong(fields.get(0)) : 0; // all have the same
    operations += Long.parseLong(fields.get(1));
  }

  void fault(Fault fault) {
    faults.merge(fault, 1, Integer::sum);
  }

  /** A fault that came when its rank had left the job already. */
  void tooLate() {
    tooLate++;
  }

  /** A rank that has outlived another: how long after that one's death it was gone. */
  void survivor(long millis) {
    survivors++;
    longestMillis = Math.max(longestMillis, millis);
  }

  /** A rank that has seen another's death by an exception, so long after it. */
  void named(long millis) {
    named++;
    longestMillis = Math.max(longestMillis, millis);
  }

  void finding(String what, String replay) {
    findings.add(new Finding(what, replay));
  }

  List<Finding> findings() {
    return findings;
  }

  /** As it is printed. */
  Report report(long seed) {
    return new Report(
        seed,
        jobs,
        rounds,
        operations,
        Map.copyOf(faults),
        tooLate,
        survivors,
        named,
        longestMillis,
        List.copyOf(findings));
  }
}
