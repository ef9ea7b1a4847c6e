package org.shmem4j.junit.internal;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.shmem4j.shmem.job.Job;

/** Runs a test on PEs that are processes. */
final class ProcessForm {
  private final Setup setup;
  private final Job job;
  private final ChildJvms jvms;

  private ProcessForm(Setup setup, Job job, ChildJvms jvms) {
    this.setup = setup;
    this.job = job;
    this.jvms = jvms;
  }

  static Report run(Setup setup, Script script) throws IOException, InterruptedException {
    var _ = Job.sweep();
    Job job = Job.create(setup.spec());
    try (ChildJvms jvms = new ChildJvms(job::close)) {
      return new ProcessForm(setup, job, jvms).run(script);
    }
  }

  private Report run(Script script) throws IOException, InterruptedException {
    Instant limit = Instant.now().plus(setup.timeout());
    Order.of(script, limit).write(jvms.folder());
    for (int pe = 0; pe < setup.pes(); pe++) {
      start(pe);
    }
    jvms.awaitEnd(limit);
    Report report = new Report(setup);
    for (int pe = 0; pe < setup.pes(); pe++) {
      addTo(report, pe, Answer.read(jvms.folder(), pe));
    }
    return report;
  }

  private void start(int pe) throws IOException {
    String number = Integer.toString(pe);
    jvms.start(
        JvmCommand.of(PeMain.class, List.of(), jvms.folder().toString(), number),
        job.environment(pe),
        number,
        code -> job.markDead(pe, code)); // the others then stop waiting for it
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
    if (!jvms.get(pe).awaitEnd(Instant.now())) {
      report.addLate(pe, new Late(List.of()));
      return;
    }
    int code = jvms.get(pe).exitCode();
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
}
