package org.shmem4j.launcher.simulate;

import org.shmem4j.launcher.CommandProvider;
import picocli.CommandLine;

/** Adds {@code simulate} to the {@code shmem4j} command. */
public final class SimulateCommandProvider implements CommandProvider {
  /** Creates the provider; used by {@link java.util.ServiceLoader}. */
  public SimulateCommandProvider() {}

  /** What follows PROGRAM is the program's, whatever it looks like. */
  @Override
  public Object command() {
    return new CommandLine(new SimulateCommand()).setStopAtPositional(true);
  }
}
