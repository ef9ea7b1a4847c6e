package org.shmem4j.junit.internal;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opentest4j.AssertionFailedError;

/** Has a test checked in a JVM that is started for it. */
final class CheckForm {
  /** What a simulation needs. */
  private static final List<String> FLAGS =
      List.of("-Dshmem4j.simulated=true", "--add-opens=java.base/java.lang=ALL-UNNAMED");

  private final CheckPlan plan;
  private final ChildJvms jvms;

  private CheckForm(CheckPlan plan, ChildJvms jvms) {
    this.plan = plan;
    this.jvms = jvms;
  }

  static Optional<Throwable> run(CheckPlan plan, Script script)
      throws IOException, InterruptedException {
    try (ChildJvms jvms = new ChildJvms(() -> {})) {
      return new CheckForm(plan, jvms).run(script);
    }
  }

  private Optional<Throwable> run(Script script) throws IOException, InterruptedException {
    Instant limit = Instant.now().plus(plan.timeout());
    new CheckOrder(Order.of(script, limit), plan).write(jvms.folder());
    jvms.start(
        JvmCommand.of(CheckMain.class, FLAGS, jvms.folder().toString()),
        Map.of(),
        "check",
        code -> {});
    jvms.awaitEnd(limit);
    Optional<CheckAnswer> answer = CheckAnswer.read(jvms.folder());
    return answer.isPresent() ? error(answer.get()) : Optional.of(silent());
  }

  private Optional<Throwable> error(CheckAnswer answer) {
    if (answer.late() != CheckAnswer.IN_TIME) {
      return Optional.of(failure(late(answer.late())));
    }
    if (answer.thrown() != null) {
      return Optional.of(answer.thrown().toThrowable());
    }
    return Optional.ofNullable(answer.report()).map(CheckForm::failure);
  }

  private String late(int schedule) {
    return "the check took longer than its time limit: timeout="
        + TimeLimit.text(plan.timeout())
        + " pes="
        + plan.options().pes()
        + " schedule="
        + schedule
        + " of="
        + plan.options().schedules()
        + "; give it more time, or fewer schedules";
  }

  private Throwable silent() throws InterruptedException {
    ChildJvm jvm = jvms.get(0);
    return failure(
        jvm.awaitEnd(Instant.now())
            ? "the JVM of the check ended before the check had: exitCode=" + jvm.exitCode()
            : late(0));
  }

  /** Its stack would only show JUnit. */
  private static AssertionFailedError failure(String message) {
    AssertionFailedError error = new AssertionFailedError(message);
    error.setStackTrace(new StackTraceElement[0]);
    return error;
  }
}
