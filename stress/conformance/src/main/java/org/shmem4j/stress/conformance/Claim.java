package org.shmem4j.stress.conformance;

import org.shmem4j.shmem.Shmem;

/** What cases say about what they see. */
public final class Claim {
  private Claim() {}

  /** Both are equal. */
  public static void equal(Object expected, Object actual, String what) {
    if (!expected.equals(actual)) {
      throw new AssertionError(what + ": expected " + expected + ", was " + actual);
    }
  }

  /** It holds. */
  public static void that(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /** Runs what must throw, and returns what it threw. */
  static <E extends Throwable> E expect(Class<E> type, Case.Body body, Shmem shmem) {
    try {
      body.run(shmem);
    } catch (Throwable e) {
      if (type.isInstance(e)) {
        return type.cast(e);
      }
      throw new AssertionError("expected " + type.getSimpleName(), e);
    }
    throw new AssertionError("nothing thrown, expected " + type.getSimpleName());
  }

  /** The message tells all of this. */
  static void has(Throwable thrown, String... parts) {
    for (String part : parts) {
      that(
          String.valueOf(thrown.getMessage()).contains(part),
          "the message lacks \"" + part + "\": " + thrown.getMessage());
    }
  }
}
