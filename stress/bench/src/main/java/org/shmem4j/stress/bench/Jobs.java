package org.shmem4j.stress.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.shmem4j.launcher.Main;

/** Runs one job of ours or one program of a peer, and reads what it measured. */
final class Jobs {
  private static final String TIMEOUT = "10m";

  /**
   * What is measured is compiled code, the same as without this flag; but on a busy machine a
   * compiler in the background may come too late for the measurement.
   */
  private static final String COMPILE_BEFORE_GOING_ON = "--jvm-arg=-Xbatch";

  private static final int PEER_TIMEOUT_SECONDS = 120;

  private Jobs() {}

  /** Whether each PE has a processor of its own. */
  static boolean fits(int pes) {
    return pes <= Runtime.getRuntime().availableProcessors();
  }

  /** A job or a program that did not end well. */
  static final class FailedRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedRunException(String message) {
      super(message);
    }
  }

  /** Runs our benchmark, each PE on a processor of its own where there are enough. */
  static List<Measurement> ours(Suite suite, int pes, boolean brief, String filter) {
    try {
      Path results = Files.createTempFile("shmem4j-bench", ".csv");
      try {
        int exitCode =
            Main.execute(
                "run",
                "-n",
                Integer.toString(pes),
                "--bind-to=" + (fits(pes) ? "core" : "none"),
                "--timeout=" + TIMEOUT,
                COMPILE_BEFORE_GOING_ON,
                "-cp",
                classPath(),
                BenchMain.class.getName(),
                suite.id(),
                results.toString(),
                brief ? BenchMain.SHORT : BenchMain.FULL,
                filter);
        if (exitCode != 0) {
          throw new FailedRunException(
              "the benchmark's job failed: suite="
                  + suite.id()
                  + ", pes="
                  + pes
                  + ", exit code="
                  + exitCode);
        }
        return parse(Files.readAllLines(results));
      } finally {
        Files.delete(results);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the benchmark's results could not be read", e);
    }
  }

  /** Runs a peer's program. */
  static List<Measurement> peer(Peer peer, Path directory, Suite suite, int pes) {
    List<String> command = peer.command(directory, suite, pes);
    try {
      Path output = Files.createTempFile("shmem4j-peer", ".csv");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        boolean ended = process.waitFor(PEER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (!ended) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          boolean ignored = process.destroyForcibly().waitFor(1, TimeUnit.SECONDS);
        }
        if (!ended || process.exitValue() != 0) {
          throw new FailedRunException(
              peer.title()
                  + " failed: "
                  + (ended ? "exit code=" + process.exitValue() : "it ran too long")
                  + ", command="
                  + String.join(" ", command)
                  + System.lineSeparator()
                  + Files.readString(output, StandardCharsets.UTF_8).strip());
        }
        return parse(Files.readAllLines(output));
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a peer could not be run: command=" + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailedRunException("interrupted while a peer ran: command=" + command);
    }
  }

  private static List<Measurement> parse(List<String> lines) {
    List<Measurement> measurements = new ArrayList<>();
    for (String line : lines) {
      Measurement.parse(line).ifPresent(measurements::add);
    }
    return measurements;
  }

  /** What a PE needs besides the core: this class's jar and HdrHistogram's. */
  private static String classPath() {
    return Stream.of(BenchMain.class, Histogram.class)
        .map(Jobs::jarOf)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String jarOf(Class<?> type) {
    try {
      return Optional.ofNullable(type.getProtectionDomain().getCodeSource())
          .map(source -> source.getLocation())
          .orElseThrow(() -> new IllegalStateException("a class comes from no jar: class=" + type))
          .toURI()
          .getPath();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class comes from a strange place: class=" + type, e);
    }
  }
}
