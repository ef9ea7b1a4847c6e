package org.shmem4j.stress.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.shmem4j.launcher.Main;

/** Runs one job of ours or one program of a peer, and reads what it measured. */
final class Jobs {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** What a hop of the ring takes at most, on average. */
  private static final Duration LONGEST_HOP = Duration.ofNanos(50_000);

  /**
   * What is measured is compiled code, the same as without this flag; but on a busy machine a
   * compiler in the background may come too late for the measurement. Not where a PE waits: the
   * compiler's work is part of that, and a notifier that stops to compile looks late.
   */
  private static final String COMPILE_BEFORE_GOING_ON = "--jvm-arg=-Xbatch";

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
  static List<Measurement> ours(Assignment assignment, int pes) {
    try {
      Path results = Files.createTempFile("shmem4j-bench", ".csv");
      try {
        List<String> command =
            new ArrayList<>(
                List.of(
                    "run",
                    "-n",
                    Integer.toString(pes),
                    "--bind-to=" + (fits(pes) ? "core" : "none"),
                    "--wait=" + assignment.waiting().id(),
                    "--timeout=" + timeout(assignment, pes).toSeconds() + "s",
                    "-cp",
                    classPath(),
                    BenchMain.class.getName(),
                    results.toString()));
        command.addAll(assignment.arguments());
        if (assignment.suite() == Suite.P2P || assignment.suite() == Suite.BARRIER) {
          command.add(1, COMPILE_BEFORE_GOING_ON);
        }
        int exitCode = Main.execute(command.toArray(String[]::new));
        if (exitCode != 0) {
          throw new FailedRunException(
              "the benchmark's job failed: suite="
                  + assignment.suite().id()
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

  private static Duration timeout(Assignment assignment, int pes) {
    return TIMEOUT.plus(LONGEST_HOP.multipliedBy(assignment.rounds()).multipliedBy(pes));
  }

  /** Runs a peer's program. */
  static List<Measurement> peer(Peer peer, Path directory, Suite suite, int pes) {
    try {
      return parse(Commands.run(peer.command(directory, suite, pes)));
    } catch (FailedRunException e) {
      throw new FailedRunException(peer.title() + ": " + e.getMessage());
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
