package org.shmem4j.stress.suites;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A {@link JobRun} that has been started. */
final class Running {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final JobRun run;
  private final Process process;
  private final String mark;
  private final Path folder;
  private final Output out;
  private final Output err;
  private final long startedAt = System.nanoTime();

  Running(JobRun run, Process process, String mark, Path folder) {
    this.run = run;
    this.process = process;
    this.mark = mark;
    this.folder = folder;
    this.out = Output.of(process.getInputStream());
    this.err = Output.of(process.getErrorStream());
  }

  long pid() {
    return process.pid();
  }

  /** Sends a signal such as {@code KILL} to the started process. */
  void signal(String name) throws IOException, InterruptedException {
    signal(name, pid());
  }

  /** Sends a signal to a process. */
  static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
  }

  /** The processes of this run that live, of whatever parent. */
  List<ProcessHandle> living() {
    return JobRun.marked(mark);
  }

  /** Waits until standard output holds a match, and returns it. */
  MatchResult awaitOut(String regex) throws InterruptedException {
    return awaitOut(regex, 1).getFirst();
  }

  /** Waits until standard output holds so many matches, and returns them. */
  List<MatchResult> awaitOut(String regex, int count) throws InterruptedException {
    Pattern pattern = Pattern.compile(regex);
    long end = startedAt + run.limit().toNanos();
    while (true) {
      boolean over = !process.isAlive() || System.nanoTime() > end;
      List<MatchResult> found = pattern.matcher(out.text()).results().toList();
      if (found.size() >= count) {
        return found;
      }
      if (over) {
        throw giveUp("no " + count + " x \"" + regex + "\" on standard output");
      }
      Thread.sleep(10);
    }
  }

  /** Waits for the end and looks for what was left behind. */
  Outcome await() throws IOException, InterruptedException {
    Duration left = run.limit().minusNanos(System.nanoTime() - startedAt);
    if (!process.waitFor(left.toNanos(), TimeUnit.NANOSECONDS)) {
      throw giveUp("did not end within " + run.limit());
    }
    long endedAt = System.currentTimeMillis();
    Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
    String leftProcesses = run.leftProcesses(mark, PATIENCE);
    out.await(PATIENCE);
    err.await(PATIENCE);
    Outcome outcome =
        new Outcome(run.words(), process.exitValue(), out.text(), err.text(), took, endedAt);
    outcome.check(leftProcesses.isEmpty(), "left processes: " + leftProcesses);
    String leftFiles = run.leftFiles();
    outcome.check(leftFiles.isEmpty(), "left files: " + leftFiles);
    String crashes = crashes();
    outcome.check(crashes.isEmpty(), "a JVM crashed:\n" + crashes);
    deleteFolder();
    return outcome;
  }

  /** Ends the run's processes, with their stacks shown first. */
  private AssertionError giveUp(String why) throws InterruptedException {
    List<ProcessHandle> left = living();
    for (ProcessHandle hung : left) {
      if (hung.info().command().orElse("").endsWith("java")) {
        try {
          signal("QUIT", hung.pid());
        } catch (IOException e) {
          // only the stacks will be missing
        }
      }
    }
    Thread.sleep(500);
    left.forEach(ProcessHandle::destroyForcibly);
    process.waitFor(1, TimeUnit.SECONDS);
    out.await(PATIENCE);
    err.await(PATIENCE);
    int code = process.isAlive() ? -1 : process.exitValue();
    Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
    try {
      run.leftFiles();
    } catch (IOException e) {
      // the run has failed anyway
    }
    String printed = withoutForeignStacks(out.text());
    return new Outcome(run.words(), code, printed, err.text(), took, 0).failure(why);
  }

  /** Of the threads in a dump only those that are in the library say something. */
  private static String withoutForeignStacks(String text) {
    StringBuilder kept = new StringBuilder();
    for (String paragraph : text.split("(?<=\n([0-9]{1,5}: )?\n)", -1)) {
      if (!paragraph.matches("(?s)([0-9]+: )?[\"A-Z_].*") || paragraph.contains("org.shmem4j.")) {
        kept.append(paragraph);
      }
    }
    return kept.toString();
  }

  private String crashes() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files.filter(f -> f.getFileName().toString().startsWith("hs_err")).toList()) {
        String text = Files.readString(file);
        found.add(file + "\n" + text.substring(0, Math.min(text.length(), 3000)));
      }
    }
    return String.join("\n", found);
  }

  private void deleteFolder() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
