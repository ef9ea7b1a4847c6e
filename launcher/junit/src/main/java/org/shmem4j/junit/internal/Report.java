package org.shmem4j.junit.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.opentest4j.AssertionFailedError;

/** How a job went, and what JUnit is to be told of it. */
final class Report {
  private final Setup setup;
  private final List<PeFailure> failures = new ArrayList<>();
  private final Map<Integer, Late> late = new TreeMap<>();
  private boolean timeLimitPassed;
  private String note = "";

  Report(Setup setup) {
    this.setup = setup;
  }

  void add(PeFailure failure) {
    failures.add(failure);
  }

  /** The job has not ended in time. */
  void passTimeLimit() {
    timeLimitPassed = true;
  }

  /** A PE was still running at the time limit. */
  void addLate(int pe, Late where) {
    passTimeLimit();
    late.put(pe, where);
  }

  /** Ends the message of a passed time limit. */
  void note(String text) {
    note = text;
  }

  /**
   * The first failure in time, with the others suppressed. What only follows from another failure
   * counts if there is nothing else, and a test is aborted only if no PE has failed.
   */
  Optional<Throwable> error() {
    List<Throwable> errors = new ArrayList<>(causes().stream().map(PeFailure::numbered).toList());
    if (timeLimitPassed) {
      errors.add(timeLimit());
    } else if (errors.isEmpty()) {
      failures.stream().map(PeFailure::numbered).forEach(errors::add);
    }
    if (errors.isEmpty()) {
      return Optional.empty();
    }
    Throwable first = errors.getFirst();
    errors.stream().skip(1).forEach(first::addSuppressed);
    return Optional.of(first);
  }

  private List<PeFailure> causes() {
    return failures.stream()
        .filter(failure -> !failure.isEffect())
        .sorted(Comparator.comparing(PeFailure::isAborted).thenComparing(PeFailure::at))
        .toList();
  }

  private AssertionFailedError timeLimit() {
    StringBuilder message =
        new StringBuilder("the PEs took longer than their time limit: timeout=")
            .append(TimeLimit.text(setup.timeout()))
            .append(" pes=")
            .append(setup.pes())
            .append("; give them more, or see where they were:");
    for (int pe = 0; pe < setup.pes(); pe++) {
      Late where = late.get(pe);
      message.append("\n  PE ").append(pe).append(where == null ? " was not running" : " " + where);
    }
    AssertionFailedError error = new AssertionFailedError(message + note);
    error.setStackTrace(new StackTraceElement[0]);
    late.forEach((pe, where) -> error.addSuppressed(where.stack(pe)));
    return error;
  }
}
