package org.shmem4j.shmem.sim.race;

/**
 * What an access does to its bytes. Two accesses of the same bytes that nothing orders are fine
 * only if both read, or if both synchronise: atomics, signals and waits among themselves, and
 * {@code p} with waits.
 */
public enum AccessKind {
  /** A put of any form, but for a single {@code p}. */
  PUT("put", Is.WRITE, Is.ANY),
  /** A {@code p}, which a wait may look at. */
  P("p", Is.ELEMENT, Is.ANY - Is.WAIT),
  /** A signal's update. */
  SIGNAL("signal", Is.UPDATE, Is.READ + Is.WRITE + Is.ELEMENT),
  /** A get of any form. */
  GET("get", Is.READ, Is.WRITE + Is.ELEMENT + Is.UPDATE),
  /** A plain load of the PE's own memory. */
  LOAD("local load", Is.READ, Is.WRITE + Is.ELEMENT + Is.UPDATE),
  /** A plain store to the PE's own memory. */
  STORE("local store", Is.WRITE, Is.ANY),
  /** An atomic that changes nothing. */
  FETCH("atomic fetch", Is.FETCH, Is.WRITE + Is.ELEMENT),
  /** An atomic that writes. */
  UPDATE("atomic update", Is.UPDATE, Is.READ + Is.WRITE + Is.ELEMENT),
  /** A wait or test that held, or a signal's fetch. */
  WAIT("wait", Is.WAIT, Is.WRITE),
  /** The bytes became another object's, or nobody's. */
  FREE("free", Is.NOTHING, Is.NOTHING);

  private final String verb;
  private final int is;
  private final int conflicts;

  AccessKind(String verb, int is, int conflicts) {
    this.verb = verb;
    this.is = is;
    this.conflicts = conflicts;
  }

  /** Returns the word for it in messages. */
  public String verb() {
    return verb;
  }

  /** Tells whether the two must be ordered. */
  boolean conflictsWith(AccessKind other) {
    return (conflicts & other.is) != 0;
  }

  /** Tells whether all that conflicts with the other conflicts with this one too. */
  boolean covers(AccessKind other) {
    return (other.conflicts & ~conflicts) == 0;
  }

  /** Sets of what accesses are. */
  private static final class Is {
    static final int NOTHING = 0;
    static final int READ = 1;
    static final int WRITE = 2;
    static final int ELEMENT = 4;
    static final int FETCH = 8;
    static final int UPDATE = 16;
    static final int WAIT = 32;
    static final int ANY = 63;
  }
}
