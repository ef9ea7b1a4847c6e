package org.shmem4j.shmem.job;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Sizes as people write them (OpenSHMEM 1.6, SHMEM_SYMMETRIC_SIZE): "64m", "1.5g", "4096". */
public final class ByteSize {
  private static final String UNITS = "kmgt";
  private static final long LIMIT = Long.MAX_VALUE >> 8;

  private ByteSize() {}

  /**
   * Reads a size; a fraction of a byte is rounded up.
   *
   * @param text a positive number, fractional if one likes, with K, M, G or T for powers of 1024
   * @param what names the value in errors
   * @throws IllegalArgumentException if it is no such number, zero, or too large
   */
  public static long parse(String text, String what) {
    String stripped = text.strip();
    int end = endOfNumber(stripped);
    int power = powerOf1024(stripped.substring(end).stripLeading());
    if (end > 0 && power >= 0) {
      BigDecimal bytes =
          new BigDecimal(stripped.substring(0, end))
              .multiply(BigDecimal.valueOf(1L << (10 * power)));
      if (bytes.signum() > 0 && bytes.compareTo(BigDecimal.valueOf(LIMIT)) < 0) {
        return bytes.setScale(0, RoundingMode.CEILING).longValueExact();
      }
    }
    throw new IllegalArgumentException(
        "a size must be a positive number with an optional suffix K, M, G or T, below 32768T: "
            + what
            + "="
            + text
            + "; write for example 64M or 1.5G");
  }

  /** Where digits, with one point among them, end; 0 if the text does not begin so. */
  private static int endOfNumber(String text) {
    int whole = endOfDigits(text, 0);
    if (whole == 0 || whole == text.length() || text.charAt(whole) != '.') {
      return whole;
    }
    int end = endOfDigits(text, whole + 1);
    return end == whole + 1 ? 0 : end;
  }

  private static int endOfDigits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /** What a suffix such as "k", "MB" or "GiB" means, or -1. */
  private static int powerOf1024(String suffix) {
    String unit = suffix.toLowerCase(Locale.ROOT);
    if (unit.endsWith("b")) {
      unit = unit.substring(0, unit.length() - (unit.endsWith("ib") ? 2 : 1));
    }
    if (unit.isEmpty()) {
      return 0;
    }
    int index = unit.length() == 1 ? UNITS.indexOf(unit) : -1;
    return index < 0 ? -1 : index + 1;
  }

  /** Writes a size with the largest unit that divides it. */
  public static String format(long bytes) {
    int power = 0;
    long rest = bytes;
    while (rest != 0 && rest % 1024 == 0 && power < UNITS.length()) {
      rest /= 1024;
      power++;
    }
    return power == 0
        ? bytes + " bytes"
        : rest + " " + Character.toUpperCase(UNITS.charAt(power - 1)) + "iB";
  }
}
