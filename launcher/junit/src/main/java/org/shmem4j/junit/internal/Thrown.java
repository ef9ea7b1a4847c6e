package org.shmem4j.junit.internal;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.opentest4j.ValueWrapper;
import org.shmem4j.shmem.PeerFailedException;

/** An exception as text, for another JVM: its own objects need not be serializable. */
record Thrown(
    Kind kind,
    String text,
    List<StackTraceElement> frames,
    Thrown cause,
    List<Thrown> suppressed,
    String expected,
    String actual)
    implements Serializable {
  /** What JUnit tells apart. */
  enum Kind {
    ASSERTION,
    ABORTED,
    /** Only follows from another PE's failure. */
    EFFECT,
    OTHER
  }

  static Thrown of(Throwable thrown) {
    return of(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static Thrown of(Throwable thrown, Set<Throwable> seen) {
    if (thrown == null || !seen.add(thrown)) {
      return null;
    }
    Kind kind =
        switch (thrown) {
          case AssertionFailedError _ -> Kind.ASSERTION;
          case TestAbortedException _ -> Kind.ABORTED;
          case PeerFailedException _ -> Kind.EFFECT;
          default -> Kind.OTHER;
        };
    boolean isPlain = kind == Kind.ASSERTION || kind == Kind.ABORTED;
    AssertionFailedError difference =
        thrown instanceof AssertionFailedError e && e.isExpectedDefined() && e.isActualDefined()
            ? e
            : null;
    return new Thrown(
        kind,
        isPlain ? thrown.getMessage() : thrown.toString(),
        List.of(thrown.getStackTrace()),
        of(thrown.getCause(), seen),
        Arrays.stream(thrown.getSuppressed())
            .map(e -> of(e, seen))
            .filter(Objects::nonNull)
            .toList(),
        difference == null ? null : text(difference.getExpected()),
        difference == null ? null : text(difference.getActual()));
  }

  private static String text(ValueWrapper value) {
    return value.getStringRepresentation();
  }

  boolean isEffect() {
    return kind == Kind.EFFECT;
  }

  /** The same again, as far as JUnit tells exceptions apart. */
  Throwable toThrowable() {
    Throwable because = cause == null ? null : cause.toThrowable();
    Throwable thrown =
        switch (kind) {
          case ASSERTION ->
              expected == null
                  ? new AssertionFailedError(text, because)
                  : new AssertionFailedError(text, expected, actual, because);
          case ABORTED -> new TestAbortedException(text, because);
          case EFFECT, OTHER -> new InPe(text, because);
        };
    thrown.setStackTrace(frames.toArray(StackTraceElement[]::new));
    suppressed.forEach(e -> thrown.addSuppressed(e.toThrowable()));
    return thrown;
  }

  /** Prints as the one that it stands for. */
  @SuppressWarnings("OverrideThrowableToString") // getMessage would not do that
  private static final class InPe extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InPe(String text, Throwable cause) {
      super(text, cause);
    }

    @Override
    public String toString() {
      return getMessage();
    }
  }
}
