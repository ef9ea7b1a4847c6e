package org.shmem4j.stress.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;

/** The runner itself, on rows that are wrong. */
final class TrialsTest {
  private static final int SLOTS = 256;

  private static Map<String, Long> outcomes(Row row, long trials) {
    Map<String, Long> outcomes = new HashMap<>();
    Shmem.threads(
        row.pes(),
        shmem -> {
          Map<String, Long> seen = Trials.run(shmem, row, trials, SLOTS, 1);
          if (shmem.pe() == 0) {
            outcomes.putAll(seen);
          }
        });
    return outcomes;
  }

  private static long sum(Map<String, Long> outcomes) {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void gathersWhatEachPartAndTheArbiterHasSeen() {
    Row row =
        Row.of("T1", "all see")
            .sees((pe, at) -> 10 + pe.shmem.pe())
            .does((pe, at) -> pe.x.p(at, 5, 0))
            .sees((pe, at) -> 20 + pe.shmem.pe())
            .finallySees((pe, at) -> pe.x.at(at));

    assertEquals(Map.of("10, 22, 5", 2L * SLOTS), outcomes(row, SLOTS + 1));
  }

  @Test
  void givesEachTrialFreshCells() {
    Row row =
        Row.of("T2", "counts")
            .data(2)
            .signals(2)
            .sees((pe, at) -> {
              pe.signal(at).add(1, 0);
              pe.signals(at)[1].add(1, 0);
              pe.data.atomicInc(pe.data(at) + 1, 0);
              pe.x.atomicInc(at, 0);
              pe.full.atomicInc(at, 0);
              return pe.signal(at).fetch()
                  + pe.signals(at)[1].fetch()
                  + pe.data.at(pe.data(at) + 1)
                  + pe.x.at(at)
                  + pe.full.at(at);
            })
            .idles();

    assertEquals(Map.of("4", 4L * SLOTS), outcomes(row, 4L * SLOTS));
  }

  /** An addition that is not atomic gets lost when two threads or PEs are in it at once. */
  @Test
  void findsARaceOfTwoPes() {
    Row row =
        Row.of("T3", "g; p")
            .allDo(2, (pe, at) -> pe.x.p(at, pe.x.g(at, 0) + 1, 0))
            .finallySees((pe, at) -> pe.x.at(at));

    Map<String, Long> seen = outcomes(row, 400_000);

    assertTrue(seen.getOrDefault("1", 0L) > 0, () -> "no addition was lost: " + seen);
    assertEquals(sum(seen), seen.get("1") + seen.get("2"));
  }

  @Test
  void runsSeveralThreadsOfAPe() {
    Row row =
        Row.of("T4", "two threads of PE 0 and PE 1 add")
            .does((pe, at) -> pe.x.atomicInc(at, 0))
            .alsoDoes((pe, at) -> pe.x.atomicInc(at, 0))
            .does((pe, at) -> pe.x.atomicInc(at, 0))
            .finallySees((pe, at) -> pe.x.at(at));

    assertEquals(2, row.pes());
    assertEquals(Map.of("3", 8L * SLOTS), outcomes(row, 8L * SLOTS));
  }

  @Test
  void saysWhyAThreadOfAPeFailed() {
    Row row =
        Row.of("T5", "the second thread fails")
            .does((pe, at) -> {})
            .alsoDoes((pe, at) -> {
              throw new IllegalStateException("on purpose");
            });

    ShmemException e = assertThrows(ShmemException.class, () -> outcomes(row, SLOTS));

    assertEquals("on purpose", e.getCause().getCause().getMessage());
  }
}
