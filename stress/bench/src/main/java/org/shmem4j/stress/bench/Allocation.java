package org.shmem4j.stress.bench;

import java.lang.management.ManagementFactory;

/** Counts what the calling thread allocates on the Java heap. */
final class Allocation {
  private static final com.sun.management.ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(com.sun.management.ThreadMXBean.class);

  private Allocation() {}

  /** Returns the bytes that this thread has allocated so far. */
  static long ofThisThread() {
    return THREADS == null ? 0 : THREADS.getCurrentThreadAllocatedBytes();
  }
}
