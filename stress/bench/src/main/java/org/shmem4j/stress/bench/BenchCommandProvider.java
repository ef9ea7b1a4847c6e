package org.shmem4j.stress.bench;

import org.shmem4j.launcher.CommandProvider;

/** Adds {@code bench} to the {@code shmem4j} command. */
public final class BenchCommandProvider implements CommandProvider {
  /** Creates the provider; used by {@link java.util.ServiceLoader}. */
  public BenchCommandProvider() {}

  @Override
  public Object command() {
    return new BenchCommand();
  }
}
