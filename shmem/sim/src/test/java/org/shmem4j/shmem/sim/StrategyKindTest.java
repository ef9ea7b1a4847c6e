package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class StrategyKindTest {
  @Test
  void shouldCreateTheStrategyThatItNames() {
    assertInstanceOf(RandomStrategy.class, StrategyKind.RANDOM.create());
    assertInstanceOf(PctStrategy.class, StrategyKind.PCT.create());
    assertInstanceOf(PctStrategy.class, StrategyKind.PCT.create("12"));
    assertInstanceOf(ExhaustiveStrategy.class, StrategyKind.EXHAUSTIVE.create());
    assertInstanceOf(ExhaustiveStrategy.class, StrategyKind.EXHAUSTIVE.create("1..z"));
  }

  @Test
  void shouldRefuseAReplayThatIsNone() {
    assertEquals(
        "a random schedule is played again by its seed alone: replay=1; leave it out",
        refusal(StrategyKind.RANDOM, "1"));
    assertEquals(
        "the replay of a pct schedule is a number above 0: replay=0; give it as the check printed"
            + " it",
        refusal(StrategyKind.PCT, "0"));
    assertEquals(
        "the replay of a pct schedule is a number above 0: replay=a; give it as the check printed"
            + " it",
        refusal(StrategyKind.PCT, "a"));
    assertEquals(
        "a replay is numbers of base 36 with dots between them: replay=1.-.2; give it as the check"
            + " printed it",
        refusal(StrategyKind.EXHAUSTIVE, "1.-.2"));
  }

  private static String refusal(StrategyKind kind, String replay) {
    return assertThrows(IllegalArgumentException.class, () -> new Replay(kind, 1, replay))
        .getMessage();
  }
}
