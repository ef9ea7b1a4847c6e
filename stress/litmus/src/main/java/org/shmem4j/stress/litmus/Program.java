package org.shmem4j.stress.litmus;

/** What one part of a row does in a trial. */
@FunctionalInterface
public interface Program {
  /** Does nothing. */
  Program NOTHING = (pe, at) -> 0;

  /**
   * Runs once.
   *
   * @param pe the PE that runs it, and what it works on
   * @param at index of the trial's first cell in each array; all cells are 0
   * @return what has been observed; 0 if the part only acts
   */
  long run(Pe pe, long at);

  /** A part that observes nothing. */
  @FunctionalInterface
  interface Act {
    /** As {@link Program#run}. */
    void run(Pe pe, long at);
  }
}
