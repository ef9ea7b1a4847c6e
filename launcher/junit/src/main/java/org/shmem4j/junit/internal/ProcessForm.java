package org.shmem4j.junit.internal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.shmem4j.shmem.job.Job;

/** Runs a test on PEs that are processes. */
final class ProcessForm implements AutoCloseable {
  /** How long after the time limit a PE may still say where it was. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Setup setup;
  private final Job job;
  private final Path folder;
  private final List<PeProcess> processes = new ArrayList<>();
  private final Thread hook = new Thread(this::killAndRemove, "end PEs");

  private ProcessForm(Setup setup) throws IOException {
    this.setup = setup;
    this.folder = Files.createTempDirectory("shmem4j-test-");
    this.job = Job.create(setup.spec());
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static Report run(Setup setup, Script script) throws IOException, InterruptedException {
    var _ = Job.sweep();
    try (ProcessForm form = new ProcessForm(setup)) {
      return form.run(script);
    }
  }

  private Report run(Script script) throws IOException, InterruptedException {
    Instant limit = Instant.now().plus(setup.timeout());
    new Order(script, properties(), limit).write(folder);
    for (int pe = 0; pe < setup.pes(); pe++) {
      processes.add(PeProcess.start(job, pe, folder));
    }
    for (PeProcess process : processes) {
      var _ = process.awaitEnd(limit.plus(GRACE));
    }
    Report report = new Report(setup);
    for (int pe = 0; pe < setup.pes(); pe++) {
      addTo(report, pe, Answer.read(folder, pe));
    }
    return report;
  }

  private static Map<String, String> properties() {
    Map<String, String> properties = new TreeMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      properties.put(name, System.getProperty(name));
    }
    return properties;
  }

  private void addTo(Report report, int pe, Optional<Answer> answer) throws InterruptedException {
    if (answer.isEmpty()) {
      addSilent(report, pe);
      return;
    }
    Thrown failure = answer.get().failure();
    if (failure != null) {
      report.add(new PeFailure(pe, answer.get().at(), failure.toThrowable(), failure.isEffect()));
    }
    if (answer.get().late() != null) {
      report.addLate(pe, answer.get().late());
    }
  }

  /** It hangs, has died, or the job was ended by globalExit. */
  private void addSilent(Report report, int pe) throws InterruptedException {
    if (!processes.get(pe).awaitEnd(Instant.now())) {
      report.addLate(pe, new Late(List.of()));
      return;
    }
    int code = processes.get(pe).exitCode();
    OptionalInt caller = job.exitCaller();
    if (caller.isEmpty()) {
      add(report, pe, "the PE's process ended before its test had: exitCode=" + code);
    } else if (caller.getAsInt() == pe && code != 0) {
      add(report, pe, "the PE called globalExit: status=" + code);
    }
  }

  private static void add(Report report, int pe, String what) {
    report.add(PeFailure.now(pe, new IllegalStateException(what)));
  }

  @Override
  public void close() {
    try {
      for (PeProcess process : processes) {
        process.end();
      }
    } finally {
      Runtime.getRuntime().removeShutdownHook(hook);
      killAndRemove();
    }
  }

  private void killAndRemove() {
    processes.forEach(PeProcess::kill);
    job.close();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      // A PE was about to write; what is left is the system's to remove.
    }
  }
}
