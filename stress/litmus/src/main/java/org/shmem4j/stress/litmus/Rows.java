package org.shmem4j.stress.litmus;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All rows, by subject. */
public final class Rows {
  private static final Map<String, List<Row>> BY_SUBJECT = new LinkedHashMap<>();

  static {
    BY_SUBJECT.put("MessagePassing", MessagePassing.rows());
    BY_SUBJECT.put("StoreBuffering", StoreBuffering.rows());
    BY_SUBJECT.put("Causality", Causality.rows());
    BY_SUBJECT.put("OneCell", OneCell.rows());
    BY_SUBJECT.put("Atomics", Atomics.rows());
    BY_SUBJECT.put("WaitSets", WaitSets.rows());
    BY_SUBJECT.put("Meetings", Meetings.rows());
    BY_SUBJECT.put("Heap", Heap.rows());
    BY_SUBJECT.put("Others", Others.rows());
    BY_SUBJECT.put("Leaving", Leaving.rows());
  }

  private static final List<Row> ALL =
      BY_SUBJECT.values().stream().flatMap(Collection::stream).toList();

  /** Rows of the table that OpenSHMEM leaves undefined, so that nobody runs them. */
  static final List<String> UNDEFINED = List.of("L20");

  private Rows() {}

  /** The rows by the name of their subject. */
  public static Map<String, List<Row>> bySubject() {
    return Collections.unmodifiableMap(BY_SUBJECT);
  }

  /** All rows. */
  public static List<Row> all() {
    return ALL;
  }

  /**
   * The row of this name, which is its {@link Row#toString text}.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Row named(String name) {
    return all().stream()
        .filter(row -> row.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no such row: name=" + name));
  }
}
