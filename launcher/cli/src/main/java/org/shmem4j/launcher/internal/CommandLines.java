package org.shmem4j.launcher.internal;

import java.util.ServiceLoader;
import org.shmem4j.launcher.CommandProvider;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.shmem.ShmemException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The command line's grammar, and the exit codes of what goes wrong. */
public final class CommandLines {
  private static final String COMPLETION = "generate-completion";

  private CommandLines() {}

  /** Runs any command but {@code run}, of which it gives only the help; returns the exit code. */
  public static int execute(String... args) {
    return commandLine().execute(args);
  }

  /** The launcher's own commands and those of every {@link CommandProvider}. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new RootCommand());
    line.addSubcommand(RunHelp.spec());
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      line.addSubcommand(provider.command());
    }
    line.getSubcommands().values().forEach(CommandLines::addHelpOption);
    line.getSubcommands().get(COMPLETION).getCommandSpec().usageMessage().hidden(true);
    line.setExpandAtFiles(false);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((failure, args) -> misused(failure));
    line.setExecutionExceptionHandler((failure, command, parsed) -> failed(failure, command));
    return line;
  }

  private static void addHelpOption(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    if (spec.options().stream().noneMatch(OptionSpec::usageHelp)) {
      spec.addOption(
          OptionSpec.builder("-h", "--help")
              .usageHelp(true)
              .description("Print this help.")
              .build());
    }
  }

  private static int misused(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    command.getErr().println("shmem4j: " + failure.getMessage());
    command.getErr().println("see '" + command.getCommandSpec().qualifiedName() + " --help'");
    return ExitCode.USAGE;
  }

  private static int failed(Exception failure, CommandLine command) throws Exception {
    if (!(failure instanceof ShmemException)) {
      throw failure;
    }
    command.getErr().println("shmem4j: " + failure.getMessage());
    return failure instanceof LaunchException e ? e.exitCode() : ExitCode.LAUNCHER;
  }
}
