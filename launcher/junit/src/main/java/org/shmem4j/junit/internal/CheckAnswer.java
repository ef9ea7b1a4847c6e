package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a check went, for JUnit's JVM, by a file.
 *
 * @param report text about what was found; null if nothing was
 * @param thrown why there is no report: the test was aborted, or the check is impossible; else null
 * @param late the schedule that ran at the time limit; {@link #IN_TIME} if all had ended
 */
record CheckAnswer(String report, Thrown thrown, int late) implements Serializable {
  static final int IN_TIME = -1;

  private static final String FILE = "answer";

  void write(Path folder) throws IOException {
    ObjectFile.write(folder.resolve(FILE), this);
  }

  /** Empty if there is none. */
  static Optional<CheckAnswer> read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    return Files.exists(file)
        ? Optional.of(ObjectFile.read(file, CheckAnswer.class))
        : Optional.empty();
  }
}
