package org.shmem4j.shmem;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shmem4j.shmem.internal.memory.Mutation;

/**
 * Runs test classes with mutations and says which tests fail.
 *
 * <p>As a program it makes a table: {@code Mutants [-t] [-m MUTATION]... CLASS...} prints a line
 * for each mutation, or for those that are named, with the tests that fail; {@code -t} traces
 * memory.
 */
final class Mutants {
  /** Ten times what the slowest test that is tried so takes; some mutations hang. */
  private static final String LIMIT = "-Djunit.jupiter.execution.timeout.default=10s";

  private Mutants() {}

  /**
   * Runs tests with a mutation.
   *
   * @param mutation null for none
   * @param traced whether memory is traced, as some tests need
   * @return the tests that fail
   */
  static Set<String> failures(Mutation mutation, boolean traced, List<String> testClasses)
      throws IOException, InterruptedException {
    return OtherJvm.failures(
        List.of(
            LIMIT,
            "-Dshmem4j.trace.memory=" + traced,
            "-Dshmem4j.mutate=" + (mutation == null ? "" : mutation.property())),
        testClasses);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Set<Mutation> mutations = new LinkedHashSet<>();
    List<String> testClasses = new ArrayList<>();
    boolean traced = false;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "-t" -> traced = true;
        case "-m" -> mutations.add(Mutation.of(arguments[++i]));
        default -> testClasses.add(arguments[i]);
      }
    }
    if (mutations.isEmpty()) {
      mutations.addAll(Arrays.asList(Mutation.values()));
    }
    System.out.println("none\t" + String.join(" ", failures(null, traced, testClasses)));
    for (Mutation mutation : mutations) {
      Set<String> failures = failures(mutation, traced, testClasses);
      System.out.println(mutation.property() + "\t" + String.join(" ", failures));
    }
  }
}
