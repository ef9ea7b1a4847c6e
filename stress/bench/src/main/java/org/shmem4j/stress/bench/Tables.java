package org.shmem4j.stress.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Writes measurements and comparisons for people and for programs. */
final class Tables {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Tables() {}

  /** A table of our own cells. */
  static String text(List<Measurement> measurements) {
    StringBuilder text =
        new StringBuilder(
            String.format(
                "%-24s %9s %4s %12s %10s %10s %-5s %9s %9s %9s %9s %7s%n",
                "operation",
                "bytes",
                "PEs",
                "median",
                "p10",
                "p90",
                "unit",
                "1op p50",
                "p90",
                "p99",
                "p99.9",
                "B/op"));
    for (Measurement cell : measurements) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-24s %9s %4d %12s %10s %10s %-5s",
              cell.op(),
              size(cell.bytes()),
              cell.pes(),
              number(cell.median(), cell.unit()),
              number(cell.p10(), cell.unit()),
              number(cell.p90(), cell.unit()),
              cell.unit()));
      cell.percentiles()
          .ifPresent(single ->
              text.append(
                  String.format(
                      Locale.ROOT,
                      " %9s %9s %9s %9s %7.1f",
                      number(single.p50()),
                      number(single.p90()),
                      number(single.p99()),
                      number(single.p999()),
                      cell.allocated().orElse(0.0))));
      text.append(System.lineSeparator());
    }
    return text.toString();
  }

  /** The ratio table, with a verdict for each row. */
  static String ratioText(List<Row> rows) {
    StringBuilder text =
        new StringBuilder(
            String.format(
                "%-24s %9s %4s %10s %10s %-11s %-5s %7s  %-16s %s%n",
                "operation",
                "bytes",
                "PEs",
                "ours",
                "peer",
                "peer_name",
                "unit",
                "ratio",
                "95 % interval",
                ""));
    for (Row row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-24s %9s %4d %10s %10s %-11s %-5s %7.3f  [%6.3f, %6.3f] %s%n",
              row.key().op(),
              size(row.key().bytes()),
              row.key().pes(),
              number(row.ours()),
              number(row.peer()),
              row.key().peerName(),
              row.unit(),
              row.ratio().median(),
              row.ratio().low(),
              row.ratio().high(),
              row.ratio().verdict().name().toLowerCase(Locale.ROOT)));
    }
    return text.toString();
  }

  /** Our own cells as a JSON array. */
  static String json(List<Measurement> measurements) {
    ArrayNode array = JSON.createArrayNode();
    for (Measurement cell : measurements) {
      ObjectNode node = array.addObject();
      node.put("op", cell.op());
      node.put("bytes", cell.bytes());
      node.put("pes", cell.pes());
      put(node, "median", cell.median(), cell.unit());
      put(node, "p10", cell.p10(), cell.unit());
      put(node, "p90", cell.p90(), cell.unit());
      node.put("unit", cell.unit());
      cell.percentiles()
          .ifPresent(single -> {
            ObjectNode inner = node.putObject("single_ns");
            inner.put("p50", single.p50());
            inner.put("p90", single.p90());
            inner.put("p99", single.p99());
            inner.put("p99.9", single.p999());
          });
      cell.allocated().ifPresent(bytes -> node.put("allocated_bytes", bytes));
    }
    return write(array);
  }

  /** The ratio table as a JSON array. */
  static String ratioJson(List<Row> rows) {
    ArrayNode array = JSON.createArrayNode();
    for (Row row : rows) {
      ObjectNode node = array.addObject();
      node.put("op", row.key().op());
      node.put("bytes", row.key().bytes());
      node.put("pes", row.key().pes());
      node.put("ours", row.ours());
      node.put("peer", row.peer());
      node.put("peer_name", row.key().peerName());
      node.put("unit", row.unit());
      node.put("ratio", row.ratio().median());
      node.put("low", row.ratio().low());
      node.put("high", row.ratio().high());
    }
    return write(array);
  }

  private static String write(ArrayNode array) {
    try {
      return JSON.writeValueAsString(array);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a table could not be written as JSON", e);
    }
  }

  private static String size(long bytes) {
    if (bytes == 0) {
      return "-";
    }
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + " MiB";
    }
    if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) {
      return (bytes >> 10) + " KiB";
    }
    return bytes + " B";
  }

  private static void put(ObjectNode node, String name, double value, String unit) {
    if (unit.equals(Measurement.COUNT)) {
      node.put(name, (long) value);
    } else {
      node.put(name, value);
    }
  }

  private static String number(double value, String unit) {
    return unit.equals(Measurement.COUNT)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : number(value);
  }

  /** Four digits, without an exponent. */
  private static String number(double value) {
    if (value >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, value >= 100 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f", value);
  }
}
