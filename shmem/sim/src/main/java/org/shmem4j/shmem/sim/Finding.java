package org.shmem4j.shmem.sim;

import java.util.List;

/**
 * Something wrong with a program, found under one schedule.
 *
 * @param kind what is wrong
 * @param message for people: what, where, and what to do
 * @param pes whom it concerns
 * @param sites the lines of the program that it is about, such as {@code "Main.java:12"}, the most
 *     important first
 */
public record Finding(Kind kind, String message, List<Integer> pes, List<String> sites) {
  /** What can be wrong. */
  public enum Kind {
    /** The program itself says so: it threw something, or ended with a status other than 0. */
    WRONG_RESULT("wrong-result"),
    /** Two accesses to the same memory that nothing orders. */
    RACE("race"),
    /** A put may arrive after the signal that announces it. */
    MISSING_FENCE("missing-fence"),
    /** A put may not be there for who hears of it from somebody else. */
    MISSING_QUIET("missing-quiet"),
    /** PEs wait for what nobody will do. */
    DEADLOCK("deadlock"),
    /** A wait for an exact value that has gone by. */
    OVERSHOOT("overshoot"),
    /** PEs make different collective calls. */
    MISMATCH("mismatch"),
    /** An object is used that has been freed, or a put arrives in it. */
    USE_AFTER_FREE("use-after-free"),
    /** A loop that does not end and makes no calls that could end it. */
    ENDLESS_LOOP("endless-loop"),
    /** A call that the library has refused. */
    MISUSE("misuse");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As reports, options and tables call it. */
    @Override
    public String toString() {
      return text;
    }
  }

  /** Keeps copies of the lists. */
  public Finding {
    pes = List.copyOf(pes);
    sites = List.copyOf(sites);
  }
}
