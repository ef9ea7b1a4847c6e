package org.shmem4j.launcher.check;

import java.util.List;
import java.util.function.Function;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Finding;
import org.shmem4j.shmem.sim.Replay;

/**
 * What {@code --json} prints.
 *
 * @param command the program and its arguments
 * @param tried how many schedules
 * @param complete whether these are all that there are
 * @param operations how many the program made in these
 * @param foundAt the number of the schedule with findings, from 1; 0 if there are none
 * @param replay the command that shows the findings again; empty if there are none
 */
record CheckDocument(
    List<String> command,
    int pes,
    String strategy,
    int tried,
    boolean complete,
    long operations,
    double seconds,
    int foundAt,
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
      Function<Replay, String> replay) {
    return new CheckDocument(
        command,
        options.pes(),
        options.first().strategy().toString(),
        report.tried(),
        report.isComplete(),
        report.operations(),
        seconds,
        report.foundAt(),
        report.findings().stream().map(Line::of).toList(),
        report.replay().map(replay).orElse(""),
        report.traces(),
        report.output(),
        report.notes());
  }
}
