package org.shmem4j.shmem;

import java.io.Serial;

/**
 * The root of what a caller can act on: PEs that disagree, a full heap, a dead PE, a deadline. A
 * bad argument is one of the JDK's argument, index or state exceptions.
 */
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
