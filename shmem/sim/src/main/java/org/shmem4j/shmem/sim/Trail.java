package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;

/** The last operations of a PE. */
final class Trail {
  private static final int LENGTH = 20;

  private record Entry(Op op, int pe, long offset, long bytes) {}

  private final Entry[] entries = new Entry[LENGTH];
  private long count;

  void add(Op op, int pe, long offset, long bytes) {
    entries[(int) (count++ % LENGTH)] = new Entry(op, pe, offset, bytes);
  }

  /** A line for each, the last one last; equal ones that follow each other share one. */
  List<String> lines(Objects objects) {
    List<String> lines = new ArrayList<>();
    int repeated = 1;
    for (long i = Math.max(0, count - LENGTH); i < count; i++) {
      Entry entry = entries[(int) (i % LENGTH)];
      boolean isRepeated = i + 1 < count && entry.equals(entries[(int) ((i + 1) % LENGTH)]);
      repeated = isRepeated ? repeated + 1 : repeated;
      if (!isRepeated) {
        lines.add(line(entry, objects) + (repeated > 1 ? ", " + repeated + " times" : ""));
        repeated = 1;
      }
    }
    return lines;
  }

  private static String line(Entry entry, Objects objects) {
    String what =
        entry.pe == Step.NO_PE
            ? ""
            : " " + objects.name(entry.pe, entry.offset, entry.bytes) + " on PE " + entry.pe;
    return entry.op.line() + "  " + entry.op.verb() + what;
  }
}
