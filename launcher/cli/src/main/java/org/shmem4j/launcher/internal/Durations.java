package org.shmem4j.launcher.internal;

import java.time.Duration;
import java.util.Locale;

/**
 * Durations as people write them: {@code 90}, {@code 90s}, {@code 2m}, {@code 1h}, {@code 500ms}.
 */
final class Durations {
  private Durations() {}

  /** Reads a duration; a bare number is seconds. */
  static Duration parse(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    int end = lower.length();
    while (end > 0 && !Character.isDigit(lower.charAt(end - 1))) {
      end--;
    }
    long millisPerUnit = millisPerUnit(lower.substring(end).strip());
    double number = millisPerUnit < 0 ? Double.NaN : number(lower.substring(0, end));
    if (!(number > 0)) {
      throw new IllegalArgumentException(
          "a duration is a positive number and ms, s, m or h: duration=" + text);
    }
    return Duration.ofMillis(Math.max(1, Math.round(number * millisPerUnit)));
  }

  private static long millisPerUnit(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "", "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> -1;
    };
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
