package org.shmem4j.shmem;

/** What one PE runs. */
@FunctionalInterface
public interface ShmemProgram {
  /**
   * Runs as one PE.
   *
   * @param shmem this PE's handle, valid until the method returns
   * @throws Exception to end the whole job with code 1
   */
  void run(Shmem shmem) throws Exception;
}
