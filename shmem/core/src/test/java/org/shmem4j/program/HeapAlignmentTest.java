package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** Objects begin at multiples of what the heaps do, in every PE's mappings. */
class HeapAlignmentTest {
  private static final JobSpec SPEC = new JobSpec(2, 1 << 20, HeapBacking.MAPPED, true, false);

  @ParameterizedTest
  @ValueSource(longs = {8192, 65_536, 1 << 21})
  void shouldAlignBeyondAPage(long alignment) {
    Shmem.threads(
        SPEC.alignedTo(alignment),
        shmem -> {
          shmem.longs(1);
          long objects = Math.min(alignment, 1 << 18);
          SymmetricLongs longs = shmem.heap().align(ElementType.LONG, 3, objects);
          for (int pe = 0; pe < 2; pe++) {
            assertEquals(0, longs.segment(pe).address() % objects);
            assertEquals(0, (longs.segment(pe).address() - longs.offset()) % alignment);
          }
          longs.segment(1 - shmem.pe()).setAtIndex(ValueLayout.JAVA_LONG, 2, 4 + shmem.pe());
          shmem.barrierAll();
          assertEquals(5 - shmem.pe(), longs.at(2));
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {4096, 65_536})
  void shouldSayHowToGetMore(long alignment) {
    Shmem.threads(
        SPEC.alignedTo(alignment),
        shmem -> {
          String message =
              assertThrows(
                      IllegalArgumentException.class,
                      () -> shmem.heap().align(ElementType.LONG, 3, 2 * alignment))
                  .getMessage();
          assertEquals(
              "an alignment is at most that of the heaps: longs[3] alignment="
                  + 2 * alignment
                  + " limit="
                  + alignment
                  + "; raise it with --heap-align or SHMEM4J_HEAP_ALIGNMENT",
              message);
        });
  }
}
