package org.shmem4j.junit.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.junit.ShmemCheck;
import org.shmem4j.shmem.sim.CheckOptions;
import org.shmem4j.shmem.sim.Replay;
import org.shmem4j.shmem.sim.StrategyKind;

final class CheckPlanTest {
  /** No class, so that nobody takes these for tests. */
  interface Cases {
    @ShmemCheck(pes = 2)
    void plain();

    @ShmemCheck(
        pes = 2,
        schedules = 9,
        seed = 7,
        strategy = StrategyKind.PCT,
        replay = "12",
        timeout = "90s",
        heap = "1M",
        watchdog = 3)
    void all();

    @ShmemCheck(pes = 2, watchdog = 0)
    void noTime();
  }

  private static CheckPlan plan(String method) throws NoSuchMethodException {
    return CheckPlan.of(Cases.class.getDeclaredMethod(method).getAnnotation(ShmemCheck.class));
  }

  @Test
  void attributesArrive() throws NoSuchMethodException {
    assertEquals(CheckOptions.of(2), plan("plain").options());
    assertEquals(
        new CheckOptions(2, new Replay(StrategyKind.PCT, 7, "12"), 1, 1 << 20, 3),
        plan("all").options());
    assertEquals(Duration.ofSeconds(90), plan("all").timeout());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "plain; RANDOM; 4; ; pes = 2, schedules = 1, strategy = StrategyKind.RANDOM, seed = 4",
        "plain; PCT; -5000000000; 7;"
            + " pes = 2, strategy = StrategyKind.PCT, seed = -5000000000L, replay = \"7\"",
        "all; EXHAUSTIVE; 4; 1..z;"
            + " pes = 2, strategy = StrategyKind.EXHAUSTIVE, seed = 4, replay = \"1..z\","
            + " timeout = \"90s\", heap = \"1M\", watchdog = 3",
      })
  void replayRepeatsWhatIsNotTheDefault(
      String method, StrategyKind strategy, long seed, String decisions, String attributes)
      throws NoSuchMethodException {
    assertEquals(
        "@ShmemCheck(" + attributes + ")",
        plan(method).annotationOf(new Replay(strategy, seed, decisions)));
  }

  @Test
  void nameSaysHowManySchedules() throws NoSuchMethodException {
    assertEquals("2 PEs, checked in 500 schedules (random)", plan("plain").toString());
    assertEquals("2 PEs, checked in one schedule (pct)", plan("all").toString());
  }

  @Test
  void wrongValuesAreRefused() {
    assertEquals(
        "a PE needs some time between two operations: watchdog=0; give it 1 second or more",
        assertThrows(IllegalArgumentException.class, () -> plan("noTime")).getMessage());
  }
}
