package org.shmem4j.stress.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. */
final class Commands {
  private static final int TIMEOUT_SECONDS = 120;

  private Commands() {}

  /**
   * Runs a program.
   *
   * @return the lines that it printed, errors included
   * @throws Jobs.FailedRunException if it fails or takes too long, with what it printed
   */
  static List<String> run(List<String> command) {
    try {
      Path output = Files.createTempFile("shmem4j-bench", ".out");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          var _ = process.destroyForcibly().waitFor(1, TimeUnit.SECONDS);
        }
        if (!ended || process.exitValue() != 0) {
          throw new Jobs.FailedRunException(
              "a program failed: "
                  + (ended ? "exit code=" + process.exitValue() : "it ran too long")
                  + ", command="
                  + String.join(" ", command)
                  + System.lineSeparator()
                  + Files.readString(output, StandardCharsets.UTF_8).strip());
        }
        return Files.readAllLines(output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a program could not be run: command=" + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Jobs.FailedRunException("interrupted while a program ran: command=" + command);
    }
  }
}
