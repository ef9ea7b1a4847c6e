package org.shmem4j.shmem.internal.sync;

import java.util.List;

/** The line of the user's program that called into the library. */
public final class CallSite {
  private static final List<String> LIBRARY =
      List.of("org.shmem4j.shmem.", "org.shmem4j.collectives.");

  private CallSite() {}

  /** The innermost frame of this thread outside the library. */
  public static String current() {
    return StackWalker.getInstance()
        .walk(frames ->
            frames
                .filter(frame -> LIBRARY.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("unknown"));
  }
}
