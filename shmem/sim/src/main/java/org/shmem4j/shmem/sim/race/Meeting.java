package org.shmem4j.shmem.sim.race;

/**
 * PEs that meet: whoever leaves knows what everybody knew on arrival. Arriving completes a PE's
 * plain stores but not its puts; a barrier is a quiet before.
 */
public final class Meeting {
  private final Races races;
  private Knowledge sum = Knowledge.NONE;

  Meeting(Races races) {
    this.races = races;
  }

  /** A PE is there. */
  public void arrive(int pe, Object site) {
    Pe by = races.pe(pe);
    by.learnOwn(by.time(), by.time());
    Release release = new Release(by, null, -1, site);
    sum = sum.plus(by.known()).plus(pe, new Progress(by.program(), by.stores(), release));
  }

  /** A PE goes on, after all have arrived. */
  public void leave(int pe) {
    races.pe(pe).learn(sum);
  }
}
