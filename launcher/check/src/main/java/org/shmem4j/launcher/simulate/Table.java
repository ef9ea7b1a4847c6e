package org.shmem4j.launcher.simulate;

import java.util.List;
import java.util.Locale;
import org.shmem4j.shmem.sim.SimulationReport.Spread;

/** Writes rows for people. */
final class Table {
  private static final double THOUSAND = 1000;
  private static final List<String> UNITS = List.of("ns", "us", "ms", "s");

  private Table() {}

  static String of(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    text.append(line("PEs", "predicted time", "messages per PE", "bytes per PE", "simulated in"));
    for (Row row : rows) {
      text.append(
          line(
              "" + row.pes(),
              time(row.nanos()),
              spread(row.messagesOfPe()),
              spread(row.bytesOfPe()),
              String.format(Locale.ROOT, "%.1f s", row.seconds())));
    }
    return text.toString();
  }

  private static String line(Object... cells) {
    return String.format(Locale.ROOT, "%7s  %14s  %16s  %16s  %12s%n", cells);
  }

  /** With three digits at least, such as "25.6 us". */
  static String time(double nanos) {
    double value = nanos;
    int unit = 0;
    while (value >= THOUSAND && unit < UNITS.size() - 1) {
      value /= THOUSAND;
      unit++;
    }
    return String.format(Locale.ROOT, value < 100 ? "%.3g " : "%.0f ", value) + UNITS.get(unit);
  }

  private static String spread(Spread spread) {
    return spread.least() == spread.most()
        ? number(spread.least())
        : number(spread.least()) + ".." + number(spread.most());
  }

  private static String number(double whole) {
    return String.format(Locale.ROOT, "%.0f", whole);
  }
}
