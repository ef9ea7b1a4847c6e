package org.shmem4j.shmem;

import java.io.Serial;

/** The root of all that this library throws beyond the JDK's argument and index exceptions. */
public class ShmemException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates one: the rule first, then {@code name=value}, then what to do. */
  public ShmemException(String message) {
    super(message);
  }

  /** Creates one with a cause. */
  public ShmemException(String message, Throwable cause) {
    super(message, cause);
  }
}
