package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.internal.memory.Mutation;

/**
 * A test of the tests: what x86 shows in no result, the tests that record each access or each call
 * of the transport must see.
 */
class MutationTraceTest {
  private static final List<String> RECORDING_TESTS =
      List.of("MemoryOrderTraceTest", "TransportCallsTest");

  @Test
  void shouldNotFailWithoutAMutation() throws Exception {
    assertEquals(Set.of(), Mutants.failures(null, true, RECORDING_TESTS));
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "FENCE_NONE",
        "FENCE_TRANSPORT",
        "PE_FENCE_TRANSPORT",
        "QUIET_TRANSPORT",
        "PE_QUIET_TRANSPORT",
        "P_PLAIN",
        "G_PLAIN",
        "ELEMENT_COPIED",
        "ATOMIC_FETCH_OPAQUE",
        "ADD_RELEASE",
        "SIGNAL_OPAQUE",
        "SIGNAL_FETCH_OPAQUE",
        "WAIT_OPAQUE",
        "SLEEPER_FENCE",
        "SLEEPER_BELL",
        "TICKET_OPAQUE",
        "TICKET_FIRST",
        "BARRIER_QUIET",
        "MALLOC_TICKET",
        "MALLOC_QUIET",
        "FREE_QUIET",
        "REALLOC_ENTRY",
        "REALLOC_EXIT",
        "REALLOC_QUIET",
        "CLOSE_QUIET",
        "FINALIZE_QUIET",
        "LOCK_QUIET",
        "LOCK_GRANT",
        "LOCK_LINK",
        "LOCK_TAIL",
        "LOCK_ABANDON"
      })
  void shouldRecordWhatNoResultShowsSurely(Mutation mutation) throws Exception {
    Set<String> failures = Mutants.failures(mutation, true, RECORDING_TESTS);
    assertFalse(failures.isEmpty(), () -> "nothing sees that " + mutation.what());
  }

  @Test
  void shouldNameAllMutationsIfThereIsNoSuchOne() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Mutation.of("fence")).getMessage();
    assertTrue(
        message.startsWith(
            "no such mutation: shmem4j.mutate=fence; there are fence-none fence-transport "),
        message);
    for (Mutation mutation : Mutation.values()) {
      assertTrue(message.contains(" " + mutation.property()), message);
      assertEquals(mutation, Mutation.of(mutation.property()));
      assertFalse(mutation.isOn(), "this JVM has no mutation");
    }
  }
}
