package org.shmem4j.shmem.sim;

import java.io.Serial;

/** Carries what a program threw that is checked. */
final class ProgramFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  ProgramFailure(Throwable cause) {
    super(cause.toString(), cause, false, false);
  }
}
