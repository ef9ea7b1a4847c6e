package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.MutatedRows.Way;
import org.shmem4j.shmem.internal.memory.Mutation;

/** docs/mutations.md tells of each mutation what breaks and which tests see it. */
class MutationsPageTest {
  private static final Path PAGE = Path.of("../../docs/mutations.md");
  private static final int WHAT = 2;
  private static final int RECORDED = 3;
  private static final int ROW = 4;
  private static final int JCSTRESS = 5;
  private static final int OTHER = 6;

  /** The page's lines by mutation, cell by cell. */
  private static Map<String, List<String>> lines() {
    try {
      Map<String, List<String>> lines = new LinkedHashMap<>();
      for (String line : Files.readAllLines(PAGE)) {
        if (line.startsWith("| `")) {
          List<String> cells = List.of(line.split(" *\\| *", -1));
          lines.put(cells.get(1).replace("`", ""), cells);
        }
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void shouldTellOfEachMutationWhatBreaksAndWhoSees() {
    Map<String, List<String>> lines = lines();
    assertEquals(
        Arrays.stream(Mutation.values()).map(Mutation::property).toList(),
        List.copyOf(lines.keySet()));
    lines.forEach((name, cells) -> {
      assertEquals(Mutation.of(name).what(), cells.get(WHAT), name);
      boolean isSeen =
          List.of(RECORDED, ROW, JCSTRESS, OTHER).stream().anyMatch(i -> !cells.get(i).isEmpty());
      assertTrue(isSeen, () -> "nothing sees that " + cells.get(WHAT));
    });
  }

  /** Each is tried by a test: by those that record accesses, or by a row. */
  @Test
  void shouldTryEachMutation() throws ReflectiveOperationException {
    Set<String> tried = new TreeSet<>();
    Method recorded =
        MutationTraceTest.class.getDeclaredMethod(
            "shouldRecordWhatNoResultShowsSurely", Mutation.class);
    for (String name : recorded.getAnnotation(EnumSource.class).names()) {
      tried.add(Mutation.valueOf(name).property());
    }
    lines()
        .forEach((name, cells) -> {
          if (!cells.get(ROW).isEmpty()) {
            tried.add(name);
          }
        });
    assertEquals(
        Arrays.stream(Mutation.values()).map(Mutation::property).sorted().toList(),
        List.copyOf(tried));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "mutations.tsv", delimiter = '\t', numLinesToSkip = 1)
  void shouldNameTheRowThatTheTestTries(String mutation, Way way, long trials, String row) {
    assertTrue(trials > 0, mutation);
    String id = row.replaceAll(":.*", "");
    String shown = id + (way == Way.DELAYS ? ", delayed" : "");
    assertEquals(shown, lines().get(mutation).get(ROW), mutation);
  }
}
