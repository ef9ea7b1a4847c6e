package org.shmem4j.launcher.check;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.launcher.Program;
import org.shmem4j.launcher.internal.ExitCode;
import org.shmem4j.launcher.internal.Json;
import org.shmem4j.launcher.internal.ShellQuote;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Checker;
import org.shmem4j.shmem.sim.Replay;
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
      "2:the command line is wrong",
      "125:the check itself failed, so the program may be right or wrong"
    },
    exitCodeOnExecutionException = ExitCode.LAUNCHER)
final class CheckCommand implements Callable<Integer> {
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
      description =
          "How many orders to try, unless one shows a mistake (default: ${DEFAULT-VALUE}).")
  private int schedules = CheckOptions.DEFAULT_SCHEDULES;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Of the first order; the next ones have the next numbers (default: ${DEFAULT-VALUE}).")
  private long seed = CheckOptions.DEFAULT_SEED;

  @Option(
      names = "--strategy",
      paramLabel = "KIND",
      description = {
        "random (default), pct: few switches at places drawn by chance,",
        "or exhaustive: all orders that differ in what they could show."
      })
  private StrategyKind strategy = CheckOptions.DEFAULT_STRATEGY;

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
      description = "How long a PE may run without an operation (default: ${DEFAULT-VALUE}).")
  private int watchdog = CheckOptions.DEFAULT_WATCHDOG_SECONDS;

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
    CheckOptions options = ofCommandLine(this::options);
    try (CheckedProgram checked = ofCommandLine(this::program)) {
      long start = System.nanoTime();
      CheckReport report = Checker.check(options, checked, progress(options));
      double seconds = (System.nanoTime() - start) / 1e9;
      print(json ? json(options, report, seconds) : text(options, report));
      return report.findings().isEmpty() ? ExitCode.OK : ExitCode.FINDING;
    }
  }

  /** What is wrong with it is wrong with the command line; what goes wrong later is not. */
  private <T> T ofCommandLine(Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException | LaunchException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  CheckOptions options() {
    CheckOptions options =
        CheckOptions.of(pes)
            .withStrategy(strategy)
            .withSeed(seed)
            .withSchedules(schedules)
            .withWatchdogSeconds(watchdog);
    if (heapSize != null) {
      options = options.withHeapBytes(ByteSize.parse(heapSize, "--heap-size"));
    }
    return replay == null ? options : options.replaying(new Replay(strategy, seed, replay));
  }

  private CheckedProgram program() {
    return new CheckedProgram(Program.find(program, classPath), arguments);
  }

  private Progress progress(CheckOptions options) {
    return new Progress(spec.commandLine().getErr(), options.schedules(), System::nanoTime);
  }

  String text(CheckOptions options, CheckReport report) {
    return ReportText.of("check: " + program, options, report, this::commandOf);
  }

  String json(CheckOptions options, CheckReport report, double seconds) {
    return Json.write(CheckDocument.of(command(), options, report, seconds, this::commandOf));
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(arguments);
    return command;
  }

  /** The command that plays a schedule again. */
  private String commandOf(Replay again) {
    List<String> words = new ArrayList<>(List.of("./shmem4j", "check", "-n", "" + pes));
    words.addAll(List.of("--strategy", again.strategy().toString(), "--seed", "" + again.seed()));
    words.addAll(
        again.decisions() == null
            ? List.of("--schedules", "1")
            : List.of("--replay", again.decisions()));
    if (heapSize != null) {
      words.addAll(List.of("--heap-size", heapSize));
    }
    if (watchdog != CheckOptions.DEFAULT_WATCHDOG_SECONDS) {
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
