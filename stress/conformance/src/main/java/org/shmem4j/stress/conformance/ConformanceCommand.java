package org.shmem4j.stress.conformance;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code conformance}: checks every operation of OpenSHMEM 1.6. */
@Command(
    name = "conformance",
    description = "Checks every operation of OpenSHMEM 1.6 on this machine.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "docs/openshmem.md says which Java method each operation is. A case counts as",
      "failed if it fails at any number of PEs; the others run on in a fresh job.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all operations are there and all cases passed",
      "1:a case failed or an operation is missing",
      "2:the command line is wrong"
    })
final class ConformanceCommand implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final String PREFIX = "conformance: ";

  enum Forms {
    PROCESSES(Form.PROCESSES),
    THREADS(Form.THREADS),
    BOTH(Form.PROCESSES, Form.THREADS);

    @SuppressWarnings("ImmutableEnumChecker") // it is, by List.of
    private final List<Form> forms;

    Forms(Form... forms) {
      this.forms = List.of(forms);
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--pes"},
      paramLabel = "N",
      split = ",",
      description = "Numbers of PEs, one job after the other (default: 1,2,3,4).")
  private List<Integer> pes = List.of(1, 2, 3, 4);

  @Option(
      names = "--form",
      paramLabel = "FORM",
      description = "What PEs are: processes (default), threads, both.")
  private Forms form = Forms.PROCESSES;

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      split = ",",
      description = "Only cases with one of these in their name or an operation of theirs.")
  private List<String> filter = List.of("");

  @Option(
      names = "--rounds",
      paramLabel = "FACTOR",
      description = "Repeat so many times more often what cases repeat (default: 1).")
  private int rounds = 1;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      description = "How long a case may take before it has failed (default: 60).")
  private int limit = 60;

  @Option(
      names = "--option",
      paramLabel = "OPTION",
      description = "An option of 'run' for every job, such as --heap=chronicle.")
  private List<String> options = List.of();

  @Option(
      names = "--cases",
      paramLabel = "FILE",
      description = "Write what came of each case to FILE, as a JSON array.")
  private Path casesFile;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    check(pes.stream().allMatch(n -> n >= 1), "a job needs at least one PE: --pes " + pes);
    check(rounds >= 1, "cases are run at least once: --rounds " + rounds);
    check(limit >= 1, "a case needs some time: --limit " + limit);
    List<Case> cases = Case.all().stream().filter(this::isWanted).toList();
    check(!cases.isEmpty(), "no case has this in its name or operations: --filter " + filter);
    List<Outcome> outcomes = new ArrayList<>();
    try {
      for (Form jobForm : form.forms) {
        for (int n : pes) {
          outcomes.addAll(run(cases, n, jobForm));
        }
      }
    } catch (Jobs.StoppedException e) {
      return e.exitCode();
    }
    if (casesFile != null) {
      Files.writeString(casesFile, Report.json(outcomes) + System.lineSeparator());
    }
    Report report = Report.of(operations(cases), cases, outcomes);
    print(json ? report.json() : report.text());
    return report.isFine() ? 0 : FAILED;
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private boolean isWanted(Case c) {
    return Stream.concat(Stream.of(c.name()), c.covers().stream()).anyMatch(this::isWanted);
  }

  private boolean isWanted(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return filter.stream().anyMatch(wanted -> lower.contains(wanted.toLowerCase(Locale.ROOT)));
  }

  /** What the report is about: all, or what the wanted cases check and what the filter names. */
  private List<Operation> operations(List<Case> cases) {
    return Operation.all().stream()
        .filter(operation ->
            isWanted(operation.name())
                || cases.stream().anyMatch(c -> c.covers().contains(operation.name())))
        .toList();
  }

  private List<Outcome> run(List<Case> cases, int n, Form jobForm) {
    List<Outcome> outcomes = new Jobs(Case.class, n, jobForm, rounds, limit, options).run(cases);
    long failed = outcomes.stream().filter(outcome -> !outcome.passed()).count();
    long passed = outcomes.size() - failed;
    say(n + " PEs as " + jobForm + ": " + passed + " passed, " + failed + " failed");
    for (Outcome outcome : outcomes) {
      if (!outcome.passed()) {
        say("failed: " + outcome.name() + ": " + outcome.failure());
      }
    }
    return outcomes;
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
