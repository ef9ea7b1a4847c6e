package org.shmem4j.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TestJob;

/**
 * Collectives one after another on the same two arrays, with nothing between them: each PE changes
 * its source and reads its target as soon as a call returns (L26, L26b), and takes its time at
 * random.
 */
class BackToBackTest {
  private static final int ROUNDS = 1_000;
  private static final int COUNT = 300;

  private static final long SEED = 1;

  @ParameterizedTest
  @CsvSource({"DIRECT, 2", "DIRECT_SLEEPING, 4", "DIRECT_SLEEPING, 5", "LATE, 3"})
  void shouldNeedNoBarriers(TestJob job, int pes) {
    job.run(
        pes,
        shmem ->
            rounds(
                shmem.world(), shmem.longs((long) pes * COUNT), shmem.longs((long) pes * COUNT)));
  }

  @Test
  void shouldRunOnTwoTeamsAtOnceFromTwoThreads() {
    TestJob.DIRECT_SLEEPING.run(
        3,
        shmem -> {
          Team reversed = shmem.world().splitStrided(2, -1, 3);
          SymmetricLongs[] arrays = new SymmetricLongs[4];
          for (int i = 0; i < arrays.length; i++) {
            arrays[i] = shmem.longs(3 * COUNT);
          }
          Throwable[] thrown = new Throwable[1];
          Thread other =
              new Thread(() -> {
                try {
                  rounds(reversed, arrays[0], arrays[1]);
                } catch (Throwable e) {
                  thrown[0] = e;
                }
              });
          other.start();
          rounds(shmem.world(), arrays[2], arrays[3]);
          other.join();
          assertEquals(null, thrown[0]);
          reversed.destroy();
        });
  }

  private static void rounds(Team team, SymmetricLongs target, SymmetricLongs source) {
    Collectives all = Collectives.of(team);
    Random skew = new Random(SEED + team.pe());
    int pe = team.pe();
    int pes = team.pes();
    for (int round = 0; round < ROUNDS; round++) {
      if (skew.nextInt(8) == 0) {
        LockSupport.parkNanos(skew.nextInt(200_000));
      }
      // All elements of a source are one number, which changes as soon as the call has returned.
      source.fill(given(pe, round));
      int root = round % pes;
      // Now many elements, now few.
      int count = round % 3 == 0 ? 1 : COUNT;
      switch (round % 7) {
        case 0 -> all.broadcast(target, source, count, root);
        case 1 -> all.fcollect(target, source, count);
        case 2 -> all.alltoall(target, source, count);
        case 3 -> all.reduce(Reduction.SUM, target, source, count);
        case 4 -> all.sumInscan(target, source, count);
        case 5 -> all.sumExscan(target, source, count);
        default -> all.collect(target, source, pe == root ? count : 1);
      }
      source.fill(-1);
      for (int p = 0; p < pes; p++) {
        long expected =
            switch (round % 7) {
              case 0 -> given(root, round);
              case 1, 2 -> given(p, round);
              case 3 -> sum(pes, round);
              case 4 -> sum(pe + 1, round);
              case 5 -> sum(pe, round);
              default -> given(p, round);
            };
        boolean hasBlocks = round % 7 == 1 || round % 7 == 2;
        int first = round % 7 == 6 ? p + (p > root ? count - 1 : 0) : hasBlocks ? p * count : 0;
        int last = round % 7 == 6 ? first + (p == root ? count - 1 : 0) : first + count - 1;
        assertEquals(expected, target.at(first), "round " + round + " first of PE " + p);
        assertEquals(expected, target.at(last), "round " + round + " last of PE " + p);
      }
    }
  }

  private static long given(int pe, int round) {
    return round * 1_000L + pe;
  }

  private static long sum(int members, int round) {
    long sum = 0;
    for (int pe = 0; pe < members; pe++) {
      sum += given(pe, round);
    }
    return sum;
  }
}
