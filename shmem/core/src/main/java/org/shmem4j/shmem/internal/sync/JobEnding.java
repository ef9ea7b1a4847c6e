package org.shmem4j.shmem.internal.sync;

import java.io.Serial;

/** Unwinds a PE that is a thread after some PE has called globalExit. */
public final class JobEnding extends Error {
  @Serial private static final long serialVersionUID = 1L;

  private final int status;

  /** Creates one. */
  public JobEnding(int status) {
    super("globalExit(" + status + ")", null, false, false);
    this.status = status;
  }

  /** The job's status. */
  public int status() {
    return status;
  }
}
