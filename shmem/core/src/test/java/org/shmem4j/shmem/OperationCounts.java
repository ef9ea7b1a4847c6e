package org.shmem4j.shmem;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** An interceptor that counts, as docs/debugging.md shows one. */
public final class OperationCounts implements Interceptor {
  /** All that have been made, as PEs joined. */
  static final List<OperationCounts> ALL = new CopyOnWriteArrayList<>();

  /** How often and with how many bytes, such as "2x16". */
  private final Map<Operation, long[]> counts = new EnumMap<>(Operation.class);

  int pe;
  int level = 1;
  boolean hasLeft;

  /** Made by the library. */
  public OperationCounts() {
    ALL.add(this);
  }

  @Override
  public void joined(Shmem shmem) {
    pe = shmem.pe();
  }

  @Override
  public synchronized long begins(Operation operation, int pe, long bytes) {
    return level;
  }

  @Override
  public synchronized void ends(Operation operation, int pe, long bytes, long begun) {
    if (begun > 0) {
      long[] sum = counts.computeIfAbsent(operation, _ -> new long[2]);
      sum[0]++;
      sum[1] += bytes;
    }
  }

  @Override
  public void control(int newLevel) {
    level = newLevel;
  }

  @Override
  public void left() {
    hasLeft = true;
  }

  /** Says what has been counted since the last time, such as "PUT 2x16". */
  synchronized String drain() {
    StringBuilder text = new StringBuilder();
    counts.forEach((operation, sum) ->
        text.append(text.isEmpty() ? "" : " ").append(operation + " " + sum[0] + "x" + sum[1]));
    counts.clear();
    return text.toString();
  }
}
