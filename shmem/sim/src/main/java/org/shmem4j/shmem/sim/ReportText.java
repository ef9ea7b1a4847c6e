package org.shmem4j.shmem.sim;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A {@link CheckReport} for people. */
public final class ReportText {
  private final CheckOptions options;
  private final CheckReport report;
  private final StringBuilder text = new StringBuilder();

  private ReportText(CheckOptions options, CheckReport report) {
    this.options = options;
    this.report = report;
  }

  /**
   * Writes a report: what came out in the first line, then each finding, what the PEs did and
   * printed, and how to see it again.
   *
   * @param name of what was checked
   * @param replay how to see a schedule again, as text
   * @return lines, each with a line feed at its end
   */
  public static String of(
      String name, CheckOptions options, CheckReport report, Function<Replay, String> replay) {
    ReportText writer = new ReportText(options, report);
    writer.line(name + ", " + count(options.pes(), "PE") + ": " + writer.verdict());
    if (!report.findings().isEmpty()) {
      report.findings().forEach(writer::add);
      writer.addTraces();
      writer.addOutput();
    }
    writer.addNotes();
    report.replay().ifPresent(r -> writer.line("").line("replay with: " + replay.apply(r)));
    return writer.text.toString();
  }

  private String verdict() {
    if (report.findings().isEmpty()) {
      return "no finding in " + (report.isComplete() ? "all " : "") + tried();
    }
    String found = count(report.findings().size(), "finding");
    return options.isReplay()
        ? found + " in the replayed schedule" + strategy()
        : String.format(
            Locale.ROOT,
            "%s after %,d of %s%s%s",
            found,
            report.foundAt(),
            count(options.schedules(), "schedule"),
            more(),
            strategy());
  }

  /** What was tried after a schedule whose result only is wrong. */
  private String more() {
    int more = report.tried() - report.foundAt();
    return more == 0 ? "" : String.format(Locale.ROOT, ", no cause in %,d more", more);
  }

  private String tried() {
    String schedules = count(report.tried(), "schedule") + strategy();
    if (report.isComplete()) {
      return schedules + ": complete";
    }
    return options.first().strategy() == StrategyKind.EXHAUSTIVE
        ? schedules + "; there are more"
        : schedules;
  }

  private String strategy() {
    return " (" + options.first().strategy() + ")";
  }

  private void add(Finding finding) {
    line("").line(finding.kind() + pes(finding) + ": " + indented(finding.message(), "  "));
    finding.sites().forEach(site -> line("  at " + site));
  }

  private static String pes(Finding finding) {
    return finding.pes().isEmpty()
        ? ""
        : finding.pes().stream().map(pe -> "PE " + pe).collect(Collectors.joining(", ", " (", ")"));
  }

  private void addTraces() {
    addByPe("last operations of PE ", report.traces());
  }

  private void addOutput() {
    addByPe("printed by PE ", report.output().stream().map(all -> all.lines().toList()).toList());
  }

  private void addByPe(String title, List<List<String>> lines) {
    for (int pe = 0; pe < lines.size(); pe++) {
      if (!lines.get(pe).isEmpty()) {
        line("").line(title + pe + ":");
        lines.get(pe).forEach(each -> line("  " + each));
      }
    }
  }

  private void addNotes() {
    if (!report.notes().isEmpty()) {
      line("");
      report.notes().forEach(note -> line("note: " + indented(note, "  ")));
    }
  }

  /** All lines but the first get an indent. */
  private static String indented(String lines, String indent) {
    return lines.stripTrailing().replace("\n", "\n" + indent);
  }

  private static String count(int number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  private ReportText line(String content) {
    text.append(content).append('\n');
    return this;
  }
}
