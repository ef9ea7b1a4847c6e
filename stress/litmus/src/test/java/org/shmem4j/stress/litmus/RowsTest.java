package org.shmem4j.stress.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RowsTest {
  @Test
  void eachWayToPlayARowHasANameOfItsOwn() {
    Set<String> names = new HashSet<>();
    for (Row row : Rows.all()) {
      assertTrue(names.add(row.toString()), () -> "twice: " + row);
    }
  }

  @Test
  void eachRowSaysWhatIsExpected() {
    for (Row row : Rows.all()) {
      assertEquals(Verdict.EXPECTED, row.outcomes().getFirst().verdict(), row.toString());
      row.outcomes().forEach(outcome -> assertTrue(!outcome.meaning().isBlank(), row.toString()));
    }
  }

  /** What is judged twice would be judged by whoever comes first. */
  @Test
  void noOutcomeIsBothExpectedAndNot() {
    List<String> values = List.of("0", "1", "2", "10", "11");
    List<String> seen = new ArrayList<>(values);
    values.forEach(a -> values.forEach(b -> seen.add(a + ", " + b)));
    for (Row row : Rows.all()) {
      for (String outcome : seen) {
        long verdicts =
            row.outcomes().stream()
                .filter(o -> !o.values().equals(".*") && o.includes(outcome))
                .map(Outcome::verdict)
                .distinct()
                .count();
        assertTrue(verdicts <= 1, () -> row + ": " + outcome);
      }
    }
  }

  /** The outcomes of several PEs are made by counting; these are counted by hand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "L17; 0, 1; false",
        "L17; 1, 0; false",
        "L17; 0, 0; true",
        "L17; 1, 2; true",
        "L17; 2, 0, 1; false",
        "L17; 2, 0, 2; true",
        "L18; 0, 1; false",
        "L18; 2, 0; false",
        "L18; 0, 0; true",
        "L18; 0, 2; true",
        "L18; 3, 3, 0; false",
        "L18; 3, 2, 0; true",
        "L19; 0, 1, 2; false",
        "L19; 2, 0, 1; false",
        "L19; 0, 0, 2; true",
        "L19; 0, 1, 1; true",
        "L19; 0, 3, 1, 2; false",
        "L19; 2, 0, 1, 3; false",
        "L19; 2, 0, 2, 3; true",
        "L13a; 0, 11; false",
        "L13a; 10, 1; false",
        "L13a; 10, 10; true",
        "L13a; 1, 1; false",
      })
  void permutationsAreAsCountedByHand(String id, String outcome, boolean isForbidden) {
    int parts = outcome.split(", ", -1).length;
    Row row =
        Rows.all().stream()
            .filter(r -> r.id().equals(id))
            .filter(r -> seen(r) == parts)
            .findFirst()
            .orElseThrow();
    assertEquals(isForbidden, row.isForbidden(outcome));
  }

  private static long seen(Row row) {
    return row.parts().stream().filter(Part::sees).count() + (row.arbiter() == null ? 0 : 1);
  }
}
