package org.shmem4j.shmem.internal.sync;

/** The line of the user's program that called into the library. */
public final class CallSite {
  private static final String LIBRARY = "org.shmem4j.shmem.";

  private CallSite() {}

  /** The innermost frame of this thread outside the library. */
  public static String current() {
    return StackWalker.getInstance()
        .walk(frames ->
            frames
                .filter(frame -> !frame.getClassName().startsWith(LIBRARY))
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("unknown"));
  }
}
