package org.shmem4j.stress.bench;

import java.util.Locale;
import java.util.Optional;

/**
 * One measured cell.
 *
 * @param source who was measured: {@code shmem4j}, or the peer's name
 * @param op the operation
 * @param pes how many PEs took part
 * @param bytes the size of the payload, 0 for none
 * @param median the median over the timed batches
 * @param p10 the 10th percentile over the timed batches
 * @param p90 the 90th percentile over the timed batches
 * @param unit what they are in: {@code ns}, {@code GB/s}, {@code %} of a core, or {@code count}
 * @param percentiles single operations, in a full run of ours
 * @param allocated bytes that one operation allocated, in a full run of ours
 */
record Measurement(
    String source,
    String op,
    int pes,
    long bytes,
    double median,
    double p10,
    double p90,
    String unit,
    Optional<Percentiles> percentiles,
    Optional<Double> allocated) {

  static final String NANOSECONDS = "ns";
  static final String BANDWIDTH = "GB/s";
  static final String PERCENT_OF_CORE = "%";
  static final String COUNT = "count";

  private static final int FIELDS = 8;
  private static final int FIELDS_WITH_DETAILS = FIELDS + 5;

  /** A cell without details. */
  Measurement(
      String source,
      String op,
      int pes,
      long bytes,
      double median,
      double p10,
      double p90,
      String unit) {
    this(source, op, pes, bytes, median, p10, p90, unit, Optional.empty(), Optional.empty());
  }

  /** Whether a larger value is a better one. */
  boolean moreIsBetter() {
    return unit.equals(BANDWIDTH);
  }

  /** Returns the line that {@link #parse} reads: that of the C programs, with our details added. */
  String line() {
    String line =
        String.format(
            Locale.ROOT,
            "%s,%s,%d,%d,%.9g,%.9g,%.9g,%s",
            source,
            op,
            pes,
            bytes,
            median,
            p10,
            p90,
            unit);
    if (percentiles.isEmpty()) {
      return line;
    }
    Percentiles single = percentiles.get();
    return line
        + String.format(
            Locale.ROOT,
            ",%.1f,%.1f,%.1f,%.1f,%.3f",
            single.p50(),
            single.p90(),
            single.p99(),
            single.p999(),
            allocated.orElse(0.0));
  }

  /** Reads a line; empty when it is not one of ours. */
  static Optional<Measurement> parse(String line) {
    String[] fields = line.strip().split(",", -1);
    if (fields.length != FIELDS && fields.length != FIELDS_WITH_DETAILS) {
      return Optional.empty();
    }
    try {
      Optional<Percentiles> percentiles = Optional.empty();
      Optional<Double> allocated = Optional.empty();
      if (fields.length == FIELDS_WITH_DETAILS) {
        percentiles =
            Optional.of(
                new Percentiles(
                    Double.parseDouble(fields[FIELDS]),
                    Double.parseDouble(fields[FIELDS + 1]),
                    Double.parseDouble(fields[FIELDS + 2]),
                    Double.parseDouble(fields[FIELDS + 3])));
        allocated = Optional.of(Double.parseDouble(fields[FIELDS + 4]));
      }
      return Optional.of(
          new Measurement(
              fields[0],
              fields[1],
              Integer.parseInt(fields[2]),
              Long.parseLong(fields[3]),
              Double.parseDouble(fields[4]),
              Double.parseDouble(fields[5]),
              Double.parseDouble(fields[6]),
              fields[7],
              percentiles,
              allocated));
    } catch (NumberFormatException notALineOfOurs) {
      return Optional.empty();
    }
  }
}
