package org.shmem4j.launcher.check;

import org.shmem4j.launcher.CommandProvider;
import picocli.CommandLine;

/** Adds {@code check} to the {@code shmem4j} command. */
public final class CheckCommandProvider implements CommandProvider {
  /** Creates the provider; used by {@link java.util.ServiceLoader}. */
  public CheckCommandProvider() {}

  /** What follows PROGRAM is the program's, whatever it looks like. */
  @Override
  public Object command() {
    return new CommandLine(new CheckCommand()).setStopAtPositional(true);
  }
}
