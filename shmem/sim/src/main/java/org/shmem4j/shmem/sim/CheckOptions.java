package org.shmem4j.shmem.sim;

import java.io.Serializable;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.Setting;

/**
 * How a program is checked. {@link #of} has the defaults; the other methods change one of them.
 *
 * @param pes how many PEs
 * @param first the first schedule: its strategy, which the others have too, and its seed; with
 *     decisions it is the only one
 * @param schedules how many are tried, unless one has a finding before
 * @param heapBytes each PE's symmetric heap
 * @param watchdogSeconds how long a PE may run without a shmem operation
 */
public record CheckOptions(
    int pes, Replay first, int schedules, long heapBytes, int watchdogSeconds)
    implements Serializable {
  /** How many schedules are tried. */
  public static final int DEFAULT_SCHEDULES = 500;

  /** The first schedule's seed. */
  public static final long DEFAULT_SEED = 1;

  /** How schedules are chosen. */
  public static final StrategyKind DEFAULT_STRATEGY = StrategyKind.RANDOM;

  /** How many seconds a PE may run without a shmem operation. */
  public static final int DEFAULT_WATCHDOG_SECONDS = 10;

  /**
   * Refuses what cannot be checked. A replay is one schedule, whatever {@code schedules} says.
   *
   * @throws IllegalArgumentException if there cannot be such a job, or nothing is to be tried
   */
  public CheckOptions {
    var _ = job(pes, heapBytes); // which knows the rules for these two
    if (schedules < 1) {
      throw new IllegalArgumentException(
          "a check tries at least one schedule: schedules=" + schedules + "; give it 1 or more");
    }
    if (watchdogSeconds < 1) {
      throw new IllegalArgumentException(
          "a PE needs some time between two operations: watchdog="
              + watchdogSeconds
              + "; give it 1 second or more");
    }
    schedules = first.decisions() == null ? schedules : 1;
  }

  /** A check of so many PEs, whose heaps are as large as {@link Setting#HEAP_SIZE} says. */
  public static CheckOptions of(int pes) {
    return new CheckOptions(
        pes,
        new Replay(DEFAULT_STRATEGY, DEFAULT_SEED, null),
        DEFAULT_SCHEDULES,
        Setting.HEAP_SIZE.bytes(),
        DEFAULT_WATCHDOG_SECONDS);
  }

  /** This one, with so many schedules; a replay keeps its one. */
  public CheckOptions withSchedules(int count) {
    return new CheckOptions(pes, first, count, heapBytes, watchdogSeconds);
  }

  /** This one, with schedules chosen in another way. */
  public CheckOptions withStrategy(StrategyKind strategy) {
    Replay begin = new Replay(strategy, first.seed(), first.decisions());
    return new CheckOptions(pes, begin, schedules, heapBytes, watchdogSeconds);
  }

  /** This one, with another first schedule; the next ones have the next numbers. */
  public CheckOptions withSeed(long seed) {
    Replay begin = new Replay(first.strategy(), seed, first.decisions());
    return new CheckOptions(pes, begin, schedules, heapBytes, watchdogSeconds);
  }

  /** This one, with heaps of another size. */
  public CheckOptions withHeapBytes(long bytes) {
    return new CheckOptions(pes, first, schedules, bytes, watchdogSeconds);
  }

  /** This one, with another time that a PE may run without a shmem operation. */
  public CheckOptions withWatchdogSeconds(int seconds) {
    return new CheckOptions(pes, first, schedules, heapBytes, seconds);
  }

  /** This one, with only the schedule that a report has named. */
  public CheckOptions replaying(Replay replay) {
    return new CheckOptions(pes, replay, 1, heapBytes, watchdogSeconds);
  }

  /**
   * Whether a schedule is played again. One of the random strategy is not, but tried once more: it
   * needs no decisions.
   */
  boolean isReplay() {
    return first.decisions() != null;
  }

  /** The job that is simulated. */
  JobSpec job() {
    return job(pes, heapBytes);
  }

  private static JobSpec job(int pes, long heapBytes) {
    return new JobSpec(pes, heapBytes, HeapBacking.MAPPED, true, false);
  }
}
