package org.shmem4j.shmem.sim.race;

/**
 * One event of a random program.
 *
 * @param refersTo the index of the step that is delivered
 */
record Step(
    What what, int pe, int stream, int target, int offset, int bytes, boolean adds, int refersTo) {
  /** The events; the first ones are issued and delivered later. */
  enum What {
    PUT,
    P,
    SIGNAL,
    PUT_SIGNAL,
    GET,
    LOAD,
    STORE,
    ATOMIC,
    FETCH,
    WAIT,
    FENCE,
    QUIET,
    SYNC,
    DELIVER;

    boolean isIssued() {
      return compareTo(PUT_SIGNAL) <= 0;
    }
  }

  /** Where a put with signal has its signal. */
  static final int SIGNAL_OFFSET = 24;

  static Step of(What what, int pe) {
    return new Step(what, pe, -1, -1, 0, 0, false, -1);
  }

  static Step delivery(int of) {
    return new Step(What.DELIVER, -1, -1, -1, 0, 0, false, of);
  }
}
