package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

class SightTest {
  private static final int ROUNDS = 100;
  private static final int CELLS = 64;

  @Test
  void shouldForgetTheCellsOfFreedObjectsOnly() {
    Sight sight = new Sight(2, false);
    sight.opened(1, 64, 64);
    sight.opened(1, 128, 8);
    sight.tell(1, 64, sight.told(0), true);
    sight.tell(1, 120, sight.told(0), true);
    sight.tell(1, 128, sight.told(0), true);
    sight.tell(0, 64, sight.told(1), true);
    assertEquals(4, sight.cells());

    sight.closed(1, 64);
    assertEquals(2, sight.cells());
    sight.closed(1, 64);
    sight.closed(1, 128);
    assertEquals(1, sight.cells());
  }

  /** As many as a program has objects, however many it has had. */
  @Test
  void shouldKeepNoMoreCellsThanThereAreObjects() {
    JobSpec spec = new JobSpec(2, 1 << 20, HeapBacking.MAPPED, true, false);
    Strategy strategy = new RandomStrategy();
    assertTrue(strategy.begin(1));
    Simulation simulation =
        new Simulation(SimulatedMemory.create(spec), strategy, new Observer(), null);
    AtomicInteger most = new AtomicInteger();
    simulation.run(pe ->
        Shmem.run(shmem -> {
          for (int round = 0; round < ROUNDS; round++) {
            SymmetricLongs x = shmem.longs(CELLS);
            for (int i = 0; i < CELLS; i++) {
              x.atomicAdd(i, 1, 1 - pe);
            }
            most.accumulateAndGet(simulation.cells(), Math::max);
            shmem.free(x);
          }
        }));
    assertTrue(most.get() >= CELLS, "most=" + most);
    assertTrue(most.get() <= 4 * CELLS, "most=" + most);
  }
}
