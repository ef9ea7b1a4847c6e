package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Rows;

/**
 * docs/memory-model.md shows the patterns that run, and the litmus table that rows are judged by.
 */
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

  /** Each row's verdict is what its programs are judged by; a few rows have no program there. */
  @Test
  void pageGivesTheVerdictsThatRowsAreJudgedBy() throws IOException {
    Map<String, String> shown = new TreeMap<>();
    for (String line : found(PAGE, "^(\\| [LW]\\d+\\w* \\|[^\n]*)$")) {
      String[] cells = line.split(" *\\| *", -1);
      if (shown.containsKey(cells[1])) {
        break; // the table of what simulations show follows
      }
      shown.put(cells[1], verdict(cells[4].contains("forbidden"), cells[4].contains("allowed")));
    }
    Map<String, String> judged = new TreeMap<>();
    for (Row row : Rows.all()) {
      judged.merge(
          row.id(), verdict(!row.allows(), row.allows()), (a, b) -> a.equals(b) ? a : "FA");
    }
    judged.put("L20", ""); // undefined
    judged.put("L34", "F"); // about time; LateStreamsTest
    assertEquals(judged, shown);
  }

  private static String verdict(boolean forbids, boolean allows) {
    return (forbids ? "F" : "") + (allows ? "A" : "");
  }

  private static List<String> found(Path file, String pattern) throws IOException {
    return Pattern.compile(pattern, Pattern.MULTILINE | Pattern.DOTALL)
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }
}
