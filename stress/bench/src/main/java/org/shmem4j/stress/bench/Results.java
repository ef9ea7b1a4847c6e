package org.shmem4j.stress.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the cells of a run, and knows which operations are asked for. */
final class Results {
  private final String filter;
  private final List<Measurement> measurements = new ArrayList<>();

  /**
   * Wants all operations whose name contains the filter.
   *
   * @param filter part of a name; empty for all
   */
  Results(String filter) {
    this.filter = filter.toLowerCase(Locale.ROOT);
  }

  boolean wants(String op) {
    return op.contains(filter);
  }

  void add(Measurement measurement) {
    measurements.add(measurement);
  }

  List<Measurement> all() {
    return List.copyOf(measurements);
  }
}
