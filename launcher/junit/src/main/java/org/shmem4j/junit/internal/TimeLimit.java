package org.shmem4j.junit.internal;

import java.time.Duration;
import java.util.Locale;

/** Time limits as text. */
final class TimeLimit {
  private static final String PREFIX = "PT";
  private static final String MILLIS = "ms";

  private TimeLimit() {}

  static Duration parse(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    try {
      Duration limit =
          lower.endsWith(MILLIS)
              ? Duration.ofMillis(
                  Long.parseLong(lower.substring(0, lower.length() - MILLIS.length()).strip()))
              : Duration.parse(PREFIX + lower);
      if (limit.isPositive()) {
        return limit;
      }
    } catch (RuntimeException e) {
      throw noDuration(text, e);
    }
    throw noDuration(text, null);
  }

  private static IllegalArgumentException noDuration(String text, RuntimeException cause) {
    return new IllegalArgumentException(
        "a time limit is a positive number and ms, s, m or h: timeout=" + text, cause);
  }

  static String text(Duration limit) {
    return limit.toString().substring(PREFIX.length()).toLowerCase(Locale.ROOT);
  }
}
