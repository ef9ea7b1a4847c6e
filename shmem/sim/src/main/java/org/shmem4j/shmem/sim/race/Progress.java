package org.shmem4j.shmem.sim.race;

/**
 * What is known of one PE.
 *
 * @param program the time until when its reads and atomics are complete
 * @param stores the time until when its plain stores are complete
 * @param heard its last release that has come, ordered or not; null if none has
 */
record Progress(long program, long stores, Release heard) implements Growing<Progress> {
  static final Progress NONE = new Progress(0, 0, null);

  @Override
  public Progress plus(Progress more) {
    if (hasAll(more)) {
      return this;
    }
    return more.hasAll(this)
        ? more
        : new Progress(
            Math.max(program, more.program),
            Math.max(stores, more.stores),
            heardUntil() < more.heardUntil() ? more.heard : heard);
  }

  private boolean hasAll(Progress other) {
    return program >= other.program && stores >= other.stores && heardUntil() >= other.heardUntil();
  }

  /** Returns the time of its last release that has come, or 0. */
  long heardUntil() {
    return heard == null ? 0 : heard.time;
  }
}
