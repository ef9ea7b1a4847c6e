package org.shmem4j.stress.jcstress;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.shmem4j.stress.litmus.Finding;
import org.shmem4j.stress.litmus.JcstressSources;
import org.shmem4j.stress.litmus.LitmusReport;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Rows;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code scripts/stress}: tries the rows of the memory model's table on threads, by JCStress. */
@Command(
    name = "scripts/stress",
    description = "Tries the rows of the memory model's litmus table on threads, by JCStress.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing forbidden was seen",
      "1:something forbidden was seen, a row did not end, or the run shows nothing",
      "2:the command line is wrong"
    })
public final class StressCommand implements Callable<Integer> {
  private static final int FOUND = 1;

  /** Its surprise is common on x86, so a run that does not see it sees nothing. */
  private static final String POWER = "L11n: p; g";

  /** A row that was tried less often met a busy machine. */
  private static final long FEWEST_TRIALS = 1_000;

  private static final int TRIES = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description = "quick (minutes, the default), default (hours) or tough (a night).")
  private Mode mode = Mode.QUICK;

  @Option(
      names = "--slice",
      description = "Only one way to play each row, and each verdict that it can have.")
  private boolean slice;

  @Option(
      names = "--filter",
      paramLabel = "REGEXP",
      description = "Only rows that have this in their text, such as 'L11a?:'.")
  private Pattern filter = Pattern.compile("");

  @Option(names = "--list", description = "Show the rows, and run nothing.")
  private boolean list;

  @Option(
      names = "--jvm-argument",
      paramLabel = "ARGUMENT",
      description = "For the JVMs of the tests, such as -Dshmem4j.wait=sleep.")
  private List<String> jvmArguments = List.of();

  @Option(
      names = "--report",
      paramLabel = "FOLDER",
      required = true,
      defaultValue = "${sys:shmem4j.stress.report}",
      description =
          "For JCStress's pages, and observed.tsv: all outcomes and how often each was seen.")
  private Path report;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write what 'shmem4j litmus --json' prints.")
  private Path json;

  private StressCommand() {}

  /** Runs the command. */
  public static void main(String[] args) {
    System.exit(
        new CommandLine(new StressCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(args));
  }

  @Override
  public Integer call() throws IOException {
    List<Row> rows = wanted();
    if (rows.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "no row has this in its text: --filter " + filter);
    }
    PrintStream out = System.out;
    if (list) {
      rows.forEach(out::println);
      return 0;
    }
    System.setOut(System.err); // for what JCStress says
    Files.createDirectories(report);
    Suite suite = new Suite(mode, report, jvmArguments);
    List<Finding> findings = run(suite, rows);
    suite.writePages();
    LitmusReport summary = LitmusReport.of(findings, false);
    Files.writeString(report.resolve("observed.tsv"), ObservedTable.of(findings, mode));
    if (json != null) {
      Files.writeString(json, summary.json());
    }
    out.print(summary.text());
    out.println("report: " + report);
    boolean isBlind = findings.stream().anyMatch(StressCommand::isBlind);
    if (isBlind) {
      out.println("the run shows nothing: it did not see what is common here: row=" + POWER);
    }
    return summary.isFine() && !isBlind ? 0 : FOUND;
  }

  private List<Row> wanted() {
    List<Row> wanted = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Row row : Rows.all()) {
      if (JcstressSources.suits(row)
          && filter.matcher(row.toString()).find()
          && (!slice || ids.add(row.id() + row.allows()))) {
        wanted.add(row);
      }
    }
    return wanted;
  }

  /** Runs rows, and those again that the machine had no time for. */
  private static List<Finding> run(Suite suite, List<Row> rows) {
    List<Finding> findings = suite.run(rows);
    for (int tries = 1; tries < TRIES; tries++) {
      List<Row> again = findings.stream().filter(f -> !isEnough(f)).map(Finding::row).toList();
      if (again.isEmpty()) {
        return findings;
      }
      suite.run(again);
      findings = suite.findings(rows);
    }
    return findings;
  }

  private static boolean isEnough(Finding finding) {
    return finding.failure() != null || (finding.trials() >= FEWEST_TRIALS && !isBlind(finding));
  }

  /** Whether it did not see what is easy to see on this machine. */
  private static boolean isBlind(Finding finding) {
    return System.getProperty("os.arch").equals("amd64")
        && finding.row().toString().equals(POWER)
        && finding.surprising() == 0;
  }
}
