package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * What a PE's JVM tells JUnit's, by a file.
 *
 * @param failure null if there was none
 * @param at when it failed
 * @param late where it was at the time limit; null if it had ended
 */
record Answer(Thrown failure, Instant at, Late late) implements Serializable {
  void write(Path folder, int pe) throws IOException {
    ObjectFile.write(file(folder, pe), this);
  }

  /** Empty if the PE has given none. */
  static Optional<Answer> read(Path folder, int pe) throws IOException {
    Path file = file(folder, pe);
    return Files.exists(file) ? Optional.of(ObjectFile.read(file, Answer.class)) : Optional.empty();
  }

  private static Path file(Path folder, int pe) {
    return folder.resolve("answer-" + pe);
  }
}
