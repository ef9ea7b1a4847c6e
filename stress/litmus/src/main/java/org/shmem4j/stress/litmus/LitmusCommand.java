package org.shmem4j.stress.litmus;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.shmem4j.stress.litmus.LitmusJobs.Assignment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code litmus}: tries every row of the memory model's table across processes. */
@Command(
    name = "litmus",
    description = "Tries every row of the memory model's litmus table across processes.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "docs/memory-model.md has the table. A verdict is F: an outcome is forbidden, and must",
      "never be seen; A: a surprising outcome is allowed, which direct memory need not show;",
      "FA: it depends on how the row is played; U: undefined, not run.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing forbidden was seen",
      "1:something forbidden was seen, or a row did not end",
      "2:the command line is wrong"
    })
final class LitmusCommand implements Callable<Integer> {
  private static final int FOUND = 1;
  private static final String PREFIX = "litmus: ";

  @Spec private CommandSpec spec;

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Try each row so often, all its ways and places together (default: 100000).")
  private long trials = 100_000;

  @Option(
      names = "--rows",
      paramLabel = "ROW",
      split = ",",
      description = "Only these rows, such as L1,L11a (default: all).")
  private List<String> rows = List.of();

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description = "Only ways to play a row that have this in their text.")
  private String filter = "";

  @Option(
      names = "--place",
      paramLabel = "PLACE",
      split = ",",
      description =
          "Where ranks run: free, pinned to a processor each, crowded on one (default: all three).")
  private List<Placement> placements = List.of(Placement.values());

  @Option(names = "--seed", paramLabel = "N", description = "Of the random delays.")
  private long seed = 1;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      description = "How long one way to play a row may take (default: 120).")
  private int limit = 120;

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description = "An option of 'run' for every job, such as --heap=chronicle.")
  private List<String> options = List.of();

  @Option(names = "--list", description = "Show all ways to play the rows, and run nothing.")
  private boolean list;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    check(trials >= 1, "a row is tried at least once: --trials " + trials);
    check(limit >= 1, "a row needs some time: --limit " + limit);
    for (String row : rows) {
      check(
          !Rows.UNDEFINED.contains(row),
          "OpenSHMEM leaves this row undefined, so nobody can run it: --rows " + row);
      check(
          Rows.all().stream().anyMatch(r -> r.id().equals(row)),
          "there is no such row: --rows " + row + "; --list shows all");
    }
    List<Row> wanted = wanted();
    check(!wanted.isEmpty(), "no way to play these rows has this in its text: --filter " + filter);
    if (list) {
      print(wanted.stream().map(Row::toString).collect(Collectors.joining("\n")));
      return 0;
    }
    List<Finding> findings = new ArrayList<>();
    try {
      for (Placement placement : placements) {
        findings.addAll(run(wanted, placement));
      }
    } catch (LitmusJobs.StoppedException e) {
      return e.exitCode();
    }
    LitmusReport report = LitmusReport.of(findings, rows.isEmpty() && filter.isEmpty());
    print(json ? report.json() : report.text());
    return report.isFine() ? 0 : FOUND;
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private List<Row> wanted() {
    return Rows.all().stream()
        .filter(row -> rows.isEmpty() || rows.contains(row.id()))
        .filter(row -> row.scenario().contains(filter))
        .toList();
  }

  private List<Finding> run(List<Row> wanted, Placement placement) {
    Map<Integer, List<Assignment>> bySize = new TreeMap<>();
    List<Finding> findings = new ArrayList<>();
    LitmusJobs jobs = new LitmusJobs(placement, seed, limit, options);
    for (Row row : wanted) {
      Assignment assignment = new Assignment(row, share(row, wanted));
      if (row.reach() == Row.Reach.LEAVING) {
        findings.addAll(jobs.run(row.pes(), List.of(assignment)));
      } else if (row.reach() == Row.Reach.SLEEPING) {
        findings.addAll(jobs.asleep().run(row.pes(), List.of(assignment)));
      } else {
        bySize.computeIfAbsent(row.pes(), size -> new ArrayList<>()).add(assignment);
      }
    }
    bySize.forEach((pes, assignments) -> {
      say(pes + " PEs, " + placement + ": " + assignments.size() + " ways to play rows");
      findings.addAll(jobs.run(pes, assignments));
    });
    return findings;
  }

  /** How often one way to play a row is tried in one place. */
  private long share(Row row, List<Row> wanted) {
    long ways = wanted.stream().filter(other -> other.id().equals(row.id())).count();
    return Math.ceilDiv(trials, ways * placements.size());
  }

  private void say(String text) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(PREFIX + text);
    err.flush();
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text.stripTrailing());
    out.flush();
  }
}
