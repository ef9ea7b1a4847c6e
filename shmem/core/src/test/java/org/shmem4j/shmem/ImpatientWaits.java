package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** For a JVM with {@code -Dshmem4j.wait.impatient=true}: {@link WaiterTest} runs it. */
class ImpatientWaits {
  /** Without yielding or parking first, and without losing a wake-up. */
  @Test
  void shouldSleepOnTheBellAtOnce() {
    int rounds = 2_000;
    World.DIRECT_SLEEPING.run(
        2,
        shmem -> {
          Signal signal = shmem.signal();
          for (int round = 1; round <= rounds; round++) {
            if (shmem.pe() == 0) {
              signal.set(round, 1);
            }
            signal.waitUntil(Compare.EQ, round);
            if (shmem.pe() == 1) {
              signal.set(round, 0);
            }
          }
          shmem.barrierAll();
          assertTrue(shmem.statistics().sleeps() > rounds / 4, () -> shmem.statistics().toString());
          assertTrue(shmem.statistics().bells() > 0, () -> shmem.statistics().toString());
          assertEquals(0, shmem.statistics().backstops());
        });
  }

  /** One look is enough for what is there already, and needed for it. */
  @Test
  void shouldLookBeforeItSleeps() {
    World.DIRECT_SLEEPING.run(
        1,
        shmem -> {
          SymmetricInts ints = shmem.ints(2);
          ints.set(1, 5);
          long sleeps = shmem.statistics().sleeps();
          assertEquals(5, ints.waitUntil(1, Compare.NE, 0));
          assertEquals(0, ints.waitUntil(0, Compare.EQ, 0));
          assertEquals(1, ints.waitUntilAny(0, 2, null, Compare.EQ, 5));
          ints.waitUntilAll(0, 2, null, Compare.GE, 0);
          assertEquals(sleeps, shmem.statistics().sleeps());
        });
  }
}
