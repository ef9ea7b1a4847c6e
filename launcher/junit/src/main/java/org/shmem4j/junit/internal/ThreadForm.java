package org.shmem4j.junit.internal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;

/** Runs a test on PEs that are threads, each with a class loader of its own. */
final class ThreadForm {
  /** How long PEs may take to end once they are told to. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Setup setup;
  private final Script script;
  private final ClassLoader outer;
  private final Map<Integer, Thread> running = new ConcurrentHashMap<>();
  private final List<PeFailure> failures = new CopyOnWriteArrayList<>();
  private volatile Throwable jobFailure;

  private ThreadForm(Setup setup, Script script, ClassLoader outer) {
    this.setup = setup;
    this.script = script;
    this.outer = outer;
  }

  static Report run(Setup setup, Script script, Class<?> testClass) throws InterruptedException {
    return new ThreadForm(setup, script, testClass.getClassLoader()).run();
  }

  private Report run() throws InterruptedException {
    // A daemon, as its threads are then: a PE that computes for ever cannot be ended.
    Thread job = Thread.ofPlatform().daemon().name("job of threads").start(this::runJob);
    Report report = new Report(setup);
    if (!endsInTime(job)) {
      report.passTimeLimit();
      running.forEach((pe, thread) -> report.addLate(pe, Late.at(thread)));
      failures.forEach(report::add);
      if (!end(job)) {
        report.note(
            "\nstill running: "
                + running.keySet()
                + "; a thread that computes cannot be ended, use form=PROCESSES");
      }
    } else {
      addFailures(report);
    }
    return report;
  }

  private boolean endsInTime(Thread job) throws InterruptedException {
    try {
      return job.join(setup.timeout());
    } catch (InterruptedException e) {
      var _ = end(job);
      throw e;
    }
  }

  /** Ends PEs that wait, for others or in the JDK. */
  private boolean end(Thread job) throws InterruptedException {
    job.interrupt();
    running.values().forEach(Thread::interrupt);
    return job.join(GRACE);
  }

  private void runJob() {
    try {
      Shmem.threads(setup.spec(), this::runPe);
    } catch (Throwable e) {
      jobFailure = e;
    }
  }

  private void runPe(Shmem shmem) throws Exception {
    int pe = shmem.pe();
    ClassLoader loader = new PeClassLoader(pe, outer);
    Thread.currentThread().setContextClassLoader(loader);
    running.put(pe, Thread.currentThread());
    try {
      PeTest.run(script, shmem, loader, e -> failures.add(PeFailure.now(pe, e)));
    } finally {
      running.remove(pe);
    }
  }

  /** The job knows which failures are only its own ending. */
  private void addFailures(Report report) {
    if (jobFailure == null) {
      return;
    }
    List<PeFailure> named = failures.stream().filter(this::isNamed).toList();
    named.forEach(report::add);
    if (named.isEmpty()) {
      throw new ShmemException("the job failed: " + jobFailure.getMessage(), jobFailure);
    }
  }

  private boolean isNamed(PeFailure failure) {
    return Stream.concat(
            Stream.ofNullable(jobFailure.getCause()), Stream.of(jobFailure.getSuppressed()))
        .anyMatch(e -> failure.thrown().equals(e) || failure.thrown().equals(e.getCause()));
  }
}
