package org.shmem4j.shmem.sim.race;

/** Makes the history of a byte: the accesses that a later one could still conflict with. */
interface History {
  /**
   * Returns the history after an access; arrays never change.
   *
   * @param earlier the history, oldest first, or null
   */
  Access[] after(Access[] earlier, Access access);
}
