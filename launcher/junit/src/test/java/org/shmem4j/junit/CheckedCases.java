package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.sim.StrategyKind;

/** Tests that are checked, run by {@link CheckingTest}. */
final class CheckedCases {
  private static int began;

  @TempDir private Path folder;

  /** PEs and schedules share no statics, or somebody would count higher. */
  @BeforeEach
  void begin(Shmem shmem) {
    began++;
    assertEquals(1, began);
    assertTrue(Files.isDirectory(folder));
  }

  @AfterEach
  void end() {
    began--;
  }

  private static void pass(Shmem shmem, boolean isFenced) {
    SymmetricLongs box = shmem.longs(2);
    Signal arrived = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();
    box.put(new long[] {7, 8}, right);
    if (isFenced) {
      shmem.fence();
    }
    arrived.set(1, right);
    arrived.waitUntil(Compare.EQ, 1);
    assertEquals(8, box.at(1));
  }

  @ShmemTest(pes = 2)
  @ShmemCheck(pes = 2, schedules = 20)
  void fenced(Shmem shmem) {
    pass(shmem, true);
  }

  @ShmemCheck(pes = 3)
  void notFenced(Shmem shmem) {
    pass(shmem, false);
  }

  @ShmemCheck(pes = 2, strategy = StrategyKind.EXHAUSTIVE, replay = "no number")
  void misread(Shmem shmem) {
    pass(shmem, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  @ShmemCheck(pes = 2, schedules = 2)
  void parameters(int number, Shmem shmem) {
    assertEquals(3, number);
  }

  @ShmemCheck(pes = 2, schedules = 2)
  void assumption(Shmem shmem) {
    assumeTrue(shmem.pe() == 0, "only PE 0");
    shmem.barrierAll();
  }

  @ShmemCheck(pes = 2, schedules = 1_000_000_000, timeout = "8s")
  void takesLong(Shmem shmem) {
    pass(shmem, true);
  }

  /** By reflection, which the simulator does not see. */
  @ShmemCheck(pes = 1)
  void ends(Shmem shmem) throws ReflectiveOperationException {
    Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 7);
  }

  @ShmemCheck(pes = 0)
  void noPes(Shmem shmem) {}
}
