package org.shmem4j.shmem.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    try (var _ = new WithProperty(Setting.HEAP_SIZE, "3k")) {
      assertEquals(Setting.Source.PROPERTY, Setting.HEAP_SIZE.source());
      assertEquals("3k", Setting.HEAP_SIZE.value());
      assertEquals(3072, Setting.HEAP_SIZE.bytes());
      assertEquals("shmem4j.heap.size", Setting.HEAP_SIZE.givenName());
    }
  }

  /** What a child JVM prints. */
  public static final class Printer {
    private Printer() {}

    /** Prints where the heap's size comes from. */
    public static void main(String[] args) {
      Setting size = Setting.HEAP_SIZE;
      System.out.print(size.source() + " " + size.givenName() + " " + size.bytes());
    }
  }

  private static String printed(String... options) throws IOException {
    String classPath =
        Stream.of(Setting.class, SettingTest.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath, Printer.class.getName()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    builder.environment().put("SHMEM_SYMMETRIC_SIZE", "1.5k");
    return new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void shouldTakeAVariableUnlessThereIsAProperty() throws IOException {
    assertEquals("VARIABLE SHMEM_SYMMETRIC_SIZE 1536", printed());
    assertEquals("PROPERTY shmem4j.heap.size 2048", printed("-Dshmem4j.heap.size=2k"));
  }

  @Test
  void shouldNameTheSettingInErrors() {
    try (var _ = new WithProperty(Setting.HEAP_SIZE, "abc")) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, Setting.HEAP_SIZE::bytes);
      assertEquals(
          "a size must be a positive number with an optional suffix K, M, G or T, below 32768T:"
              + " shmem4j.heap.size=abc; write for example 64M or 1.5G",
          error.getMessage());
    }
    try (var _ = new WithProperty(Setting.WAIT, "never")) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> JobSpec.fromSettings(2));
      assertEquals(
          "no such value: shmem4j.wait=never; auto: waiting PEs sleep on a futex if there are more"
              + " PEs than processors; spin; sleep",
          error.getMessage());
    }
  }

  @Test
  void shouldReadTrueAndFalse() {
    assumeNoVariables();
    assertFalse(Setting.CHECK.isTrue());
    assertFalse(Setting.DEBUG.isGiven());
    try (var _ = new WithProperty(Setting.CHECK, "True")) {
      assertTrue(Setting.CHECK.isTrue());
      assertTrue(JobSpec.fromSettings(2).checked());
    }
    try (var _ = new WithProperty(Setting.DEBUG, "")) {
      assertTrue(Setting.DEBUG.isGiven());
      assertTrue(JobSpec.fromSettings(2).checked());
    }
    try (var _ = new WithProperty(Setting.CHECK, "yes")) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, Setting.CHECK::isTrue);
      assertEquals(
          "a value is true or false: shmem4j.check=yes; true: mixed signals, contexts in a wrong"
              + " thread and leaks are looked for",
          error.getMessage());
    }
  }

  @Test
  void shouldReadConstantsInAnyCase() {
    try (var _ = new WithProperty(Setting.HEAP_BACKING, "Chronicle")) {
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
