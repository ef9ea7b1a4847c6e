package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;

/** What may happen right after an allocation and right before a free (litmus L28 to L29). */
class MemoryLitmusTest {
  private static final int ROUNDS = Integer.getInteger("shmem4j.test.litmus.rounds", 2_000);

  /** Long enough for zeroing it to take longer than the way out of the meeting. */
  private static final int LENGTH = 512;

  private static void pause() {
    int spins = ThreadLocalRandom.current().nextInt(200);
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }

  /**
   * Case 36 and L28: a put by the neighbour right after calloc is never lost, and what it does not
   * write is zero; also in a team. The memory was full of something else.
   */
  @ParameterizedTest
  @CsvSource({"2,false", "3,false", "4,false", "3,true"})
  void shouldNotLoseAPutRightAfterCalloc(int pes, boolean inTeam) {
    Jobs.runSleeping(
        pes,
        shmem -> {
          Team team = inTeam ? shmem.world().splitStrided(pes - 1, -1, pes) : shmem.world();
          int right = (team.pe() + 1) % pes;
          for (int round = 1; round <= ROUNDS; round++) {
            SymmetricLongs x = team.heap().calloc(ElementType.LONG, LENGTH);
            x.p(0, round, right);
            x.p(LENGTH - 1, -round, right);
            team.barrier();
            assertEquals(round, x.at(0));
            assertEquals(-round, x.at(LENGTH - 1));
            for (int i = 1; i < LENGTH - 1; i++) {
              if (x.at(i) != 0) {
                assertEquals(0, x.at(i), "element " + i + " in round " + round);
              }
            }
            x.fill(~round);
            team.heap().free(x);
          }
        });
  }

  /** L28b: memory can be used on every PE once malloc has returned on one. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void shouldNotLoseAPutRightAfterMalloc(int pes) {
    Jobs.runSleeping(
        pes,
        shmem -> {
          long[] message = new long[LENGTH];
          for (int round = 1; round <= ROUNDS / 2; round++) {
            Arrays.fill(message, round);
            SymmetricLongs x = shmem.heap().malloc(ElementType.LONG, LENGTH);
            x.put(message, Jobs.right(shmem));
            shmem.barrierAll();
            assertEquals(round, x.at(0));
            assertEquals(round, x.at(LENGTH - 1));
            shmem.free(x);
          }
        });
  }

  /** L29: free begins with a barrier, so nobody finds another object's content in a freed one. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldNotUseMemoryAgainBeforeAllHaveFreedIt(int pes) {
    Jobs.runSleeping(
        pes,
        shmem -> {
          boolean same = true;
          for (int round = 0; round < ROUNDS / 2; round++) {
            SymmetricLongs x = shmem.longs(1);
            x.set(0, 7);
            shmem.barrierAll();
            if (round % pes == shmem.pe()) {
              pause();
              assertEquals(7, x.g(0, Jobs.right(shmem)), "round " + round);
            }
            shmem.free(x);
            SymmetricLongs y = shmem.heap().malloc(ElementType.LONG, 1);
            y.set(0, 9);
            same &= y.offset() == x.offset();
            shmem.free(y);
          }
          assertTrue(same, "the place that was freed is taken");
        });
  }

  /** L29 for realloc: an array that moves is read until all have arrived. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldNotMoveAnArrayBeforeAllHaveArrived(int pes) {
    Jobs.runSleeping(
        pes,
        shmem -> {
          for (int round = 1; round <= ROUNDS / 4; round++) {
            SymmetricLongs x = shmem.longs(4);
            x.fill(round);
            shmem.barrierAll();
            if (round % pes == shmem.pe()) {
              pause();
              assertEquals(round, x.g(3, Jobs.right(shmem)), "round " + round);
              x.p(3, -round, Jobs.right(shmem)); // moves with the rest
            }
            SymmetricLongs y = shmem.heap().realloc(x, LENGTH);
            assertFalse(y.offset() == x.offset());
            boolean isTarget = round % pes == Jobs.left(shmem);
            assertEquals(round, y.at(2));
            assertEquals(isTarget ? -round : round, y.at(3), "round " + round);
            shmem.free(y);
          }
        });
  }

  /** Two threads of each PE allocate at once, each for a team of its own. */
  @ParameterizedTest
  @ValueSource(ints = {2})
  void shouldLetTwoTeamsAllocateAtOnce(int pes) {
    Jobs.runSleeping(
        pes,
        shmem -> {
          Team other = shmem.world().splitStrided(pes - 1, -1, pes);
          Jobs.Helper helper = new Jobs.Helper(() -> churn(other, 1));
          churn(shmem.world(), 2);
          helper.join();
          assertEquals(0, shmem.heap().objectCount());
          assertEquals(0, other.heap().objectCount());
          other.destroy();
          assertEquals(shmem.heap().size(), shmem.heap().largestFree());
        });
  }

  private static void churn(Team team, long tag) {
    int right = (team.pe() + 1) % team.pes();
    for (int round = 1; round <= ROUNDS / 4; round++) {
      SymmetricLongs x = team.heap().calloc(ElementType.LONG, round % 40 + 1);
      long last = x.at(x.length() - 1);
      assertTrue(last == 0 || last == tag * round, "zero, or the neighbour was fast: " + last);
      x.p(x.length() - 1, tag * round, right);
      team.barrier();
      assertEquals(tag * round, x.at(x.length() - 1), "round " + round);
      team.heap().free(x);
    }
  }
}
