package org.shmem4j.junit.internal;

import java.io.IOException;
import java.nio.file.Path;
import org.opentest4j.TestAbortedException;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Checker;
import org.shmem4j.shmem.sim.ReportText;

/** The JVM that checks a test. */
final class CheckMain {
  private final Path folder;
  private final Order order;
  private final CheckPlan plan;
  private volatile int schedule;
  private volatile TestAbortedException aborted;
  private boolean answered;

  private CheckMain(Path folder, CheckOrder order) {
    this.folder = folder;
    this.order = order.order();
    this.plan = order.plan();
  }

  /** Checks the test of the order in a folder, where the answer goes. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    new CheckMain(folder, CheckOrder.read(folder)).run();
  }

  private void run() throws IOException {
    Child.begin(order, () -> answer(new CheckAnswer(null, null, schedule)));
    answer(check());
    Child.exit(0);
  }

  private CheckAnswer check() {
    try (CheckedTest test = new CheckedTest(order.script(), this::failed)) {
      CheckReport report = Checker.check(plan.options(), test, number -> schedule = number);
      if (aborted != null) {
        return new CheckAnswer(null, Thrown.of(aborted), CheckAnswer.IN_TIME);
      }
      if (report.findings().isEmpty()) {
        report.notes().forEach(note -> System.out.println("note: " + note));
        return new CheckAnswer(null, null, CheckAnswer.IN_TIME);
      }
      return new CheckAnswer(text(report), null, CheckAnswer.IN_TIME);
    } catch (Throwable e) {
      return new CheckAnswer(null, Thrown.of(e), CheckAnswer.IN_TIME);
    }
  }

  /** A failed assumption is no finding. */
  private void failed(Throwable e) {
    if (e instanceof TestAbortedException abort) {
      aborted = abort;
    }
  }

  private String text(CheckReport report) {
    MethodName method = order.script().info().testMethod();
    String name = method.declaringClass() + '.' + method.name();
    return ReportText.of(name, plan.options(), report, plan::annotationOf);
  }

  private synchronized void answer(CheckAnswer answer) throws IOException {
    if (!answered) {
      answered = true;
      answer.write(folder);
    }
  }
}
