package org.shmem4j.shmem.sim.load;

import java.time.Instant;

/** Methods that come instead of those of the JDK that tell the time. */
public final class TimeCalls {
  private TimeCalls() {}

  /** Instead of {@link System#nanoTime()}. */
  public static long nanoTime() {
    Environment environment = Hooks.environment();
    return environment == null ? System.nanoTime() : environment.nanoTime();
  }

  /** Instead of {@link System#currentTimeMillis()}. */
  public static long currentTimeMillis() {
    Environment environment = Hooks.environment();
    return environment == null ? System.currentTimeMillis() : environment.currentTimeMillis();
  }

  /** Instead of {@link Instant#now()}. */
  public static Instant now() {
    return Hooks.environment() == null ? Instant.now() : Instant.ofEpochMilli(currentTimeMillis());
  }
}
