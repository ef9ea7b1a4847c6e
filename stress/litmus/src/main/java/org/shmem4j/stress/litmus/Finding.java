package org.shmem4j.stress.litmus;

import java.util.Map;

/**
 * What came of a row in a job.
 *
 * @param job where it ran
 * @param outcomes how often each was seen
 * @param failure why it did not come to its end, or null
 */
public record Finding(Row row, String job, Map<String, Long> outcomes, String failure) {
  /** How often it was tried. */
  public long trials() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How often something was seen that must not be. */
  public long forbidden() {
    return outcomes.entrySet().stream()
        .filter(entry -> row.isForbidden(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** How often something was seen that is allowed and surprises. */
  public long surprising() {
    return outcomes.entrySet().stream()
        .filter(entry -> row.isSurprising(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
