package org.shmem4j.shmem.sim.race;

/** One access to symmetric memory. Unless it is an {@link Issued} one, it was done when made. */
public sealed class Access permits Issued {
  final AccessKind kind;
  final Pe by;
  final Stream stream; // null if its place in the order of a stream means nothing
  final int target;
  final long offset;
  final long bytes;
  final Object site;
  final long time; // of the PE that made it

  Access(AccessKind kind, Pe by, Stream stream, int target, long offset, long bytes, Object site) {
    this.kind = kind;
    this.by = by;
    this.stream = stream;
    this.target = target;
    this.offset = offset;
    this.bytes = bytes;
    this.site = site;
    this.time = by.time();
  }

  /** Tells whether who knows this may rely on the access. */
  boolean isCompleteIn(Knowledge known) {
    Progress progress = known.progress(by.number);
    return (kind == AccessKind.STORE ? progress.stores() : progress.program()) >= time;
  }

  /**
   * Tells whether this access comes before a later one, which has not been added to what its PE
   * knows.
   */
  boolean isBefore(Access later) {
    return by == later.by || isCompleteIn(later.by.known());
  }

  /** Returns what kind of access it is. */
  public AccessKind kind() {
    return kind;
  }

  /** Returns the PE that made it. */
  public int pe() {
    return by.number;
  }

  /** Returns the PE whose memory it names. */
  public int target() {
    return target;
  }

  /** Returns its first byte in the target's heap. */
  public long offset() {
    return offset;
  }

  /** Returns its length. */
  public long bytes() {
    return bytes;
  }

  /** Returns what the caller said of it, or null. */
  public Object site() {
    return site;
  }

  @Override
  public String toString() {
    return kind.verb()
        + " by pe="
        + pe()
        + " at target="
        + target
        + " offset="
        + offset
        + " bytes="
        + bytes
        + (site == null ? "" : " site=" + site);
  }
}
