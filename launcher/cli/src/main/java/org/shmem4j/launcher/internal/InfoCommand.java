package org.shmem4j.launcher.internal;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code info}: what is here and what is missing. */
@Command(
    name = "info",
    description = "Shows versions, the machine, its limits, settings and what is missing.")
final class InfoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    InfoReport report = InfoReport.gather(Installation.current());
    spec.commandLine().getOut().print(json ? Json.write(report) : report.toText());
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }
}
