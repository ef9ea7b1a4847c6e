package org.shmem4j.launcher.internal;

import java.util.concurrent.TimeUnit;

/**
 * The ladder by which ranks are ended: a signal that they can answer, then KILL, then giving up.
 */
final class Ending {
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long UNKILLABLE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private enum Step {
    NONE,
    SIGNALLED,
    KILLED,
    GIVEN_UP
  }

  private final Ranks ranks;
  private Step step = Step.NONE;
  private long deadline;

  Ending(Ranks ranks) {
    this.ranks = ranks;
  }

  /** Whether the ranks have been told to end: their exits are then no failures of their own. */
  boolean begun() {
    return step != Step.NONE;
  }

  /** Whether ranks outlived even KILL. */
  boolean givenUp() {
    return step == Step.GIVEN_UP;
  }

  /** Tells the ranks to end, unless that was done before. */
  void begin(EndSignal signal, long now) {
    if (step == Step.NONE) {
      step = Step.SIGNALLED;
      deadline = now + GRACE_NANOS;
      ranks.signal(signal);
    }
  }

  /** Kills the ranks at once. */
  void kill(long now) {
    if (step.compareTo(Step.KILLED) < 0) {
      step = Step.KILLED;
      deadline = now + UNKILLABLE_NANOS;
      ranks.kill();
    }
  }

  /** Goes on to the next step when it is time. */
  void tick(long now) {
    if (step == Step.NONE || now - deadline < 0) {
      return;
    }
    if (step == Step.SIGNALLED) {
      kill(now);
    } else {
      step = Step.GIVEN_UP;
    }
  }

  /** Nanoseconds to the next step. */
  long untilNextStep(long now) {
    return step == Step.NONE ? Long.MAX_VALUE : Math.max(0, deadline - now);
  }
}
