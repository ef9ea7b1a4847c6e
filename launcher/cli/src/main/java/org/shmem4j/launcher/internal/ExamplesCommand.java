package org.shmem4j.launcher.internal;

import java.util.Collection;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code examples}: the programs that {@code run} knows by name. */
@Command(name = "examples", description = "Lists the programs that 'run' knows by name.")
final class ExamplesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    Collection<Example> examples = ExampleCatalog.load(Installation.current()).all();
    spec.commandLine().getOut().print(json ? Json.write(examples) : toText(examples));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private static String toText(Collection<Example> examples) {
    int width = examples.stream().mapToInt(example -> example.name().length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (Example example : examples) {
      text.append(example.name()).append(" ".repeat(width + 2 - example.name().length()));
      text.append(example.description()).append('\n');
    }
    if (examples.isEmpty()) {
      text.append("no examples are on the class path\n");
    }
    return text.toString();
  }
}
