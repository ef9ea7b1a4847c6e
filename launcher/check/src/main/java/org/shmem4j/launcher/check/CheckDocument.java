package org.shmem4j.launcher.check;

import java.util.List;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Finding;

/**
 * What {@code --json} prints.
 *
 * @param command the program and its arguments
 * @param schedules how many were tried
 * @param complete whether these are all that there are
 * @param replay the command that shows the findings again; empty if there are none
 */
record CheckDocument(
    List<String> command,
    int pes,
    String strategy,
    int schedules,
    boolean complete,
    long operations,
    double seconds,
    List<Line> findings,
    String replay,
    List<List<String>> traces,
    List<String> output,
    List<String> notes) {
  CheckDocument {
    command = List.copyOf(command);
    findings = List.copyOf(findings);
    traces = List.copyOf(traces);
    output = List.copyOf(output);
    notes = List.copyOf(notes);
  }

  /** A finding. */
  record Line(String kind, String message, List<Integer> pes, List<String> sites) {
    Line {
      pes = List.copyOf(pes);
      sites = List.copyOf(sites);
    }

    static Line of(Finding finding) {
      return new Line(finding.kind().toString(), finding.message(), finding.pes(), finding.sites());
    }
  }

  static CheckDocument of(
      List<String> command,
      CheckOptions options,
      CheckReport report,
      double seconds,
      String replay) {
    return new CheckDocument(
        command,
        options.pes(),
        options.strategy().toString(),
        report.schedules(),
        report.isComplete(),
        report.operations(),
        seconds,
        report.findings().stream().map(Line::of).toList(),
        replay,
        report.traces(),
        report.output(),
        report.notes());
  }
}
