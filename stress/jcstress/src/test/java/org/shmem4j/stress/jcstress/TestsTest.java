package org.shmem4j.stress.jcstress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.runners.TestList;
import org.shmem4j.stress.litmus.JcstressSources;
import org.shmem4j.stress.litmus.Part;
import org.shmem4j.stress.litmus.Row;
import org.shmem4j.stress.litmus.Rows;
import org.shmem4j.stress.litmus.Verdict;

/** The tests that were written are the catalogue's rows. */
final class TestsTest {
  private static final Map<Verdict, Expect> EXPECT =
      Map.of(
          Verdict.EXPECTED, Expect.ACCEPTABLE,
          Verdict.ALLOWED, Expect.ACCEPTABLE_INTERESTING,
          Verdict.FORBIDDEN, Expect.FORBIDDEN);

  private static List<Row> rows() {
    return Rows.all().stream().filter(JcstressSources::suits).toList();
  }

  @Test
  void everyRowOfUpToFourThreadsIsATest() {
    assertEquals(
        rows().stream().map(Row::toString).collect(Collectors.toCollection(TreeSet::new)),
        new TreeSet<>(Suite.tests().keySet()));
  }

  @Test
  void onlyRowsThatEndTheirJobAreLeftOut() {
    assertEquals(
        List.of("L35"),
        Rows.all().stream().filter(row -> !JcstressSources.suits(row)).map(Row::id).toList());
  }

  @Test
  void namesDifferAlsoWhereCaseDoesNotCount() {
    assertEquals(
        rows().size(),
        TestList.tests().stream().map(name -> name.toLowerCase(Locale.ROOT)).distinct().count());
  }

  @Test
  void outcomesAreThoseOfTheCatalogue() {
    for (Row row : rows()) {
      List<String> expected =
          row.outcomes().stream()
              .map(o -> o.values() + " " + EXPECT.get(o.verdict()) + " " + o.meaning())
              .toList();
      List<String> written =
          Suite.tests().get(row.toString()).cases().stream()
              .map(c -> c.matchPattern() + " " + c.expect() + " " + c.description())
              .toList();
      assertEquals(expected, written, row::toString);
    }
  }

  /** JCStress takes an exact match before a pattern that stands first, we do not. */
  @Test
  void outcomesMeanTheSameToJcstress() {
    for (Row row : rows()) {
      for (var outcome : row.outcomes()) {
        String values = outcome.values();
        assertEquals(values, firstIncluding(row, values), row::toString);
      }
    }
  }

  private static String firstIncluding(Row row, String values) {
    return row.outcomes().stream()
        .filter(o -> o.values().equals(values) || o.includes(values))
        .findFirst()
        .orElseThrow()
        .values();
  }

  @Test
  void everyPartHasItsActorAndSeesWhereTheCatalogueSays() throws ClassNotFoundException {
    for (Row row : rows()) {
      List<Method> methods = methods(Suite.tests().get(row.toString()));
      assertEquals(
          row.parts().stream().filter(part -> !part.isIdle()).map(Part::sees).toList(),
          methods.stream()
              .filter(method -> method.isAnnotationPresent(Actor.class))
              .map(method -> method.getParameterCount() == 1)
              .toList(),
          row::toString);
      assertEquals(
          row.arbiter() != null,
          methods.stream().anyMatch(method -> method.isAnnotationPresent(Arbiter.class)),
          row::toString);
    }
  }

  /** The methods by name, which is the order of the parts, without starting any PE. */
  private static List<Method> methods(TestInfo test) throws ClassNotFoundException {
    Class<?> of = Class.forName(test.binaryName(), false, TestsTest.class.getClassLoader());
    return Stream.of(of)
        .flatMap(c -> Arrays.stream(c.getDeclaredMethods()))
        .sorted((a, b) -> a.getName().compareTo(b.getName()))
        .toList();
  }
}
