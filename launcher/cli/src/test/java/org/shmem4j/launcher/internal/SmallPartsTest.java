package org.shmem4j.launcher.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallPartsTest {
  @Test
  void shouldReadTheKernelsListOfProcessors() {
    CpuSet cpus = CpuSet.parse("0-2,8");

    assertEquals(4, cpus.size());
    assertEquals(8, cpus.forRank(3));
    assertEquals(0, cpus.forRank(4));
    assertTrue(CpuSet.parse("").isEmpty());
  }

  @Test
  void shouldReadDurations() {
    assertEquals(Duration.ofSeconds(90), Durations.parse("90"));
    assertEquals(Duration.ofMillis(1500), Durations.parse("1.5s"));
    assertEquals(Duration.ofMillis(20), Durations.parse("20ms"));
    assertEquals(Duration.ofHours(2), Durations.parse("2H"));
    for (String text : List.of("", "s", "-1s", "0", "1d", "NaN", "1 x")) {
      assertThrows(IllegalArgumentException.class, () -> Durations.parse(text), text);
    }
  }

  @Test
  void shouldQuoteForTheShell() {
    assertEquals(
        "java -Da=b:/c '' 'a b' '*' 'it'\\''s' '$HOME'",
        ShellQuote.join(List.of("java", "-Da=b:/c", "", "a b", "*", "it's", "$HOME")));
  }

  @Test
  void shouldCountSwappedLettersOnce() {
    assertEquals(1, CloseMatches.distance("rign", "ring"));
    assertEquals(List.of("allreduce"), CloseMatches.of("alreduce", List.of("allreduce", "heat")));
    assertEquals(List.of("pingpong"), CloseMatches.of("ping", List.of("pingpong", "heat")));
    assertEquals(List.of(), CloseMatches.of("x", List.of("ring", "heat")));
  }

  @Test
  void shouldNameTheSignalOfACode() {
    assertEquals("code 137 (SIGKILL)", ExitCode.describe(137));
    assertEquals("code 5", ExitCode.describe(5));
  }

  @Test
  void shouldMakeClassPathEntriesAbsolute(@TempDir Path folder) throws IOException {
    Files.createFile(folder.resolve("b.jar"));
    Files.createFile(folder.resolve("a.jar"));
    Files.createFile(folder.resolve("note.txt"));

    List<String> entries = ClassPaths.split("x.jar:" + folder + "/*");

    assertEquals(Path.of("x.jar").toAbsolutePath().toString(), entries.get(0));
    assertEquals(List.of(folder + "/a.jar", folder + "/b.jar"), entries.subList(1, 3));
    assertEquals(3, entries.size());
  }

  @Test
  void shouldChangeTheAotKeyWithTheJars(@TempDir Path folder) throws IOException {
    Path jar = Files.writeString(folder.resolve("a.jar"), "one");
    String before = AotCache.key(List.of(jar.toString()));

    assertEquals(before, AotCache.key(List.of(jar.toString())));
    Files.writeString(jar, "three");
    assertNotEquals(before, AotCache.key(List.of(jar.toString())));
  }
}
