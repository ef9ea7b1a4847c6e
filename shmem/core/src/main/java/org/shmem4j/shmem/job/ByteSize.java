package org.shmem4j.shmem.job;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them (OpenSHMEM 1.6, SHMEM_SYMMETRIC_SIZE): "64m", "1.5g", "4096". */
public final class ByteSize {
  private static final Pattern FORM =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "kmgt";

  private ByteSize() {}

  /**
   * Reads a size; a fraction of a byte is rounded up.
   *
   * @param text a positive number, fractional if one likes, with K, M, G or T for powers of 1024
   * @param what names the value in errors
   * @throws IllegalArgumentException if it is no such number, zero, or too large
   */
  public static long parse(String text, String what) {
    Matcher matcher = FORM.matcher(text.strip());
    if (matcher.matches()) {
      int power = UNITS.indexOf(matcher.group(2).toLowerCase(Locale.ROOT)) + 1;
      if (matcher.group(2).isEmpty()) {
        power = 0;
      }
      BigDecimal bytes =
          new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(1L << (10 * power)));
      BigDecimal whole = bytes.setScale(0, RoundingMode.CEILING);
      if (whole.signum() > 0 && whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE >> 8)) < 0) {
        return whole.longValueExact();
      }
    }
    throw new IllegalArgumentException(
        "a size must be a positive number with an optional suffix K, M, G or T, below 32768T: "
            + what
            + "="
            + text
            + "; write for example 64M or 1.5G");
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
