package org.shmem4j.junit.internal;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command that starts another JVM: like JUnit's, but without its debugger and agents. */
final class JvmCommand {
  private static final List<String> LEFT_OUT =
      List.of("-agent", "-javaagent", "-Xdebug", "-Xrun", "-XX:AOT");
  private static final String NATIVE_ACCESS = "--enable-native-access";

  private JvmCommand() {}

  /**
   * Makes a command.
   *
   * @param main the main class
   * @param more flags that JUnit's JVM need not have
   * @param arguments of the main method
   */
  static List<String> of(Class<?> main, List<String> more, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(flags());
    words.addAll(more);
    // The parent decodes so.
    words.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(main.getName());
    words.addAll(List.of(arguments));
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
