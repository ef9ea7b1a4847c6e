package org.shmem4j.shmem;

import java.io.Serial;

/**
 * A wait without a deadline that nobody can end any more: all other PEs wait in finalize or have
 * ended, and no other thread of this PE could change what is awaited.
 *
 * <p>It is thrown only if that is certain. Other threads, pools and virtual threads that a program
 * has make it uncertain, and then the wait goes on.
 */
public final class EndlessWaitException extends ShmemException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates one. */
  public EndlessWaitException(String message) {
    super(message);
  }
}
