package org.shmem4j.shmem;

/** What a program promises about a context (OpenSHMEM 1.6, Communication Management). */
public enum ContextOption {
  /** One thread at a time uses it (SHMEM_CTX_SERIALIZED). */
  SERIALIZED,
  /** Only the thread that creates it uses and closes it (SHMEM_CTX_PRIVATE). */
  PRIVATE,
  /** Its fence and quiet need not order plain stores (SHMEM_CTX_NOSTORE). */
  NOSTORE
}
