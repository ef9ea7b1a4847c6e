package org.shmem4j.junit.internal;

import java.time.Instant;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.shmem4j.shmem.PeerFailedException;

/**
 * What a PE has thrown, and when.
 *
 * @param isEffect whether it only follows from another PE's failure
 */
record PeFailure(int pe, Instant at, Throwable thrown, boolean isEffect) {
  static PeFailure now(int pe, Throwable thrown) {
    return new PeFailure(pe, Instant.now(), thrown, thrown instanceof PeerFailedException);
  }

  boolean isAborted() {
    return thrown instanceof TestAbortedException;
  }

  /** The same for JUnit: with the PE's number, and what IDEs show as a difference. */
  Throwable numbered() {
    Throwable numbered =
        switch (thrown) {
          case AssertionFailedError e when e.isExpectedDefined() && e.isActualDefined() ->
              new AssertionFailedError(message(), e.getExpected(), e.getActual(), e);
          case TestAbortedException e -> new TestAbortedException(message(), e);
          default -> new AssertionFailedError(message(), thrown);
        };
    numbered.setStackTrace(thrown.getStackTrace());
    return numbered;
  }

  private String message() {
    boolean saysItself =
        thrown.getMessage() != null
            && (thrown instanceof AssertionFailedError || thrown instanceof TestAbortedException);
    return "PE " + pe + ": " + (saysItself ? thrown.getMessage() : thrown);
  }
}
