package org.shmem4j.junit.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A JVM that does a test's work, its output, and its end. */
final class ChildJvm {
  /** A process that it has left behind may hold its output open. */
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

  private final String tag;
  private final Process process;
  private final List<Thread> threads;

  private ChildJvm(String tag, Process process, IntConsumer onEnd) {
    this.tag = tag;
    this.process = process;
    this.threads =
        List.of(
            daemon(() -> carry(process.getInputStream(), System.out)),
            daemon(() -> carry(process.getErrorStream(), System.err)),
            daemon(() -> tellEnd(onEnd)));
  }

  /**
   * Starts it; its standard input stays open as long as this JVM lives.
   *
   * @param tag begins each line of its output
   * @param onEnd is told its exit code
   */
  static ChildJvm start(
      List<String> command, Map<String, String> environment, String tag, IntConsumer onEnd)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new ChildJvm(tag, builder.start(), onEnd);
  }

  private static Thread daemon(Runnable task) {
    return Thread.ofPlatform().daemon().start(task);
  }

  /** Whole lines. */
  private void carry(InputStream from, PrintStream to) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        to.println("[" + tag + "] " + line);
      }
    } catch (IOException e) {
      // The process was ended.
    }
  }

  private void tellEnd(IntConsumer onEnd) {
    try {
      onEnd.accept(process.waitFor());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean awaitEnd(Instant limit) throws InterruptedException {
    Duration left = Duration.between(Instant.now(), limit);
    return process.waitFor(left.isPositive() ? left : Duration.ZERO);
  }

  int exitCode() {
    return process.exitValue();
  }

  /** Ends it, what it has started, and all that serves it here. */
  void end() {
    kill();
    try {
      for (Thread thread : threads) {
        var _ = thread.join(LAST_OUTPUT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends it and what it has started. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    var _ = process.toHandle().destroyForcibly();
  }
}
