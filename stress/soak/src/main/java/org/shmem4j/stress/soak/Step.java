package org.shmem4j.stress.soak;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What one PE, or several together, do in a round.
 *
 * @param number among those of the round
 * @param actors a bit for each PE that does it
 * @param what says it to people
 */
record Step(int round, int number, int actors, String what, Action action) {
  /** A part of the program, as a PE runs it. */
  interface Action {
    void run(Player player) throws InterruptedException;
  }

  boolean isOf(int pe) {
    return (actors & 1 << pe) != 0;
  }

  @Override
  public String toString() {
    String pes =
        IntStream.range(0, Integer.SIZE)
            .filter(this::isOf)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    return "#" + number + " of round " + round + " by PE " + pes + ": " + what;
  }
}
