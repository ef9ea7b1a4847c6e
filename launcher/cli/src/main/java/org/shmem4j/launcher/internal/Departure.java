package org.shmem4j.launcher.internal;

import java.util.OptionalInt;
import org.shmem4j.shmem.job.PeState;

/** What it means that a rank's process is gone. */
enum Departure {
  /** It did its part. */
  DONE,

  /** It left with code 0 while others may still wait for it: it counts as dead. */
  EARLY,

  /** It failed. */
  FAILED,

  /** It ended the whole job by {@code globalExit}, or followed another rank's. */
  GLOBAL_EXIT,

  /** It left with code 0 and has not joined the job so far: a plain program, or a missing rank. */
  NEVER_JOINED;

  /** Whether the rank may have ended only because another one had. */
  boolean mayFollowAnother() {
    return this == FAILED || this == GLOBAL_EXIT;
  }

  /**
   * Judges a rank's exit.
   *
   * @param code its exit code
   * @param state how far it came in the job
   * @param globalExit the status that some rank ended the job with, if one did
   */
  static Departure of(int code, PeState state, OptionalInt globalExit) {
    if (globalExit.isPresent() && globalExit.getAsInt() == code) {
      return GLOBAL_EXIT;
    }
    if (code != 0) {
      return FAILED;
    }
    return switch (state) {
      case UNBORN -> NEVER_JOINED;
      case ATTACHED, DEAD -> EARLY; // DEAD: its peers were quicker to see it
      case FINALIZED -> DONE;
    };
  }
}
