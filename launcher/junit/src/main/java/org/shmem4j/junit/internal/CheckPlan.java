package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;
import org.shmem4j.junit.Form;
import org.shmem4j.junit.ShmemCheck;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.Setting;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.CheckReport;
import org.shmem4j.shmem.sim.Replay;
import org.shmem4j.shmem.sim.StrategyKind;

/**
 * One check of a test.
 *
 * @param replay empty for new schedules
 */
record CheckPlan(
    int pes,
    int schedules,
    long seed,
    StrategyKind strategy,
    String replay,
    long heapBytes,
    Duration timeout)
    implements Plan, Serializable {
  private static final int WATCHDOG_SECONDS = 10;

  CheckPlan {
    if (pes < 1 || schedules < 1) {
      throw new IllegalArgumentException(
          "a @ShmemCheck has at least one PE and one schedule: pes="
              + pes
              + " schedules="
              + schedules);
    }
  }

  static CheckPlan of(ShmemCheck check) {
    return new CheckPlan(
        check.pes(),
        check.schedules(),
        check.seed(),
        check.strategy(),
        check.replay(),
        check.heap().isEmpty() ? Setting.HEAP_SIZE.bytes() : ByteSize.parse(check.heap(), "heap"),
        TimeLimit.parse(check.timeout()));
  }

  /** What is passed to the PEs goes to another JVM first. */
  @Override
  public Form form() {
    return Form.PROCESSES;
  }

  @Override
  public Optional<Throwable> run(Script script, Class<?> testClass)
      throws IOException, InterruptedException {
    return CheckForm.run(this, script);
  }

  CheckOptions options() {
    return new CheckOptions(
        pes,
        schedules,
        seed,
        strategy,
        replay.isEmpty() ? null : replay,
        heapBytes,
        WATCHDOG_SECONDS);
  }

  /** The annotation that makes the schedule of a report's findings happen again. */
  String replayOf(CheckReport report) {
    Replay replay = report.replay();
    StringBuilder text = new StringBuilder("@ShmemCheck(pes = " + pes + ", schedules = 1");
    text.append(", strategy = StrategyKind.").append(replay.strategy().name());
    text.append(", seed = ").append(replay.seed());
    if (replay.decisions() != null) {
      text.append(", replay = \"").append(replay.decisions()).append('"');
    }
    return text.append(')').toString();
  }

  @Override
  public String toString() {
    return pes
        + (pes == 1 ? " PE" : " PEs")
        + ", checked in "
        + (replay.isEmpty() ? schedules + " schedules" : "one schedule")
        + " ("
        + strategy
        + ")";
  }
}
