package org.shmem4j.stress.litmus;

/** What the memory model says of an outcome. */
public enum Verdict {
  /** What everybody expects. */
  EXPECTED,
  /** Surprising, but a program must stand it. */
  ALLOWED,
  /** Must never be seen. */
  FORBIDDEN
}
