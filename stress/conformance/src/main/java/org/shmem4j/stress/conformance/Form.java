package org.shmem4j.stress.conformance;

import java.util.Locale;

/** What a job's PEs are. */
enum Form {
  /** A JVM each, as {@code run} starts them. */
  PROCESSES,
  /** Threads of one JVM. */
  THREADS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
