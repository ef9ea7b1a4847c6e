package org.shmem4j.launcher.internal;

import java.util.Locale;

/**
 * How ranks are bound to processors.
 *
 * @param option how the user wrote it
 * @param cpus rank r runs on the r-th, starting over when there are more ranks; empty if ranks run
 *     wherever the system puts them
 */
record Binding(String option, CpuSet cpus) {
  /** A rank runs wherever the system puts it. */
  static final Binding NONE = new Binding("none", CpuSet.parse(""));

  /**
   * Reads {@code none}, {@code core} for all allowed processors, or a list such as {@code 0,2-3}.
   *
   * @throws UsageException if it is none of these, or a processor is not allowed
   */
  static Binding parse(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "none" -> NONE;
      case "core" -> new Binding(text, CpuSet.allowed());
      default -> new Binding(text, listed(text));
    };
  }

  private static CpuSet listed(String text) {
    String option = RunOption.BIND_TO.name(text);
    if (!text.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*")) {
      throw new UsageException(
          "the option takes none, core or a list of processors such as 0,2-3: " + option);
    }
    CpuSet cpus = CpuSet.parse(text);
    CpuSet allowed = CpuSet.allowed();
    if (!allowed.isEmpty() && (cpus.isEmpty() || !allowed.containsAll(cpus))) {
      throw new UsageException(
          "ranks can be bound to allowed processors only: " + option + " allowed=" + allowed);
    }
    return cpus;
  }

  /** Whether ranks are bound. */
  boolean isBound() {
    return !option.equals(NONE.option);
  }
}
