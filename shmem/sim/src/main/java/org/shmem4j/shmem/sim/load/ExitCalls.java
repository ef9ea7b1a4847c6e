package org.shmem4j.shmem.sim.load;

/** Methods that come instead of those of the JDK that end the JVM. */
public final class ExitCalls {
  private ExitCalls() {}

  /** Instead of {@link System#exit}. */
  public static void exit(int status) {
    exit(Runtime.getRuntime(), status);
  }

  /** Instead of {@link Runtime#exit}. */
  public static void exit(Runtime runtime, int status) {
    throwIfSimulated(status);
    runtime.exit(status);
  }

  /** Instead of {@link Runtime#halt}. */
  public static void halt(Runtime runtime, int status) {
    throwIfSimulated(status);
    runtime.halt(status);
  }

  private static void throwIfSimulated(int status) {
    Environment environment = Hooks.environment();
    if (environment != null) {
      throw environment.exit(status);
    }
  }
}
