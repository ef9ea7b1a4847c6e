package org.shmem4j.junit;

/** What the PEs of a test are. */
public enum Form {
  /**
   * Threads of JUnit's JVM, each with a class loader of its own for the test's and the program's
   * classes, so that statics are a PE's own. Quick, and a debugger sees all PEs.
   */
  THREADS,

  /** JVMs, as {@code shmem4j run} starts them; half a second of processor time each. */
  PROCESSES
}
