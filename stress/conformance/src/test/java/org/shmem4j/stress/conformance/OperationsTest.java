package org.shmem4j.stress.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of operations against the public API and against the cases. */
final class OperationsTest {
  /** OpenSHMEM 1.6 without what is deprecated, types and contexts folded. */
  private static final int OPERATIONS = 110;

  private static final List<Operation> ALL = Operation.all();

  @Test
  void tableHasEveryOperationOnce() {
    assertEquals(OPERATIONS, ALL.stream().map(Operation::name).distinct().count());
    assertEquals(OPERATIONS, ALL.size());
    for (Operation operation : ALL) {
      assertTrue(operation.name().startsWith("shmem_"), operation.name());
    }
  }

  @Test
  void everyOperationIsInThePublicApi() {
    List<String> missing = new ArrayList<>();
    for (Operation operation : ALL) {
      for (String reference : operation.missing()) {
        missing.add(operation.name() + ": " + reference);
      }
    }
    assertEquals(List.of(), missing, "in operations.tsv, and not in the public API");
  }

  @Test
  void whatIsNotThereIsMissed() {
    List<String> all = List.of("int", "long", "double");
    assertEquals(List.of(), of("Shmem.pe()", List.of()).missing());
    assertEquals(List.of("Shmem.pe(int)"), of("Shmem.pe(int)", List.of()).missing());
    assertEquals(List.of("Shmem.nothing"), of("Shmem.nothing", List.of()).missing());
    assertEquals(List.of("Nothing"), of("Nothing", List.of()).missing());
    assertEquals(List.of("Compare.XY"), of("Signal.set + Compare.XY", List.of()).missing());
    assertEquals(List.of(), of("SymmetricLongs.p(long,T,int)", all).missing());
    assertEquals(
        List.of("SymmetricDoubles.atomicXor"), of("SymmetricLongs.atomicXor", all).missing());
  }

  private static Operation of(String java, List<String> types) {
    return new Operation("shmem_x", "chapter", java, types, "");
  }

  @Test
  void everyOperationHasACase() {
    Set<String> unchecked = ALL.stream().map(Operation::name).collect(Collectors.toSet());
    Case.all().forEach(c -> unchecked.removeAll(c.covers()));
    assertEquals(Set.of(), new TreeSet<>(unchecked), "operations that no case checks");
  }

  @Test
  void everyCaseChecksOperationsThatExist() {
    Set<String> unknown =
        Case.all().stream().flatMap(c -> c.covers().stream()).collect(Collectors.toSet());
    unknown.removeAll(ALL.stream().map(Operation::name).toList());
    assertEquals(Set.of(), unknown, "named by a case and not an operation");
  }

  @Test
  void everyCaseHasANameOfItsOwn() {
    Set<String> seen = new HashSet<>();
    Stream<String> doubled = Case.all().stream().map(Case::name).filter(name -> !seen.add(name));
    assertEquals(List.of(), doubled.toList());
    // the results of a PE are lines of three columns
    assertEquals(
        List.of(), seen.stream().filter(name -> name.matches(".*\\s\\s.*|.*\t.*")).toList());
  }
}
