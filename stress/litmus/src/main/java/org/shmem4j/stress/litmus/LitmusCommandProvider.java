package org.shmem4j.stress.litmus;

import org.shmem4j.launcher.CommandProvider;

/** Adds {@code litmus} to the {@code shmem4j} command. */
public final class LitmusCommandProvider implements CommandProvider {
  /** Creates the provider; used by {@link java.util.ServiceLoader}. */
  public LitmusCommandProvider() {}

  @Override
  public Object command() {
    return new LitmusCommand();
  }
}
