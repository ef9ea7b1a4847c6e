package org.shmem4j.shmem.job;

/** Through what a rank maps its symmetric heap. */
public enum HeapBacking {
  /** {@code FileChannel.map}: needs no JVM option and starts in a third of the CPU time. */
  MAPPED,
  /** Chronicle's {@code MappedBytes}: needs the JVM options that our launcher gives. */
  CHRONICLE
}
