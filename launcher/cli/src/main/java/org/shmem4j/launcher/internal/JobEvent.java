package org.shmem4j.launcher.internal;

import java.io.IOException;

/** What the launcher can learn about a running job. */
sealed interface JobEvent {
  /** A rank's process is gone; the code is 128 + number after a signal. */
  record RankExited(int rank, int code) implements JobEvent {}

  /** Somebody sent the launcher a signal. */
  record Signalled(EndSignal signal) implements JobEvent {}

  /** Nobody reads the launcher's standard output any longer. */
  record OutputFailed(IOException reason) implements JobEvent {}
}
