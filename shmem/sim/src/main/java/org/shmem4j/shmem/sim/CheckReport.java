package org.shmem4j.shmem.sim;

import java.util.List;

/**
 * What came out of a check.
 *
 * @param schedules how many were tried
 * @param isComplete whether these are all that there are
 * @param operations how many shmem operations the program made under all of them
 * @param findings what is wrong under the last schedule; empty if nothing was found
 * @param replay what makes that schedule happen again; null if nothing was found
 * @param traces by PE, its last operations in that schedule, the last one last, each with its line
 * @param output by PE, what it printed in that schedule
 * @param notes what is no mistake but worth knowing: what could not be checked, what was left open
 */
public record CheckReport(
    int schedules,
    boolean isComplete,
    long operations,
    List<Finding> findings,
    Replay replay,
    List<List<String>> traces,
    List<String> output,
    List<String> notes) {
  /** Copies. */
  public CheckReport {
    findings = List.copyOf(findings);
    traces = List.copyOf(traces);
    output = List.copyOf(output);
    notes = List.copyOf(notes);
  }
}
