package org.shmem4j.launcher.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.job.PeState;

class DepartureTest {
  private static final OptionalInt NO_GLOBAL_EXIT = OptionalInt.empty();

  @Test
  void shouldBeDoneAfterFinalize() {
    assertEquals(Departure.DONE, Departure.of(0, PeState.FINALIZED, NO_GLOBAL_EXIT));
  }

  @Test
  void shouldBeEarlyBeforeFinalize() {
    assertEquals(Departure.EARLY, Departure.of(0, PeState.ATTACHED, NO_GLOBAL_EXIT));
    assertEquals(Departure.EARLY, Departure.of(0, PeState.DEAD, NO_GLOBAL_EXIT));
  }

  @Test
  void shouldBeUndecidedBeforeJoining() {
    assertEquals(Departure.NEVER_JOINED, Departure.of(0, PeState.UNBORN, NO_GLOBAL_EXIT));
  }

  @ParameterizedTest
  @EnumSource(PeState.class)
  void shouldBeAFailureWithAnyOtherCode(PeState state) {
    assertEquals(Departure.FAILED, Departure.of(5, state, NO_GLOBAL_EXIT));
    assertEquals(Departure.FAILED, Departure.of(137, state, NO_GLOBAL_EXIT));
  }

  @ParameterizedTest
  @EnumSource(PeState.class)
  void shouldFollowGlobalExitWithItsStatus(PeState state) {
    assertEquals(Departure.GLOBAL_EXIT, Departure.of(0, state, OptionalInt.of(0)));
    assertEquals(Departure.GLOBAL_EXIT, Departure.of(7, state, OptionalInt.of(7)));
  }

  @Test
  void shouldBeAFailureWithAnotherCodeThanGlobalExits() {
    assertEquals(Departure.FAILED, Departure.of(5, PeState.ATTACHED, OptionalInt.of(1)));
  }
}
