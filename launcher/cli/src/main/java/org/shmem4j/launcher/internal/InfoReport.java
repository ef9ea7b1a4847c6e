package org.shmem4j.launcher.internal;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.Setting;

/**
 * All that {@code info} tells. The names of the components are those of the JSON document.
 *
 * @param versions of this library, the JVM and Chronicle
 * @param system the operating system
 * @param usableCpus how many processors this process may use
 * @param memory bytes of the machine, {@code total} and {@code available}
 * @param heapFolder where symmetric heaps live
 * @param heapSpace bytes there, {@code total} and {@code free}
 * @param limits of a process
 * @param aotCache the state of the ranks' AOT cache
 * @param tools helper programs by name
 * @param settings of the library, with their values and where those come from
 */
record InfoReport(
    Map<String, String> versions,
    String system,
    int usableCpus,
    Map<String, Long> memory,
    String heapFolder,
    Map<String, Long> heapSpace,
    Map<String, String> limits,
    Map<String, String> aotCache,
    List<Tool> tools,
    List<SettingValue> settings) {

  /** A helper program: where it is, or an empty path. */
  record Tool(String name, String path, String purpose, String debianPackage) {}

  /** A setting in force. */
  record SettingValue(
      String name, String value, String source, String property, String variable, String help) {}

  /** Looks at this machine and this installation. */
  static InfoReport gather(Installation installation) {
    return new InfoReport(
        readVersions(),
        MachineFacts.system(),
        Runtime.getRuntime().availableProcessors(),
        MachineFacts.memory(),
        Job.root().toString(),
        MachineFacts.heapSpace(),
        MachineFacts.limits(),
        readAotCache(installation),
        findTools(),
        readSettings());
  }

  private static Map<String, String> readVersions() {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("shmem4j", Versions.shmem4j());
    versions.put("java", System.getProperty("java.vm.version"));
    versions.put("javaHome", System.getProperty("java.home"));
    for (String part : List.of("bytes", "map", "queue")) {
      String artifact = "chronicle-" + part;
      versions.put(artifact, Versions.ofArtifact("net.openhft", artifact));
    }
    return versions;
  }

  private static Map<String, String> readAotCache(Installation installation) {
    Map<String, String> state = new LinkedHashMap<>();
    Optional<AotCache> cache = AotCache.of(installation);
    if (cache.isEmpty()) {
      state.put("state", "unused: not started from a distribution");
      return state;
    }
    state.put("state", stateOf(cache.get()));
    state.put("file", cache.get().file().toString());
    state.put("launcher", Files.exists(cache.get().launcherFile()) ? "ready" : "not made");
    return state;
  }

  private static String stateOf(AotCache cache) {
    if (cache.exists()) {
      return "ready";
    }
    return Files.exists(cache.failure())
        ? "failed: see " + cache.failure() + "; a run after an hour tries again"
        : "not made yet: the first run makes it";
  }

  private static List<Tool> findTools() {
    List<Tool> tools = new ArrayList<>();
    for (HelperTool tool : HelperTool.values()) {
      String path = Tools.find(tool.program()).map(Path::toString).orElse("");
      tools.add(new Tool(tool.program(), path, tool.purpose(), tool.debianPackage()));
    }
    return tools;
  }

  private static List<SettingValue> readSettings() {
    List<SettingValue> settings = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      settings.add(
          new SettingValue(
              setting.name(),
              setting.value(),
              setting.source().name(),
              setting.property(),
              setting.variable(),
              setting.help()));
    }
    return settings;
  }

  /** Writes the report for people. */
  String toText() {
    StringBuilder text = new StringBuilder();
    versions.forEach((name, version) -> line(text, name, version));
    line(text, "system", system);
    line(text, "usable processors", Integer.toString(usableCpus));
    line(text, "memory", sizes(memory));
    line(text, "symmetric heaps in", heapFolder + ", " + sizes(heapSpace));
    limits.forEach((name, limit) -> line(text, name, limit));
    aotCache.forEach((name, state) -> line(text, "AOT cache, " + name, state));
    for (Tool tool : tools) {
      String missing = "missing, for " + tool.purpose() + "; Debian: " + tool.debianPackage();
      line(text, tool.name(), tool.path().isEmpty() ? missing : tool.path());
    }
    text.append("\nSettings (system property, environment variable)\n");
    for (SettingValue setting : settings) {
      line(text, setting.property() + ", " + setting.variable(), describe(setting));
    }
    return text.toString();
  }

  private static String describe(SettingValue setting) {
    String value = setting.value().isEmpty() ? "(empty)" : setting.value();
    String source = setting.source().equals("DEFAULT") ? "" : ", set by " + setting.source();
    return value + source + ": " + setting.help();
  }

  private static String sizes(Map<String, Long> sizes) {
    StringBuilder text = new StringBuilder();
    sizes.forEach((name, bytes) -> {
      long wholeMiB = bytes >> 20 << 20;
      text.append(text.isEmpty() ? "" : ", ");
      text.append(ByteSize.format(wholeMiB > 0 ? wholeMiB : bytes)).append(' ').append(name);
    });
    return text.isEmpty() ? "unknown" : text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format("%-20s %s%n", name, value));
  }
}
