package org.shmem4j.shmem.sim.race;

/** A PE: its time, which passes at each release and fence, and what it knows to be complete. */
final class Pe {
  final int number;
  final Knowledge known;
  private long time = 1;

  Pe(int number, int pes) {
    this.number = number;
    this.known = new Knowledge(pes);
  }

  long time() {
    return time;
  }

  /** Ends the present moment: what comes now is later. Returns the moment that is over. */
  long pass() {
    return time++;
  }
}
