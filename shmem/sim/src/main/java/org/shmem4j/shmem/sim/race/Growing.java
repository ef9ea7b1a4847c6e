package org.shmem4j.shmem.sim.race;

/** Something that is known, which never changes; there is only more of it. */
interface Growing<T> {
  /**
   * Returns both together: this itself if it has all, else the other if that has, or what they
   * share would be lost.
   */
  T plus(T more);
}
