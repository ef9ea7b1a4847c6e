package org.shmem4j.junit.internal;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts the JVM of a PE: like JUnit's, but without its debugger and agents. */
final class PeCommand {
  private static final List<String> LEFT_OUT =
      List.of("-agent", "-javaagent", "-Xdebug", "-Xrun", "-XX:AOT");
  private static final String NATIVE_ACCESS = "--enable-native-access";

  private PeCommand() {}

  static List<String> of(Path folder, int pe) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(flags());
    // The parent decodes so.
    words.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.addAll(List.of(PeMain.class.getName(), folder.toString(), Integer.toString(pe)));
    return words;
  }

  private static List<String> flags() {
    List<String> flags = new ArrayList<>();
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (LEFT_OUT.stream().noneMatch(flag::startsWith)) {
        flags.add(flag);
      }
    }
    if (flags.stream().noneMatch(flag -> flag.startsWith("-XX:+Use") && flag.endsWith("GC"))) {
      flags.add("-XX:+UseSerialGC"); // fewer threads, as there are many JVMs
    }
    if (flags.stream().noneMatch(flag -> flag.startsWith(NATIVE_ACCESS))) {
      flags.add(NATIVE_ACCESS + "=ALL-UNNAMED");
    }
    return flags;
  }
}
