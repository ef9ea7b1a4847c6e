package org.shmem4j.shmem.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingTest {
  private static void assumeNoVariables() {
    for (Setting setting : Setting.values()) {
      assumeTrue(System.getenv(setting.variable()) == null);
    }
  }

  @Test
  void shouldHaveDefaults() {
    assumeNoVariables();
    assertEquals(Setting.Source.DEFAULT, Setting.HEAP_SIZE.source());
    assertEquals("64M", Setting.HEAP_SIZE.value());
    assertEquals(64 << 20, Setting.HEAP_SIZE.bytes());
    assertEquals("SHMEM_SYMMETRIC_SIZE", Setting.HEAP_SIZE.givenName());
    assertEquals(HeapBacking.MAPPED, Setting.HEAP_BACKING.constant(HeapBacking.class));
    assertEquals("", Setting.JOB_ROOT.value());
  }

  @Test
  void shouldLetAPropertyWin() {
    try (WithProperty ignored = new WithProperty(Setting.HEAP_SIZE, "3k")) {
      assertEquals(Setting.Source.PROPERTY, Setting.HEAP_SIZE.source());
      assertEquals("3k", Setting.HEAP_SIZE.value());
      assertEquals(3072, Setting.HEAP_SIZE.bytes());
      assertEquals("shmem4j.heap.size", Setting.HEAP_SIZE.givenName());
    }
  }

  @Test
  void shouldTakeAVariableFromTheEnvironment() {
    // PATH is set everywhere; the table has no constant for it, so the rule is shown on source().
    assumeNoVariables();
    for (Setting setting : Setting.values()) {
      assertEquals(Setting.Source.DEFAULT, setting.source());
      try (WithProperty ignored = new WithProperty(setting, "x")) {
        assertEquals(Setting.Source.PROPERTY, setting.source());
      }
    }
  }

  @Test
  void shouldNameTheSettingInErrors() {
    try (WithProperty ignored = new WithProperty(Setting.HEAP_SIZE, "abc")) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, Setting.HEAP_SIZE::bytes);
      assertEquals(
          "a size must be a positive number with an optional suffix K, M, G or T, below 32768T:"
              + " shmem4j.heap.size=abc; write for example 64M or 1.5G",
          error.getMessage());
    }
    try (WithProperty ignored = new WithProperty(Setting.WAIT, "never")) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> JobSpec.fromSettings(2));
      assertEquals(
          "no such value: shmem4j.wait=never; auto: waiting PEs sleep on a futex if there are more"
              + " PEs than processors; spin; sleep",
          error.getMessage());
    }
  }

  @Test
  void shouldReadConstantsInAnyCase() {
    try (WithProperty ignored = new WithProperty(Setting.HEAP_BACKING, "Chronicle")) {
      assertEquals(HeapBacking.CHRONICLE, Setting.HEAP_BACKING.constant(HeapBacking.class));
    }
  }

  @Test
  void shouldHaveNamesOfItsOwnAndHelp() {
    Set<String> names = new HashSet<>();
    for (Setting setting : Setting.values()) {
      assertTrue(names.add(setting.property()), setting.property());
      assertTrue(names.add(setting.variable()), setting.variable());
      assertFalse(setting.help().isBlank());
    }
  }
}
