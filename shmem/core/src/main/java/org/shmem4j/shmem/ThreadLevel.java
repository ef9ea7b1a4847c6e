package org.shmem4j.shmem;

/**
 * How the threads of a PE may call the library (OpenSHMEM 1.6, Thread Support). Every job provides
 * {@link #MULTIPLE}; the others exist to be asked for.
 */
public enum ThreadLevel {
  /** A PE has one thread (SHMEM_THREAD_SINGLE). */
  SINGLE,
  /** One thread of a PE calls (SHMEM_THREAD_FUNNELED). */
  FUNNELED,
  /** One thread at a time calls (SHMEM_THREAD_SERIALIZED). */
  SERIALIZED,
  /** All threads call at once; collectives of one team in an order (SHMEM_THREAD_MULTIPLE). */
  MULTIPLE
}
