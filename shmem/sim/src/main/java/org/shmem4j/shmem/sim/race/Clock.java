package org.shmem4j.shmem.sim.race;

/** What somebody who acquires it learns. */
sealed interface Clock permits Knowledge, Carried {
  /** Returns what was known to whoever it is from. */
  Knowledge known();

  /** Returns all that is known to somebody who has learnt this too. */
  Knowledge addTo(Knowledge before);
}
