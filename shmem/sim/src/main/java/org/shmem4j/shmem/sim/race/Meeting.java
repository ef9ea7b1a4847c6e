package org.shmem4j.shmem.sim.race;

/**
 * PEs that meet: whoever leaves knows what everybody knew on arrival. Arriving completes a PE's
 * plain stores but not its puts; a barrier is a quiet before.
 */
public final class Meeting {
  private final Races races;
  private final Knowledge sum;

  Meeting(Races races, Knowledge sum) {
    this.races = races;
    this.sum = sum;
  }

  /** A PE is there. */
  public void arrive(int pe, Object site) {
    Pe by = races.pe(pe);
    by.known.learnProgram(pe, by.time());
    by.known.learnStores(pe, by.time());
    by.known.teach(sum);
    sum.hear(new Release(by, null, -1, site));
  }

  /** A PE goes on, after all have arrived. */
  public void leave(int pe) {
    sum.teach(races.pe(pe).known);
  }
}
