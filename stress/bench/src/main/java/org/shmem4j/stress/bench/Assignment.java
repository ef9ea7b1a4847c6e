package org.shmem4j.stress.bench;

import java.util.List;
import java.util.Locale;

/**
 * What one job of the benchmark is to do, as {@link BenchMain} gets it on its command line.
 *
 * @param suite what it measures
 * @param brief whether it takes a few seconds only
 * @param waiting how its PEs wait
 * @param filter part of the names of the operations; empty for all
 * @param rounds rounds of the ring
 */
record Assignment(Suite suite, boolean brief, Waiting waiting, String filter, long rounds) {
  private static final String SHORT = "short";
  private static final String FULL = "full";
  private static final int ARGUMENTS = 5;

  /** How PEs wait: the values of {@code run --wait}. */
  enum Waiting {
    /** As the number of processors suggests. */
    AUTO,
    /** Without a bell. */
    SPIN,
    /** Until a bell rings. */
    SLEEP;

    /** The name on command lines. */
    String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** All of a suite, or a part. */
  static Assignment of(Suite suite, boolean brief, String filter) {
    return new Assignment(suite, brief, Waiting.AUTO, filter, 0);
  }

  /** What {@link #parse} reads. */
  List<String> arguments() {
    return List.of(suite.id(), brief ? SHORT : FULL, waiting.id(), Long.toString(rounds), filter);
  }

  /** Reads a command line. */
  static Assignment parse(List<String> arguments) {
    if (arguments.size() != ARGUMENTS) {
      throw new IllegalArgumentException(
          "the benchmark takes a suite, short or full, a way to wait, rounds and a filter:"
              + " arguments="
              + arguments);
    }
    return new Assignment(
        Suite.of(arguments.get(0)),
        arguments.get(1).equals(SHORT),
        Waiting.valueOf(arguments.get(2).toUpperCase(Locale.ROOT)),
        arguments.get(4),
        Long.parseLong(arguments.get(3)));
  }
}
