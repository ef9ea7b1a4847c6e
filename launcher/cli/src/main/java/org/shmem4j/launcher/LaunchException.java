package org.shmem4j.launcher;

import org.shmem4j.shmem.ShmemException;

/** The job could not be started: the message says what was wrong and what to do. */
public final class LaunchException extends ShmemException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * Creates an exception that ends the command.
   *
   * @param exitCode the command's exit code
   * @param message what was wrong and what to do
   */
  public LaunchException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /**
   * Creates an exception that ends the command.
   *
   * @param exitCode the command's exit code
   * @param message what was wrong and what to do
   * @param cause what the system said
   */
  public LaunchException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Returns the code that the command exits with. */
  public int exitCode() {
    return exitCode;
  }
}
