package org.shmem4j.stress.suites.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A run of the distribution's own command, started as a user would. */
final class LaunchedJob {
  private static final long LIMIT_SECONDS = 60;

  private final Process process;
  private final CompletableFuture<String> output;
  private final CompletableFuture<String> errors;

  private LaunchedJob(Process process) {
    this.process = process;
    this.output = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
    this.errors = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
  }

  /** Starts {@code shmem4j run WORDS... Behaviour ARGS...}. */
  static LaunchedJob start(List<String> words, String... arguments) {
    List<String> command = command(words);
    command.addAll(Arrays.asList(arguments));
    try {
      return new LaunchedJob(
          new ProcessBuilder(command).redirectInput(new File("/dev/null")).start());
    } catch (IOException e) {
      throw new IllegalStateException("the launcher cannot be started", e);
    }
  }

  /** Starts a job of the behaviour on a number of ranks. */
  static LaunchedJob start(int ranks, String... arguments) {
    return start(List.of("-n", Integer.toString(ranks)), arguments);
  }

  /** The words of a command that runs {@link Behaviour}, without its arguments. */
  static List<String> command(List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("shmem4j.home"), "bin", "shmem4j").toString());
    command.add("run");
    command.addAll(words);
    command.addAll(List.of("-cp", classes(), Behaviour.class.getName()));
    return command;
  }

  private static String classes() {
    try {
      return Path.of(Behaviour.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String read(InputStream in) {
    try (in) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "cannot be read: " + e;
    }
  }

  /** Waits for the end; returns the exit code. */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroy();
      throw new AssertionError("the job did not end; errors so far: " + errors.join());
    }
    return process.exitValue();
  }

  /** The launcher's process. */
  long pid() {
    return process.pid();
  }

  /** All standard output, at the end. */
  String output() {
    return output.join();
  }

  /** Standard output as lines, sorted: the order among ranks is free. */
  List<String> sortedLines() {
    return output().lines().sorted().toList();
  }

  /** All standard error, at the end. */
  String errors() {
    return errors.join();
  }

  /** Sends a signal to the launcher. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  /** Waits until the launcher has so many ranks; returns them. */
  List<ProcessHandle> awaitRanks(int count) throws InterruptedException {
    for (int i = 0; i < 1200; i++) {
      List<ProcessHandle> ranks =
          process
              .children()
              .filter(child -> child.info().command().orElse("").endsWith("/java"))
              .sorted()
              .toList();
      if (ranks.size() == count) {
        return ranks;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("the ranks did not start: " + count);
  }

  /** Says whether all are gone before long. */
  static boolean areGoneSoon(List<ProcessHandle> ranks) throws InterruptedException {
    for (int i = 0; i < 60; i++) {
      if (ranks.stream().noneMatch(ProcessHandle::isAlive)) {
        return true;
      }
      Thread.sleep(50);
    }
    return false;
  }
}
