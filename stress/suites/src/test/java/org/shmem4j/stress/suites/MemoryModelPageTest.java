package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The patterns in docs/memory-model.md are the methods that the example {@code patterns} runs. */
final class MemoryModelPageTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/memory-model.md");
  private static final Path EXAMPLE =
      ROOT.resolve("spmd/examples/src/main/java/org/shmem4j/spmd/examples/Patterns.java");

  @Test
  void pageShowsThePatternsThatRun() throws IOException {
    List<String> shown = found(PAGE, "^```java\n(.*?)^```$");
    List<String> run =
        found(EXAMPLE, "^(  static void \\w+\\(Shmem shmem, int rounds\\) \\{\n.*?^  }\n)").stream()
            .filter(method -> !method.startsWith("  static void program("))
            .map(method -> method.replaceAll("(?m)^  ", ""))
            .toList();
    assertEquals(run, shown);
  }

  private static List<String> found(Path file, String pattern) throws IOException {
    return Pattern.compile(pattern, Pattern.MULTILINE | Pattern.DOTALL)
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }
}
