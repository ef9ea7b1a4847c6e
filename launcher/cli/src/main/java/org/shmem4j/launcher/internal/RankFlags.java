package org.shmem4j.launcher.internal;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmem4j.shmem.job.ByteSize;

/**
 * The JVM flags of a rank.
 *
 * <p>All ranks of all jobs get the same flags, whether they use Chronicle or not: an AOT cache is
 * good only for the flags that it was made with.
 */
final class RankFlags {
  /** The share of the machine's memory that all ranks' Java heaps may take together, in percent. */
  private static final double ALL_RANKS_MEMORY_PERCENT = 50;

  private static final long COMPRESSED_HEAP_BYTES = 32L << 30;

  private static final List<String> FIXED =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          // Chronicle Map compiles classes at run time
          "--add-opens=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dchronicle.analytics.disable=true",
          // the JVM's own messages must never mix into a rank's standard output
          "-Xlog:disable",
          "-Xlog:all=warning:stderr",
          // a cache that does not suit is no matter for the program's user: 'info' tells
          "-Xlog:aot*=off:stderr");

  /** What changes the modules or the object layout that an AOT cache was made with. */
  private static final List<String> UNFIT_FOR_AOT =
      List.of(
          "-XX:+UseZGC",
          "-XX:AOT",
          "-XX:-UseCompressed",
          "-Xshare",
          "-agent",
          "-javaagent",
          "--add-",
          "--enable-preview",
          "--limit-modules",
          "--patch-module",
          "--upgrade-module-path",
          "--module-path",
          "-p");

  private RankFlags() {}

  /** The flags of one of {@code ranks} ranks, before what the user adds. */
  static List<String> of(int ranks, List<String> userFlags) {
    List<String> flags = new ArrayList<>();
    if (userFlags.stream().noneMatch(RankFlags::choosesCollector)) {
      flags.add("-XX:+UseSerialGC");
    }
    flags.add(largestHeap(Math.max(1, ALL_RANKS_MEMORY_PERCENT / ranks)));
    flags.addAll(FIXED);
    return flags;
  }

  /** Not beyond what keeps references compressed, as they are in the AOT cache. */
  private static String largestHeap(double percent) {
    return totalMemory() * (percent / 100) < COMPRESSED_HEAP_BYTES
        ? "-XX:MaxRAMPercentage=" + percent
        : "-Xmx" + (COMPRESSED_HEAP_BYTES - (1L << 30));
  }

  /** Bytes of memory of this machine, 0 if it does not tell. */
  private static long totalMemory() {
    try (BufferedReader facts = Files.newBufferedReader(Path.of("/proc/meminfo"))) {
      String total = String.valueOf(facts.readLine()); // "MemTotal:       24684544 kB"
      long kilobytes = 0;
      for (int i = 0; i < total.length(); i++) {
        char c = total.charAt(i);
        kilobytes = c >= '0' && c <= '9' ? 10 * kilobytes + (c - '0') : kilobytes;
      }
      return 1024 * kilobytes;
    } catch (IOException e) {
      return 0;
    }
  }

  /** The flags that an AOT cache for ranks is made with. */
  static List<String> forTraining() {
    return of(1, List.of());
  }

  /** Returns the flag that keeps ranks from using the AOT cache, if there is one. */
  static Optional<String> whyNoAotCache(List<String> userFlags) {
    return userFlags.stream()
        .filter(flag -> UNFIT_FOR_AOT.stream().anyMatch(flag::startsWith) || isHugeHeap(flag))
        .findFirst();
  }

  /** Object references are no longer compressed from 32 GiB on. */
  private static boolean isHugeHeap(String flag) {
    String size = flag.startsWith("-Xmx") ? flag.substring("-Xmx".length()) : "";
    try {
      return !size.isEmpty() && ByteSize.parse(size, "-Xmx") >= COMPRESSED_HEAP_BYTES;
    } catch (IllegalArgumentException e) {
      return false; // the JVM will say so better
    }
  }

  private static boolean choosesCollector(String flag) {
    return flag.startsWith("-XX:+Use") && flag.endsWith("GC");
  }
}
