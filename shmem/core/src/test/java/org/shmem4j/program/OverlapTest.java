package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/** A copy within one's own copy of an array (case 11). */
class OverlapTest {
  private static final long[] CONTENT = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

  @Test
  void shouldRefuseSourceAndTargetThatOverlap() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricLongs x = shmem.longs(10);
          Signal signal = shmem.signal();
          x.copyFrom(CONTENT);
          int me = shmem.pe();
          List<Executable> overlaps =
              List.of(
                  () -> x.put(2, x, 0, 5, me),
                  () -> x.put(0, x, 2, 5, me),
                  () -> x.get(2, x, 0, 3, me),
                  () -> x.putNbi(1, x, 0, 9, me),
                  () -> x.getNbi(4, x, 0, 5, me),
                  () -> x.putSignal(1, x, 0, 2, signal, SignalOp.SET, 1, me),
                  () -> x.putSignalNbi(1, x, 0, 2, signal, SignalOp.SET, 1, me),
                  () -> x.on(shmem.world()).put(1, x, 0, 2, me),
                  () -> x.iput(0, 2, x, 1, 2, 3, me),
                  () -> x.iget(0, 1, x, 2, 1, 3, me),
                  () -> x.ibput(0, 2, x, 4, 2, 2, 3, me),
                  () -> x.ibget(4, 2, x, 0, 2, 2, 3, me));
          for (Executable overlap : overlaps) {
            String text = assertThrows(IllegalArgumentException.class, overlap).getMessage();
            assertTrue(text.startsWith("source and target overlap: object=longs#1[10] pe="), text);
          }
          assertArrayEquals(CONTENT, x.toArray());
          assertEquals(0, signal.fetch());
        });
  }

  @Test
  void shouldCopyOtherElementsTheSameOnesAndToOtherPes() {
    Jobs.run(
        2,
        shmem -> {
          SymmetricLongs x = shmem.longs(10);
          x.copyFrom(CONTENT);
          int me = shmem.pe();
          x.put(5, x, 0, 5, me);
          x.put(3, x, 3, 4, me);
          x.put(2, x, 2, 0, me);
          assertArrayEquals(new long[] {1, 2, 3, 4, 5, 1, 2, 3, 4, 5}, x.toArray());
          shmem.barrierAll();
          if (me == 0) {
            x.put(1, x, 0, 3, 1);
          }
          shmem.barrierAll();
          assertEquals(me == 0 ? 2 : 1, x.at(1));
        });
  }
}
