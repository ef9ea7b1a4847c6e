package org.shmem4j.shmem.sim;

import java.util.function.IntConsumer;

/** Runs a program under many schedules until one shows that something is wrong with it. */
public final class Checker {
  /** What a PE runs. */
  public interface PeProgram {
    /**
     * Makes what one PE runs in one schedule, usually by loading its classes anew.
     *
     * @param pe its number
     */
    Body load(int pe) throws Throwable;

    /** One PE's part in one schedule. */
    interface Body {
      /** Runs in the PE's thread. */
      void run() throws Throwable;
    }
  }

  private Checker() {}

  /**
   * Checks a program.
   *
   * @param progress is told the number of each schedule that is about to run
   */
  public static CheckReport check(CheckOptions options, PeProgram program, IntConsumer progress) {
    throw new UnsupportedOperationException("in the making");
  }
}
