package org.shmem4j.shmem.sim.race;

/** A PE: its time, which passes at each release and fence, and what it knows to be complete. */
final class Pe {
  final int number;
  private long time = 1;
  private Knowledge known = Knowledge.NONE; // of its own progress only what others have told
  private long learntAt; // when it got to know the last of it
  private long program;
  private long stores;

  Pe(int number) {
    this.number = number;
  }

  long time() {
    return time;
  }

  /** Ends the present moment: what comes now is later. Returns the moment that is over. */
  long pass() {
    return time++;
  }

  Knowledge known() {
    return known;
  }

  /** Returns until when it knows its own reads and atomics to be complete. */
  long program() {
    return program;
  }

  /** Returns until when it knows its own plain stores to be complete. */
  long stores() {
    return stores;
  }

  /** Learns what somebody has told. If they had heard all that it knows, it takes over theirs. */
  void learn(Clock clock) {
    if (clock instanceof Carried carried && carried.release().by == this) {
      learnOwn(carried.progress().program(), carried.progress().stores());
      learnDelivered(
          carried.release().stream.number, carried.release().target, carried.delivered());
      return;
    }
    boolean isAllHeard = clock.known().progress(number).heardUntil() >= learntAt;
    know(clock.addTo(isAllHeard ? clock.known() : known));
  }

  /** Learns how far its own program and plain stores are. */
  void learnOwn(long program, long stores) {
    this.program = Math.max(this.program, program);
    this.stores = Math.max(this.stores, stores);
  }

  /** Learns which puts of a stream to a target are delivered. */
  void learnDelivered(int stream, int target, Delivered more) {
    know(known.plus(stream, target, more));
  }

  @SuppressWarnings("ReferenceEquality") // what has nothing new is the same
  private void know(Knowledge all) {
    if (all != known) {
      known = all;
      learntAt = time;
    }
  }
}
