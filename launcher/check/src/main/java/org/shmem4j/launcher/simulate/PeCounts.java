package org.shmem4j.launcher.simulate;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.shmem4j.shmem.job.JobSpec;

/** Reads what {@code -n} says: numbers, and ranges that double from their first number on. */
final class PeCounts {
  private static final String RANGE = "..";

  private PeCounts() {}

  /**
   * Reads a list.
   *
   * @param text such as {@code 2,100,1024..65536}
   * @return in the order of the text
   * @throws IllegalArgumentException if it is none
   */
  static List<Integer> parse(String text) {
    return Arrays.stream(text.split(",", -1))
        .flatMapToInt(part -> numbers(part, text))
        .boxed()
        .toList();
  }

  private static IntStream numbers(String part, String text) {
    int dots = part.indexOf(RANGE);
    if (dots < 0) {
      return IntStream.of(number(part, text));
    }
    int first = number(part.substring(0, dots), text);
    int last = number(part.substring(dots + RANGE.length()), text);
    if (first >= last) {
      throw wrong(text);
    }
    IntStream doubled = IntStream.iterate(first, n -> n < last, n -> 2 * n);
    return IntStream.concat(doubled, IntStream.of(last));
  }

  private static int number(String digits, String text) {
    try {
      int number = Integer.parseInt(digits);
      if (number >= 1 && number <= JobSpec.MAX_PES) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number that is too large.
    }
    throw wrong(text);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "PEs are numbers from 1 to "
            + JobSpec.MAX_PES
            + ", or ranges such as 16..1024: -n="
            + text
            + "; give one, or several with commas between");
  }
}
