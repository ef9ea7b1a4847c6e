package org.shmem4j.shmem;

import java.io.Serial;

/**
 * The PEs disagree: they met in different collectives, or with different arguments, or one of them
 * failed inside. Thrown on every PE, with each PE's call and call site; nothing has been changed on
 * any of them.
 */
public final class SymmetryException extends ShmemException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates one. */
  public SymmetryException(String message, Throwable ownError) {
    super(message, ownError);
  }
}
