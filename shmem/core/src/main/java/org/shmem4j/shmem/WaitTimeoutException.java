package org.shmem4j.shmem;

import java.io.Serial;

/** A wait with a deadline did not see its condition in time. Nothing has been changed. */
public final class WaitTimeoutException extends ShmemException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates one. */
  public WaitTimeoutException(String message) {
    super(message);
  }
}
