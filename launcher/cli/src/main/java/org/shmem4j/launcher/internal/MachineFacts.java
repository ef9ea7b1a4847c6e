package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmem4j.shmem.job.Job;

/** What this machine has that matters to jobs; what it does not tell is left out. */
final class MachineFacts {
  private static final List<String> LIMITS =
      List.of(
          "Max open files",
          "Max processes",
          "Max locked memory",
          "Max core file size",
          "Max address space");

  private MachineFacts() {}

  /** The system's name and version. */
  static String system() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + " "
        + System.getProperty("os.arch");
  }

  /** Bytes of memory in all and free to use, by the kernel's names. */
  static Map<String, Long> memory() {
    Map<String, Long> memory = new LinkedHashMap<>();
    for (String line : lines(Path.of("/proc/meminfo"))) {
      String[] words = line.split("\\s+", -1);
      if (words.length >= 2 && (words[0].equals("MemTotal:") || words[0].equals("MemAvailable:"))) {
        memory.put(words[0].equals("MemTotal:") ? "total" : "available", 1024 * toLong(words[1]));
      }
    }
    return memory;
  }

  /** Bytes of the file system that holds the symmetric heaps. */
  static Map<String, Long> heapSpace() {
    Map<String, Long> space = new LinkedHashMap<>();
    try {
      FileStore store = Files.getFileStore(Job.root());
      space.put("total", store.getTotalSpace());
      space.put("free", store.getUsableSpace());
    } catch (IOException e) {
      // reported as missing
    }
    return space;
  }

  /** The limits that the system sets to a process: the soft one, which counts. */
  static Map<String, String> limits() {
    Map<String, String> limits = new LinkedHashMap<>();
    for (String line : lines(Path.of("/proc/self/limits"))) {
      Optional<String> name = LIMITS.stream().filter(line::startsWith).findFirst();
      name.ifPresent(
          limit -> limits.put(limit, line.substring(limit.length()).strip().split("\\s+", -1)[0]));
    }
    return limits;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }

  private static long toLong(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
