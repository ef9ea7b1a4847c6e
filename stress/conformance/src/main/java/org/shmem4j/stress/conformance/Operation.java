package org.shmem4j.stress.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * An operation of OpenSHMEM 1.6 and what does it here; all types and contexts are one operation.
 *
 * @param name as in the standard
 * @param chapter where the standard has it
 * @param java a class, and a method or a constant of it; a method may have its parameters' types;
 *     after a plus sign what goes with it
 * @param types for a method of the typed arrays, the types that have it; T is its element
 */
record Operation(String name, String chapter, String java, List<String> types, String notes) {
  private static final String RESOURCE = "operations.tsv";
  private static final String NONE = "-";
  private static final List<String> PACKAGES =
      List.of("org.shmem4j.shmem.", "org.shmem4j.collectives.");

  /** All operations, in the standard's order. */
  static List<Operation> all() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Operation.class.getResourceAsStream(RESOURCE), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(Operation::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("the operations cannot be read: resource=" + RESOURCE, e);
    }
  }

  private static Operation parse(String line) {
    String[] fields = line.split("\t", -1);
    return new Operation(
        fields[0],
        fields[1],
        fields[2],
        fields[3].equals(NONE) ? List.of() : List.of(fields[3].split(" ")),
        fields[4].equals(NONE) ? "" : fields[4]);
  }

  /** Class and method, without the parameters. */
  String method() {
    return java.replaceFirst("\\(.*?\\)", "");
  }

  /** Whether the public API has it, for every type. */
  boolean isImplemented() {
    return missing().isEmpty();
  }

  /** What the public API should have and has not. */
  List<String> missing() {
    return references().filter(reference -> !exists(reference)).toList();
  }

  /** What {@link #java} means, once for each type. */
  private Stream<String> references() {
    return types.isEmpty()
        ? Stream.of(java.split(" \\+ "))
        : types.stream()
            .map(type ->
                java.replace("SymmetricLongs", "Symmetric" + capitalized(type) + "s")
                    .replaceAll("\\bT\\b", type));
  }

  private static String capitalized(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }

  private static boolean exists(String reference) {
    String[] parts = reference.split("[.(]", 3);
    Class<?> type = find(parts[0]);
    if (type == null || parts.length == 1) {
      return type != null;
    }
    if (!reference.contains("(")) {
      return Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getFields()))
          .anyMatch(member -> member.getName().equals(parts[1]));
    }
    String parameters = reference.substring(reference.indexOf('(') + 1, reference.length() - 1);
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(parts[1]))
        .anyMatch(
            method -> parameters.equals(names(method.getParameterTypes(), method.isVarArgs())));
  }

  private static String names(Class<?>[] types, boolean varArgs) {
    List<String> names = Arrays.stream(types).map(Class::getSimpleName).toList();
    String joined = String.join(",", names);
    return varArgs ? joined.substring(0, joined.length() - 2) + "..." : joined;
  }

  /** Null if there is no such class. */
  private static Class<?> find(String simpleName) {
    return PACKAGES.stream()
        .map(prefix -> classOrNull(prefix + simpleName))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static Class<?> classOrNull(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }
}
