package org.shmem4j.launcher.check;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.launcher.Program;
import org.shmem4j.launcher.internal.ExitCode;
import org.shmem4j.launcher.internal.Json;
import org.shmem4j.launcher.internal.ShellQuote;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.Setting;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Checker;
import org.shmem4j.shmem.sim.ReportText;
import org.shmem4j.shmem.sim.StrategyKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check}: runs a program under many schedules of a simulated memory. */
@Command(
    name = "check",
    description = "Runs a program in many orders that this machine never shows.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "PROGRAM is what 'run' takes, also with -cp. docs/checking.md says what each",
      "finding means, how to mend it, and what is not seen.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing was found",
      "1:something is wrong with the program",
      "2:the command line is wrong"
    })
final class CheckCommand implements Callable<Integer> {
  private static final int WATCHDOG = 10;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-n", "-np", "--pes"},
      paramLabel = "N",
      required = true,
      description = "Number of PEs; two or three find most mistakes.")
  private int pes;

  @Option(
      names = "--schedules",
      paramLabel = "K",
      description = "How many orders to try, unless one shows a mistake (default: 500).")
  private int schedules = 500;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of the first order; the next ones have the next numbers (default: 1).")
  private long seed = 1;

  @Option(
      names = "--strategy",
      paramLabel = "KIND",
      description = {
        "random (default), pct: few switches at places drawn by chance,",
        "or exhaustive: all orders that differ in what they could show."
      })
  private StrategyKind strategy = StrategyKind.RANDOM;

  @Option(
      names = "--replay",
      paramLabel = "TEXT",
      description = "Play the one order again that a report has named so.")
  private String replay;

  @Option(
      names = "--heap-size",
      paramLabel = "SIZE",
      description = "Symmetric heap of each PE, such as 1m (default: 64m).")
  private String heapSize;

  @Option(
      names = "--watchdog",
      paramLabel = "SECONDS",
      description = "How long a PE may run without an operation (default: 10).")
  private int watchdog = WATCHDOG;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Jars and folders that PROGRAM needs.")
  private String classPath;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Parameters(index = "0", paramLabel = "PROGRAM", description = "An example, a jar or a class.")
  private String program;

  @Parameters(index = "1..*", paramLabel = "ARG", description = "The program's arguments.")
  private List<String> arguments = List.of();

  @Override
  public Integer call() {
    check(pes >= 1, "a job has at least one PE: --pes=" + pes);
    check(schedules >= 1, "at least one schedule is tried: --schedules=" + schedules);
    check(watchdog >= 1, "a PE needs some time: --watchdog=" + watchdog);
    long start = System.nanoTime();
    try {
      CheckOptions options = options();
      CheckReport report = run(options);
      double seconds = (System.nanoTime() - start) / 1e9;
      print(json ? json(options, report, seconds) : text(options, report));
      return report.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDING;
    } catch (IllegalArgumentException | LaunchException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private CheckReport run(CheckOptions options) {
    try (CheckedProgram checked = new CheckedProgram(Program.find(program, classPath), arguments)) {
      return Checker.check(options, checked, progress());
    }
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  CheckOptions options() {
    long heapBytes =
        heapSize == null ? Setting.HEAP_SIZE.bytes() : ByteSize.parse(heapSize, "--heap-size");
    return new CheckOptions(pes, schedules, seed, strategy, replay, heapBytes, watchdog);
  }

  private Progress progress() {
    return new Progress(spec.commandLine().getErr(), schedules, System::nanoTime);
  }

  String text(CheckOptions options, CheckReport report) {
    return ReportText.of("check: " + program, options, report, replayOf(report));
  }

  String json(CheckOptions options, CheckReport report, double seconds) {
    return Json.write(CheckDocument.of(command(), options, report, seconds, replayOf(report)));
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    return command;
  }

  /** The command that shows a report's findings again; empty if there are none. */
  private String replayOf(CheckReport report) {
    if (report.findings().isEmpty()) {
      return "";
    }
    List<String> words = new ArrayList<>(List.of("./shmem4j", "check", "-n", "" + pes));
    words.addAll(List.of(report.replay().toString().split(" ", -1)));
    words.addAll(List.of("--schedules", "1"));
    if (heapSize != null) {
      words.addAll(List.of("--heap-size", heapSize));
    }
    if (watchdog != WATCHDOG) {
      words.addAll(List.of("--watchdog", "" + watchdog));
    }
    if (classPath != null) {
      words.addAll(List.of("-cp", classPath));
    }
    words.addAll(command());
    return ShellQuote.join(words);
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }
}
