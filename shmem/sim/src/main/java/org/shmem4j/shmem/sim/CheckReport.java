package org.shmem4j.shmem.sim;

import java.util.List;
import java.util.Optional;

/**
 * What came out of a check. The schedule with findings is the last that was tried if it shows a
 * cause; else it is the first whose result was wrong, and more were tried for a cause.
 *
 * @param tried how many schedules
 * @param isComplete whether these are all that there are
 * @param operations how many shmem operations the program made in these
 * @param foundAt the number of the schedule with findings, from 1; 0 if nothing was found
 * @param findings what is wrong in that schedule; empty if nothing was found
 * @param replay what makes that schedule happen again; empty if nothing was found
 * @param traces by PE, its last operations in that schedule, the last one last, each with its line;
 *     empty if nothing was found, or that schedule could not be repeated
 * @param output by PE, what it printed in that schedule, or in the last if nothing was found
 * @param notes what is no mistake but worth knowing: what could not be checked, what was left open
 */
public record CheckReport(
    int tried,
    boolean isComplete,
    long operations,
    int foundAt,
    List<Finding> findings,
    Optional<Replay> replay,
    List<List<String>> traces,
    List<String> output,
    List<String> notes) {
  /** A report that no later change of the lists changes. */
  public CheckReport {
    findings = List.copyOf(findings);
    traces = List.copyOf(traces);
    output = List.copyOf(output);
    notes = List.copyOf(notes);
  }
}
