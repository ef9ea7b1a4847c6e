package org.shmem4j.shmem.sim;

/**
 * What can happen next: an operation that a task is about to make, or the delivery of a part of
 * one. Says what it touches, so that a strategy can tell which steps' order matters.
 */
abstract sealed class Step permits Task, Part {
  /** Of steps that touch no memory of a PE. */
  static final int NO_PE = -1;

  /** Of steps that touch all PEs' memory. */
  static final int EVERY_PE = -2;

  /**
   * Whose program it is a step of, or {@link #NO_PE}: Java variables are not seen, so steps of one
   * program depend on each other.
   */
  final int owner;

  /** Whose memory it touches, {@link #EVERY_PE} or {@link #NO_PE}. */
  int pe = NO_PE;

  /** First byte. */
  long offset;

  /** How many bytes; 0 if it touches none. */
  long bytes;

  /** Whether it changes them. */
  boolean writes;

  /**
   * Of whose memory it tells the past, {@link #EVERY_PE} or {@link #NO_PE}: what has been delivered
   * there before, at whatever place, later gets must not miss.
   */
  int past = NO_PE;

  /** Whether it adds to that past. */
  boolean addsToPast;

  /** Whether objects begin or end with it, which deliveries must not be moved across. */
  boolean changesObjects;

  /** Whether it may touch anything: what is not known better. */
  boolean touchesAll;

  /** Where it stands among the steps that can be next; -1 if it cannot. */
  int place = -1;

  /** When it happens, in a simulation with a clock; in nanoseconds. */
  double time;

  Step(int owner) {
    this.owner = owner;
  }

  /** Tells steps apart, the same in all runs that have made the same choices. */
  abstract long id();

  /** Whether nobody can tell when it happens, so that there is no point in a switch before it. */
  final boolean touchesNothing() {
    return pe == NO_PE && !touchesAll;
  }

  /** Whether only its own program can tell when it happens. */
  final boolean isPrivate(boolean pastMatters) {
    return bytes == 0 && !touchesAll && !changesObjects && !(pastMatters && past != NO_PE);
  }

  /**
   * Whether the order of the two can matter: they belong to one program, or touch the same and one
   * changes it.
   *
   * @param pastMatters whether gets return what deliveries have overwritten
   */
  final boolean dependsOn(Step other, boolean pastMatters) {
    return touchesAll
        || other.touchesAll
        || (owner != NO_PE && owner == other.owner)
        || overlaps(other)
        || (changesObjects && other.addsToPast)
        || (other.changesObjects && addsToPast)
        || (pastMatters && (addsToPast || other.addsToPast) && isSame(past, other.past));
  }

  /** Whether they touch the same and one changes it. */
  final boolean overlaps(Step other) {
    return (writes || other.writes)
        && isSame(pe, other.pe)
        && offset < other.offset + other.bytes
        && other.offset < offset + bytes;
  }

  private static boolean isSame(int pe, int other) {
    return pe != NO_PE && other != NO_PE && (pe == other || pe == EVERY_PE || other == EVERY_PE);
  }
}
