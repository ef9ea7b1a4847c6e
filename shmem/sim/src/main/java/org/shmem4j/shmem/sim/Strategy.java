package org.shmem4j.shmem.sim;

/** Decides what a simulation leaves open. Equal decisions give equal runs. */
abstract class Strategy {
  /** What a decision besides that for the next step is about. */
  enum Choice {
    /** How old a value a get returns: 0 is the newest. */
    AGE,
    /** How many cuts a put or a get has: 0 is none. More show what fewer can, and more. */
    CUTS
  }

  /**
   * Begins a schedule. Comes before its steps are added.
   *
   * @return false if there is none left
   */
  abstract boolean begin(long seed);

  /**
   * Chooses the next step: a task of {@code steps}, or a part that its link can {@link
   * Link#deliverable deliver}. There is at least one.
   *
   * @param running the task that asks and could go on; null if it cannot
   */
  abstract Step next(Steps steps, Task running);

  /** Chooses a number from 0 to {@code bound - 1}; 0 is the plainest. */
  abstract int choose(Choice choice, int bound);

  /** A step has become possible. */
  void added(Step step) {}

  /** A step has been taken, or is no longer possible. */
  void removed(Step step) {}

  /** Something that could be is left out, as there would be too much of it. */
  void limits() {}

  /**
   * Whether each delivery is to be a step of its own, also of what an operation waits for. Else the
   * operation delivers it, which is quicker.
   */
  boolean isThorough() {
    return false;
  }

  /** Whether all schedules have been tried. */
  boolean isComplete() {
    return false;
  }

  /** Whether another schedule has shown, or shows, what the rest of the present one can show. */
  boolean isRedundant() {
    return false;
  }

  /** What makes the present schedule happen again, besides its seed; null if nothing else does. */
  String decisions() {
    return null;
  }
}
