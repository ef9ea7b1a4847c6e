package org.shmem4j.stress.suites.programs;

import org.shmem4j.shmem.Shmem;

/**
 * Something that all PEs of a job do together and look at.
 *
 * @param name says what is true if it passes
 */
public record Check(String name, Body body) {
  /** What every PE does. */
  public interface Body {
    void run(Shmem shmem) throws Exception;
  }

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

  /** Runs what must throw, and returns what it threw. */
  static <E extends Throwable> E expect(Class<E> type, Body body, Shmem shmem) {
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

  static void has(Throwable thrown, String... parts) {
    for (String part : parts) {
      that(
          String.valueOf(thrown.getMessage()).contains(part),
          "the message lacks \"" + part + "\": " + thrown.getMessage());
    }
  }
}
