package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CheckOptionsTest {
  private static final CheckOptions OPTIONS = CheckOptions.of(3);

  private static String refusal(Executable making) {
    return assertThrows(IllegalArgumentException.class, making).getMessage();
  }

  @Test
  void shouldChangeOneValueEach() {
    Replay first = new Replay(StrategyKind.RANDOM, 1, null);
    long heap = OPTIONS.heapBytes();

    assertEquals(new CheckOptions(3, first, 500, heap, 10), OPTIONS);
    assertEquals(new CheckOptions(3, first, 7, heap, 10), OPTIONS.withSchedules(7));
    assertEquals(new CheckOptions(3, first, 500, 4096, 10), OPTIONS.withHeapBytes(4096));
    assertEquals(new CheckOptions(3, first, 500, heap, 2), OPTIONS.withWatchdogSeconds(2));
    assertEquals(new Replay(StrategyKind.RANDOM, 8, null), OPTIONS.withSeed(8).first());
    assertEquals(
        new Replay(StrategyKind.PCT, 8, null),
        OPTIONS.withSeed(8).withStrategy(StrategyKind.PCT).first());
  }

  @Test
  void shouldTryOneScheduleInAReplay() {
    Replay replay = new Replay(StrategyKind.PCT, 4, "12");
    CheckOptions options = OPTIONS.replaying(replay).withSchedules(9).withWatchdogSeconds(2);

    assertEquals(replay, options.first());
    assertEquals(1, options.schedules());
    assertTrue(options.isReplay());
    assertEquals(1, OPTIONS.replaying(new Replay(StrategyKind.RANDOM, 4, null)).schedules());
    assertFalse(OPTIONS.isReplay());
  }

  @Test
  void shouldRefuseWhatCannotBeChecked() {
    assertEquals("a job has between 1 and 65536 PEs: pes=0", refusal(() -> CheckOptions.of(0)));
    assertEquals(
        "a symmetric heap has at least one byte: heapBytes=0",
        refusal(() -> OPTIONS.withHeapBytes(0)));
    assertEquals(
        "a check tries at least one schedule: schedules=0; give it 1 or more",
        refusal(() -> OPTIONS.withSchedules(0)));
    assertEquals(
        "a PE needs some time between two operations: watchdog=0; give it 1 second or more",
        refusal(() -> OPTIONS.withWatchdogSeconds(0)));
  }
}
