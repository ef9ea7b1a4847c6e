package org.shmem4j.shmem.sim;

/**
 * What makes a schedule happen again.
 *
 * @param strategy that has chosen it
 * @param seed of the schedule, and of the random numbers that the program asked for
 * @param decisions what the strategy has to be told besides the seed; null if nothing
 */
public record Replay(StrategyKind strategy, long seed, String decisions) {
  /** A strategy that chooses that schedule. */
  Strategy create() {
    return decisions == null ? strategy.create() : strategy.create(decisions);
  }

  /** The options of the command, such as {@code --strategy random --seed 17}. */
  @Override
  public String toString() {
    String options = "--strategy " + strategy + " --seed " + seed;
    return decisions == null ? options : options + " --replay " + decisions;
  }
}
