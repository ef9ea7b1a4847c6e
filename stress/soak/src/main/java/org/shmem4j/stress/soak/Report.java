package org.shmem4j.stress.soak;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a soak has done and found.
 *
 * @param rounds complete rounds of all jobs that nobody died in
 * @param operations of all their PEs
 * @param tooLate faults whose rank had left its job already
 * @param survivors ranks that have outlived another
 * @param named those of them that have seen it by an exception, and not the end of the job
 * @param longestMillis from a death to the last survivor's exception or end
 */
record Report(
    long seed,
    int jobs,
    long rounds,
    long operations,
    Map<Fault, Integer> faults,
    int tooLate,
    int survivors,
    int named,
    long longestMillis,
    List<Tally.Finding> findings) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  boolean isFine() {
    return findings.isEmpty();
  }

  /** For people. */
  String text() {
    String kinds =
        new TreeMap<>(faults)
            .entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    return "seed "
        + seed
        + ", "
        + jobs
        + " jobs\n"
        + "rounds "
        + rounds
        + ", operations "
        + operations
        + "\n"
        + "faults: "
        + (kinds.isEmpty() ? "none" : kinds)
        + "; too late "
        + tooLate
        + "\n"
        + "survivors "
        + survivors
        + ", of them told by an exception "
        + named
        + "\n"
        + "longest from a death to a survivor's error or end: "
        + longestMillis
        + " ms\n"
        + "findings "
        + findings.size();
  }

  /** For programs. */
  String json() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the report cannot be written as JSON", e);
    }
  }
}
