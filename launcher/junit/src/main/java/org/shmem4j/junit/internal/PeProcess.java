package org.shmem4j.junit.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.shmem4j.shmem.job.Job;

/** One PE's JVM, its output, and its end. */
final class PeProcess {
  /** A process that the PE has left behind may hold its output open. */
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);

  private final int pe;
  private final Process process;
  private final List<Thread> threads;

  private PeProcess(int pe, Process process, Job job) {
    this.pe = pe;
    this.process = process;
    this.threads =
        List.of(
            daemon(() -> carry(process.getInputStream(), System.out)),
            daemon(() -> carry(process.getErrorStream(), System.err)),
            daemon(() -> tellEnd(job)));
  }

  /** Starts a PE; its standard input stays open as long as this JVM lives. */
  static PeProcess start(Job job, int pe, Path folder) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(PeCommand.of(folder, pe));
    builder.environment().putAll(job.environment(pe));
    return new PeProcess(pe, builder.start(), job);
  }

  private static Thread daemon(Runnable task) {
    return Thread.ofPlatform().daemon().start(task);
  }

  /** Whole lines, with the PE's number. */
  private void carry(InputStream from, PrintStream to) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        to.println("[" + pe + "] " + line);
      }
    } catch (IOException e) {
      // The process was ended.
    }
  }

  /** The others then stop waiting for it. */
  private void tellEnd(Job job) {
    try {
      job.markDead(pe, process.waitFor());
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
