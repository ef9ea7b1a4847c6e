package org.shmem4j.stress.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmem4j.stress.bench.Assignment.Waiting;

class AssignmentTest {
  @Test
  void readsWhatItWrites() {
    Assignment ring = new Assignment(Suite.RING, false, Waiting.SLEEP, "hop", 10_000_000);

    assertEquals(ring, Assignment.parse(ring.arguments()));
    for (Suite suite : Suite.values()) {
      Assignment all = Assignment.of(suite, true, "");
      assertEquals(all, Assignment.parse(all.arguments()));
    }
  }

  @Test
  void saysWhatIsMissing() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> Assignment.parse(List.of("p2p", "short")));
    assertTrue(e.getMessage().endsWith("arguments=[p2p, short]"), e.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> Assignment.parse(List.of("start", "short", "auto", "0", "")));
  }
}
