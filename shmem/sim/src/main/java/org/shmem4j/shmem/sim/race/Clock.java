package org.shmem4j.shmem.sim.race;

/** What somebody who acquires it learns. */
sealed interface Clock permits Knowledge, Carried {
  void teach(Knowledge learner);
}
