package org.shmem4j.shmem.sim;

import java.util.ArrayList;
import java.util.List;

/** The last operations of a PE. */
final class Trail {
  private static final int LENGTH = 24;
  private static final int MOST_PARTS = 4;

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
      Entry entry = entry(i);
      if (isPartOfCall(i)) {
        continue;
      }
      boolean isRepeated = i + 1 < count && entry.equals(entry(i + 1));
      if (isRepeated) {
        repeated++;
      } else {
        lines.add(line(entry, objects) + (repeated > 1 ? ", " + repeated + " times" : ""));
        repeated = 1;
      }
    }
    return lines;
  }

  private Entry entry(long number) {
    return entries[(int) (number % LENGTH)];
  }

  /** What a collective does before it meets is no operation of the program. */
  private boolean isPartOfCall(long number) {
    for (long next = number + 1; next < Math.min(count, number + MOST_PARTS); next++) {
      if (entry(number).op.isPartOf(entry(next).op)) {
        return true;
      }
    }
    return false;
  }

  private static String line(Entry entry, Objects objects) {
    String what =
        entry.pe == Step.NO_PE
            ? ""
            : " " + objects.name(entry.pe, entry.offset, entry.bytes) + " on PE " + entry.pe;
    return entry.op.line() + "  " + entry.op.name() + what;
  }
}
