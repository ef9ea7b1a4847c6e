package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.Team;

/** Allocation by teams that share members (beyond OpenSHMEM 1.6). */
class TeamHeapTest {
  private static final int LINE = 128;

  /** Leaves only some lines of this PE's heap free; returns a team of this PE that has the rest. */
  private static Team leaveFree(Shmem shmem, boolean[] free) {
    Team alone = shmem.world().split(shmem.pe(), 0);
    List<SymmetricBytes> lines = new ArrayList<>();
    for (int i = 0; i < free.length; i++) {
      lines.add(alone.heap().malloc(ElementType.BYTE, LINE));
    }
    for (int i = 0; i < free.length; i++) {
      if (free[i]) {
        alone.heap().free(lines.get(i));
      }
    }
    return alone;
  }

  private static boolean[] lines(String picture) {
    boolean[] free = new boolean[picture.length()];
    for (int i = 0; i < free.length; i++) {
      free[i] = picture.charAt(i) == '.';
    }
    return free;
  }

  /** The best place of one PE is beyond the only one that is free on both. */
  @Test
  void shouldFindThePlaceThatIsFreeOnAll() {
    String[] heaps = {"##........####..################", "######......####################"};
    Jobs.run(
        2,
        32 * LINE,
        shmem -> {
          Team alone = leaveFree(shmem, lines(heaps[shmem.pe()]));
          SymmetricBytes bytes = shmem.bytes(2 * LINE);
          assertEquals(6 * LINE, bytes.offset());
          shmem.free(bytes);
          alone.destroy();
          assertEquals(32 * LINE, shmem.heap().largestFree());
        });
  }
}
