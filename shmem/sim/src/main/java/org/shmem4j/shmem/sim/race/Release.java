package org.shmem4j.shmem.sim.race;

/** An operation by which a PE told others how far it is. */
public final class Release {
  final Pe by;
  final Stream stream; // null for a meeting
  final int target;
  final Object site;
  final long time;

  Release(Pe by, Stream stream, int target, Object site) {
    this.by = by;
    this.stream = stream;
    this.target = target;
    this.site = site;
    this.time = by.pass();
  }

  /** Returns the PE that told. */
  public int pe() {
    return by.number;
  }

  /** Returns the PE whose memory it went to, or -1 for a meeting. */
  public int target() {
    return target;
  }

  /** Returns what the caller said of it, or null. */
  public Object site() {
    return site;
  }
}
