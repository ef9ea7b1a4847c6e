package org.shmem4j.shmem.sim;

/**
 * What can happen next: an operation that a task is about to make, or the delivery of a part of
 * one. Says what it touches, so that a strategy can tell which steps' order matters.
 */
abstract sealed class Step permits Task, Part {
  /** Of steps that touch no memory of a PE. */
  static final int NO_PE = -1;

  /** Whose memory it touches, or {@link #NO_PE}. */
  int pe = NO_PE;

  /** First byte. */
  long offset;

  /** How many bytes; 0 if it touches none. */
  long bytes;

  /** Whether it changes them. */
  boolean writes;

  /** Whether it may touch anything: meetings, quiet, the end of a program. */
  boolean touchesAll;

  /** Where it stands among the steps that can be next; -1 if it cannot. */
  int place = -1;

  /** When it happens, in a simulation with a clock; in nanoseconds. */
  double time;

  /** Tells steps apart, the same in all runs that have made the same choices. */
  abstract long id();

  /** Whether nobody can tell when it happens, so that there is no point in a switch before it. */
  final boolean touchesNothing() {
    return pe == NO_PE && !touchesAll;
  }

  /** Whether the two touch the same, and one changes it, so that their order can matter. */
  final boolean dependsOn(Step other) {
    return touchesAll
        || other.touchesAll
        || (pe != NO_PE
            && pe == other.pe
            && (writes || other.writes)
            && offset < other.offset + other.bytes
            && other.offset < offset + bytes);
  }
}
