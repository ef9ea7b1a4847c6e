package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The processors that this process may run on, read from the kernel's list such as {@code 0-3,8}.
 */
final class CpuSet {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String FIELD = "Cpus_allowed_list:";

  private final int[] cpus;

  private CpuSet(int[] cpus) {
    this.cpus = cpus;
  }

  /** Returns this process's allowed processors; an empty set where the system does not tell. */
  static CpuSet allowed() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(FIELD)) {
          return parse(line.substring(FIELD.length()).strip());
        }
      }
    } catch (IOException e) {
      // not Linux: there is no mask to respect
    }
    return new CpuSet(new int[0]);
  }

  /** Reads a kernel list: numbers and ranges, separated by commas. */
  static CpuSet parse(String list) {
    int[] found = new int[0];
    for (String part : list.split(",", -1)) {
      if (part.isBlank()) {
        continue;
      }
      int dash = part.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
      int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
      int old = found.length;
      found = Arrays.copyOf(found, old + last - first + 1);
      for (int cpu = first; cpu <= last; cpu++) {
        found[old + cpu - first] = cpu;
      }
    }
    return new CpuSet(found);
  }

  /** Whether it has all of another's. */
  boolean containsAll(CpuSet other) {
    return Arrays.stream(other.cpus).allMatch(cpu -> Arrays.stream(cpus).anyMatch(c -> c == cpu));
  }

  int size() {
    return cpus.length;
  }

  boolean isEmpty() {
    return cpus.length == 0;
  }

  /** Returns the processor of a rank when each rank gets one, in turn. */
  int forRank(int rank) {
    return cpus[rank % cpus.length];
  }

  @Override
  public String toString() {
    return Arrays.toString(cpus);
  }
}
