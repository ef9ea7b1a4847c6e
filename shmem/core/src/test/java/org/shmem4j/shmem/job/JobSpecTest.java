package org.shmem4j.shmem.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobSpecTest {
  private static JobSpec spec(int pes, long bytes) {
    return new JobSpec(pes, bytes, HeapBacking.MAPPED, true, false);
  }

  @Test
  void shouldRoundHeapsUpToWholePages() {
    assertEquals(4096, spec(1, 1).heapBytes());
    assertEquals(4096, spec(1, 4096).heapBytes());
    assertEquals(8192, spec(1, 4097).heapBytes());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 65_537, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void shouldRefuseImpossibleNumbersOfPes(int pes) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> spec(pes, 4096));
    assertEquals("a job has between 1 and 65536 PEs: pes=" + pes, error.getMessage());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void shouldRefuseImpossibleHeaps(long bytes) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> spec(1, bytes));
    assertEquals("a symmetric heap has at least one byte: heapBytes=" + bytes, error.getMessage());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1, 2048, 4097, 12_288, 1L << 31, Long.MIN_VALUE})
  void shouldRefuseImpossibleAlignments(long alignment) {
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> spec(1, 4096).alignedTo(alignment));
    assertEquals(
        "a heap's alignment is a power of two: alignment=" + alignment + " valid=4096..1073741824",
        error.getMessage());
  }

  @Test
  void shouldAlignMappedHeapsOnly() {
    assertEquals(1 << 21, spec(1, 4096).alignedTo(1 << 21).alignment());
    JobSpec chronicle = new JobSpec(1, 4096, HeapBacking.CHRONICLE, true, false);
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> chronicle.alignedTo(8192));
    assertEquals(
        "only a mapped heap can begin at a multiple of more than a page: alignment=8192"
            + " backing=CHRONICLE",
        error.getMessage());
  }

  @Test
  void shouldLetWaitersSleepWhenProcessorsAreShort() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertFalse(JobSpec.Waiting.AUTO.maySleep(processors));
    assertTrue(JobSpec.Waiting.AUTO.maySleep(processors + 1));
    assertTrue(JobSpec.Waiting.SLEEP.maySleep(1));
    assertFalse(JobSpec.Waiting.SPIN.maySleep(1000));
  }

  @Test
  void shouldFollowTheSettings() {
    try (var _ = new WithProperty(Setting.HEAP_SIZE, "8k");
        var _ = new WithProperty(Setting.HEAP_BACKING, "chronicle");
        var _ = new WithProperty(Setting.HEAP_RESERVE, "sparse");
        var _ = new WithProperty(Setting.WAIT, "sleep")) {
      assertEquals(
          new JobSpec(3, 8192, HeapBacking.CHRONICLE, true, true), JobSpec.fromSettings(3));
    }
    try (var _ = new WithProperty(Setting.HEAP_RESERVE, "full");
        var _ = new WithProperty(Setting.WAIT, "spin")) {
      assertFalse(JobSpec.fromSettings(3).sparse());
      assertFalse(JobSpec.fromSettings(300).maySleep());
    }
  }
}
