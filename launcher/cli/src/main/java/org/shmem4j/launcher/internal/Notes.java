package org.shmem4j.launcher.internal;

/** The launcher's own lines on standard error, all with the same beginning. */
final class Notes {
  private static final String PREFIX = "shmem4j: ";

  private Notes() {}

  /** Prints one line. */
  static void say(String text) {
    System.err.println(PREFIX + text);
  }
}
