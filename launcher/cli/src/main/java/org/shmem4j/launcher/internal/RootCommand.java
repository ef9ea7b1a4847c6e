package org.shmem4j.launcher.internal;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code shmem4j} command itself: it does nothing without a subcommand. */
@Command(
    name = "shmem4j",
    description = "OpenSHMEM for the JVM: one JVM per rank, symmetric memory between them.",
    mixinStandardHelpOptions = true,
    versionProvider = RootCommand.Version.class,
    subcommands = {
      ExamplesCommand.class,
      InfoCommand.class,
      HelpCommand.class,
      GenerateCompletion.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Begin with:  shmem4j run -n 4 hello",
      "A command's options:  shmem4j COMMAND --help"
    })
public final class RootCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** Tells picocli our version when somebody asks. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "shmem4j " + Versions.shmem4j(), "Java " + System.getProperty("java.vm.version")
      };
    }
  }
}
