package org.shmem4j.stress.bench;

/**
 * One operation in a loop of its own. The loop is in the operation's own method, so that the
 * compiler sees one operation there and not all of them.
 */
@FunctionalInterface
interface Loop {
  /** Does the operation that many times, and whatever completes them once at the end. */
  void run(int times);
}
