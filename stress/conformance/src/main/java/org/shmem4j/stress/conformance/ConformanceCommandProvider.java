package org.shmem4j.stress.conformance;

import org.shmem4j.launcher.CommandProvider;

/** Adds {@code conformance} to the {@code shmem4j} command. */
public final class ConformanceCommandProvider implements CommandProvider {
  /** Creates the provider; used by {@link java.util.ServiceLoader}. */
  public ConformanceCommandProvider() {}

  @Override
  public Object command() {
    return new ConformanceCommand();
  }
}
