package org.shmem4j.shmem.sim;

import java.util.Locale;

/** How schedules are chosen. */
public enum StrategyKind {
  /** By chance, each schedule with a temperament of its own. */
  RANDOM,

  /** By random priorities that change at few steps: finds bugs of few steps' order. */
  PCT,

  /** All that differ in more than the order of independent steps. */
  EXHAUSTIVE;

  /** A strategy that has seen nothing yet. */
  Strategy create() {
    return switch (this) {
      case RANDOM -> new RandomStrategy();
      case PCT -> new PctStrategy();
      case EXHAUSTIVE -> new ExhaustiveStrategy();
    };
  }

  /** A strategy that plays what {@link Strategy#decisions} says. */
  Strategy create(String decisions) {
    return switch (this) {
      case RANDOM ->
          throw new IllegalArgumentException(
              "a random schedule is played again by its seed alone: replay="
                  + decisions
                  + "; leave it out");
      case PCT -> new PctStrategy(length(decisions));
      case EXHAUSTIVE -> new ExhaustiveStrategy(decisions);
    };
  }

  private static int length(String decisions) {
    try {
      int length = Integer.parseInt(decisions);
      if (length > 0) {
        return length;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number that is too small.
    }
    throw new IllegalArgumentException(
        "the replay of a pct schedule is a number above 0: replay="
            + decisions
            + "; give it as the check printed it");
  }

  /** As reports and options call it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
