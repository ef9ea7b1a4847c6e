package org.shmem4j.stress.litmus;

import java.util.regex.Pattern;

/**
 * Outcomes that mean the same.
 *
 * @param values a regular expression for what the observing parts have seen, in their order,
 *     separated by a comma and a space; what the arbiter has seen comes last
 * @param meaning in words
 */
public record Outcome(String values, Verdict verdict, String meaning) {
  /** Whether it is one of these. */
  public boolean includes(String outcome) {
    return Pattern.matches(values, outcome);
  }
}
