package org.shmem4j.shmem;

import java.io.Serial;

/**
 * Another PE ended before it finalized, so what this PE waits for may never come.
 *
 * <p>Afterwards only local operations and {@link Shmem#close()}, which then meets nobody, are of
 * use.
 */
public final class PeerFailedException extends ShmemException {
  @Serial private static final long serialVersionUID = 1L;

  /** The exit code of a PE whose end was seen but not its code. */
  public static final int UNKNOWN = -1;

  private static final int LAST_SIGNAL = 64;

  private final int pe;
  private final int exitCode;

  /**
   * Creates one.
   *
   * @param pe the PE that ended
   * @param exitCode its exit code, 128 + n for signal n, or {@link #UNKNOWN}
   * @param waitedFor what the caller was waiting for
   */
  public PeerFailedException(int pe, int exitCode, String waitedFor) {
    super(
        "another PE ended before it finalized: pe="
            + pe
            + describe(exitCode)
            + "; this PE was waiting for "
            + waitedFor);
    this.pe = pe;
    this.exitCode = exitCode;
  }

  private static String describe(int exitCode) {
    if (exitCode == UNKNOWN) {
      return " exitCode=unknown";
    }
    return exitCode > 128 && exitCode <= 128 + LAST_SIGNAL
        ? " signal=" + (exitCode - 128)
        : " exitCode=" + exitCode;
  }

  /** The PE that ended. */
  public int pe() {
    return pe;
  }

  /** Its exit code, 128 + n for signal n, or {@link #UNKNOWN}. */
  public int exitCode() {
    return exitCode;
  }
}
