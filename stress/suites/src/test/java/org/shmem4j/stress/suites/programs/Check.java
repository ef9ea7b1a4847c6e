package org.shmem4j.stress.suites.programs;

/** What programs say about what they see. */
final class Check {
  private Check() {}

  static void equal(Object expected, Object actual, String what) {
    if (!expected.equals(actual)) {
      throw new AssertionError(what + ": expected " + expected + ", was " + actual);
    }
  }

  static void that(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
