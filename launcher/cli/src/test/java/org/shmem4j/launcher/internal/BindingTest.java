package org.shmem4j.launcher.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindingTest {
  private static final CpuSet ALLOWED = CpuSet.allowed();

  @Test
  void shouldTakeAllowedProcessorsInTurn() {
    int first = ALLOWED.forRank(0);

    Binding one = Binding.parse(Integer.toString(first));

    assertTrue(one.isBound());
    assertEquals(first, one.cpus().forRank(0));
    assertEquals(first, one.cpus().forRank(1));
    assertEquals(ALLOWED.toString(), Binding.parse("Core").cpus().toString());
    assertFalse(Binding.parse("NONE").isBound());
  }

  @ParameterizedTest
  @ValueSource(strings = {"socket", "", "0,", "-1", "0-", "1.5", "123456"})
  void shouldRejectWhatIsNoList(String text) {
    UsageException e = assertThrows(UsageException.class, () -> Binding.parse(text));

    assertEquals(
        "the option takes none, core or a list of processors such as 0,2-3: --bind-to=" + text,
        e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999", "0-99999", "3-2"})
  void shouldRejectProcessorsThatAreNotAllowed(String text) {
    UsageException e = assertThrows(UsageException.class, () -> Binding.parse(text));

    assertEquals(
        "ranks can be bound to allowed processors only: --bind-to=" + text + " allowed=" + ALLOWED,
        e.getMessage());
  }
}
