package org.shmem4j.shmem;

/** A hint for a session of a context (OpenSHMEM 1.6, shmem_ctx_session_start). */
public enum SessionOption {
  /** Many operations follow, so they may be collected (SHMEM_CTX_SESSION_BATCH). */
  BATCH
}
