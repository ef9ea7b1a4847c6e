package org.shmem4j.stress.soak;

import org.shmem4j.launcher.CommandProvider;

/** Adds {@code soak} to the {@code shmem4j} command. */
public final class SoakCommandProvider implements CommandProvider {
  /** Creates the provider; used by {@link java.util.ServiceLoader}. */
  public SoakCommandProvider() {}

  @Override
  public Object command() {
    return new SoakCommand();
  }
}
