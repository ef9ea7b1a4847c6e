package org.shmem4j.shmem.sim;

import java.io.Serializable;

/**
 * What makes a schedule happen again.
 *
 * @param strategy that has chosen it
 * @param seed of the schedule, and of the random numbers that the program asked for
 * @param decisions what the strategy has to be told besides the seed; null if nothing
 */
public record Replay(StrategyKind strategy, long seed, String decisions) implements Serializable {
  /**
   * Refuses decisions that the strategy cannot have made.
   *
   * @throws IllegalArgumentException if they are none
   */
  public Replay {
    var _ = create(strategy, decisions);
  }

  /** A strategy that chooses that schedule. */
  Strategy create() {
    return create(strategy, decisions);
  }

  private static Strategy create(StrategyKind strategy, String decisions) {
    return decisions == null ? strategy.create() : strategy.create(decisions);
  }

  /** Names and values, for messages. */
  @Override
  public String toString() {
    String text = "strategy=" + strategy + " seed=" + seed;
    return decisions == null ? text : text + " replay=" + decisions;
  }
}
