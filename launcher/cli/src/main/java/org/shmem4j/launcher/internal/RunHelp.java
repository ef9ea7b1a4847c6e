package org.shmem4j.launcher.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Tells picocli of {@code run}'s options, for the help and the completion. */
final class RunHelp {
  private RunHelp() {}

  /** Writes the specification from the table of options. */
  static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name(RunCommand.NAME);
    for (RunOption option : RunOption.values()) {
      spec.addOption(option(option));
    }
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .paramLabel("PROGRAM")
            .type(String.class)
            .description("An example's name, a jar, or a main class of -cp.")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("1..*")
            .arity("0..*")
            .paramLabel("ARG")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("The program's own arguments, whatever they look like.")
            .build());
    UsageMessageSpec usage = spec.usageMessage();
    usage.description("Runs a program with one JVM per rank.");
    usage.sortOptions(false);
    usage.exitCodeListHeading("%nExit codes:%n");
    usage.exitCodeList(exitCodes());
    return spec;
  }

  private static OptionSpec option(RunOption option) {
    List<String> names = new ArrayList<>(option.names());
    OptionSpec.Builder builder =
        OptionSpec.builder(names.toArray(String[]::new))
            .description(option.description())
            .usageHelp(option == RunOption.HELP)
            .negatable(option.kind() == RunOption.Kind.SWITCH);
    if (!option.takesValue()) {
      return builder.type(boolean.class).build();
    }
    return builder
        .paramLabel(option.valueLabel())
        .arity("1")
        .type(option.kind() == RunOption.Kind.REPEATED ? List.class : String.class)
        .auxiliaryTypes(String.class)
        .build();
  }

  private static Map<String, String> exitCodes() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "every rank left with 0");
    codes.put("1..255", "the first failing rank's code; 128 + number if a signal ended it");
    codes.put("", "or the status that a rank gave to globalExit");
    codes.put("2", "the command line is wrong");
    codes.put("124", "the job took longer than --timeout");
    codes.put("125", "the launcher failed, for example for want of space in /dev/shm");
    codes.put("126", "the program cannot be run");
    codes.put("127", "there is no such program");
    codes.put("129, 130, 143", "the launcher was told to end by HUP, INT, TERM");
    codes.put("141", "nobody reads the output any longer");
    return codes;
  }
}
