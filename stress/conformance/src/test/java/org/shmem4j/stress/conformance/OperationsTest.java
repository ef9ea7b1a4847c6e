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

  /** Chapters that are still being built. */
  private static final Set<String> PENDING =
      Set.of(
          ("iput ibput iget ibget put_nbi get_nbi put_signal_nbi"
                  + " atomic_fetch_nbi atomic_compare_swap_nbi atomic_swap_nbi"
                  + " atomic_fetch_inc_nbi atomic_fetch_add_nbi atomic_fetch_and_nbi"
                  + " atomic_fetch_or_nbi atomic_fetch_xor_nbi"
                  + " broadcast collect fcollect alltoall alltoalls and_reduce or_reduce xor_reduce"
                  + " max_reduce min_reduce sum_reduce prod_reduce sum_inscan sum_exscan"
                  + " wait_until_all wait_until_any wait_until_some wait_until_all_vector"
                  + " wait_until_any_vector wait_until_some_vector test_all test_any test_some"
                  + " test_all_vector test_any_vector test_some_vector pcontrol")
              .split(" "));

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
    for (Operation operation : ALL.stream().filter(OperationsTest::isBuilt).toList()) {
      for (String reference : operation.missing()) {
        missing.add(operation.name() + ": " + reference);
      }
    }
    assertEquals(List.of(), missing, "in operations.tsv, and not in the public API");
  }

  private static boolean isBuilt(Operation operation) {
    return !PENDING.contains(operation.name().substring("shmem_".length()));
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
    Set<String> unchecked =
        ALL.stream()
            .filter(OperationsTest::isBuilt)
            .map(Operation::name)
            .collect(Collectors.toSet());
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
