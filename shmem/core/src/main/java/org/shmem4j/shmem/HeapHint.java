package org.shmem4j.shmem;

/**
 * How an object will be used (OpenSHMEM 1.6, shmem_malloc_with_hints). For speed only; on shared
 * memory all objects serve all uses alike.
 */
public enum HeapHint {
  /** Other PEs' atomics (SHMEM_MALLOC_ATOMICS_REMOTE). */
  ATOMICS_REMOTE,
  /** Other PEs' signals (SHMEM_MALLOC_SIGNAL_REMOTE). */
  SIGNAL_REMOTE
}
