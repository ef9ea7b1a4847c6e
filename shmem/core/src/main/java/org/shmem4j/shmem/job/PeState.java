package org.shmem4j.shmem.job;

/** Where a PE stands in its life. */
public enum PeState {
  /** Has not joined the job yet. */
  UNBORN,
  /** Has joined. */
  ATTACHED,
  /** Has left together with all others. */
  FINALIZED,
  /** Ended without finalizing. */
  DEAD;

  private static final PeState[] VALUES = values();

  /** The state with that ordinal. */
  public static PeState of(int ordinal) {
    return VALUES[ordinal];
  }
}
