package org.shmem4j.stress.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** Rounds among threads: what is right is found right, and what is wrong is found. */
final class PlayerTest {
  private static final long HEAP_BYTES = 2 << 20;

  private interface Game {
    void play(Player player);
  }

  private static void play(int pes, long seed, Game game) {
    boolean maySleep = JobSpec.Waiting.AUTO.maySleep(pes);
    JobSpec spec = new JobSpec(pes, HEAP_BYTES, HeapBacking.MAPPED, false, maySleep);
    Shmem.threads(
        spec,
        shmem -> {
          Player player = new Player(shmem, seed, step -> {});
          player.setUp();
          game.play(player);
        });
  }

  private static void rounds(Player player, int count) {
    for (int i = 0; i < count; i++) {
      player.playRound();
    }
  }

  @ParameterizedTest
  @CsvSource({"1,40,1", "2,120,2", "3,60,3", "4,40,4", "8,20,5"})
  void threadsDoWhatTheModelSays(int pes, int rounds, long seed) {
    play(pes, seed, player -> rounds(player, rounds));
  }

  @Test
  void wrongValueIsFoundWithItsPlace() {
    ShmemException thrown =
        assertThrows(
            ShmemException.class,
            () ->
                play(
                    2,
                    7,
                    player -> {
                      rounds(player, 1);
                      if (player.pe() == 1) {
                        player.corrupt();
                      }
                      player.playRound();
                    }));
    String message = String.valueOf(thrown.getCause().getMessage());
    assertTrue(message.startsWith("an element is not as the model has it: object="), message);
    assertTrue(
        message.matches(".* pe=1 index=0 expected=.* found=.* seenBy=.* operation=#.*"), message);
  }

  @Test
  void wrongResultIsFoundWithItsOperation() {
    ShmemException thrown =
        assertThrows(
            ShmemException.class,
            () -> play(1, 7, player -> player.expect("at", new long[] {1, 2}, new long[] {1, 3})));
    assertEquals(
        "an operation did not return what the model has: pe=0 what=at, number 1 expected=2"
            + " found=3 operation=",
        thrown.getCause().getMessage().replaceAll("operation=.*", "operation="));
  }

  @Test
  void memoryIsComparedWithTheLastRoundAfterADeath() {
    play(
        2,
        9,
        player -> {
          rounds(player, 3);
          player.compareWithDead(1);
          if (player.pe() == 0) {
            player.corrupt();
            assertThrows(Difference.class, () -> player.compareWithDead(1));
            player.corrupt();
          }
          player.compareWithDead(1);
        });
  }

  private static List<String> plan(long seed, int pes, int rounds) {
    Model model = new Model(pes);
    List<String> steps = new ArrayList<>();
    Round first = new Round(seed, -1, model);
    MemoryStyle.setUp(first);
    first.steps().forEach(step -> steps.add(step.toString()));
    for (int i = 0; i < rounds; i++) {
      Round round = new Round(seed, i, model);
      Styles.plan(round);
      round.steps().forEach(step -> steps.add(step.toString()));
    }
    for (Slot slot : model.all()) {
      for (int pe = 0; pe < pes; pe++) {
        for (long value : slot.copyOf(pe)) {
          steps.add(slot + " of PE " + pe + ": " + value);
        }
      }
    }
    return steps;
  }

  @Test
  void seedDecidesAll() {
    List<String> once = plan(3, 4, 30);
    assertEquals(once, plan(3, 4, 30));
    assertNotEquals(once, plan(4, 4, 30));
  }

  /** Whatever is planned for some PEs can be planned for any number of them. */
  @Test
  void allStylesCanBePlannedForAnyNumber() {
    for (int pes = 1; pes <= 8; pes++) {
      assertTrue(plan(pes, pes, 300).size() > 10_000);
    }
  }
}
