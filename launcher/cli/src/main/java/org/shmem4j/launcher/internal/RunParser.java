package org.shmem4j.launcher.internal;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the command line of {@code run}, by {@link RunOption}.
 *
 * <p>Not picocli, which does everything else: loading it costs more processor time than starting
 * six JVMs, because its classes are too old for an AOT cache, and {@code run} must start quickly.
 * Options end at PROGRAM or at {@code --}; what follows PROGRAM is the program's, whatever it is.
 */
final class RunParser {
  private final Map<String, RunOption> byName = new HashMap<>();
  private final Map<RunOption, List<String>> found = new EnumMap<>(RunOption.class);
  private final List<String> words;
  private int next;

  private RunParser(List<String> words) {
    this.words = words;
    for (RunOption option : RunOption.values()) {
      for (String name : option.names()) {
        byName.put(name, option);
      }
      if (option.kind() == RunOption.Kind.SWITCH) {
        byName.put(option.negatedName(), option);
      }
    }
  }

  /**
   * Reads the words after {@code run}.
   *
   * @throws UsageException if an option is unknown or lacks its value
   */
  static RunArguments parse(List<String> words) {
    return new RunParser(words).parse();
  }

  private RunArguments parse() {
    while (next < words.size() && words.get(next).startsWith("-")) {
      String word = words.get(next++);
      if (word.equals("--")) {
        break;
      }
      option(word);
    }
    if (next == words.size()) {
      return new RunArguments(found, Optional.empty(), List.of());
    }
    return new RunArguments(
        found, Optional.of(words.get(next)), words.subList(next + 1, words.size()));
  }

  private void option(String word) {
    RunOption whole = byName.get(word);
    if (whole != null) {
      add(whole, whole.takesValue() ? valueAfter(word) : String.valueOf(!isNegated(whole, word)));
      return;
    }
    int equals = word.indexOf('=');
    String name = equals < 0 ? countOption(word) : word.substring(0, equals);
    RunOption option = byName.get(name);
    if (option == null) {
      throw unknown(name);
    }
    if (!option.takesValue()) {
      throw new UsageException("the option takes no value: " + word);
    }
    add(option, word.substring(equals < 0 ? name.length() : equals + 1));
  }

  /** The name in {@code -n4}, the one option whose value people write without a gap. */
  private static String countOption(String word) {
    int end = word.length();
    while (end > 0 && Character.isDigit(word.charAt(end - 1))) {
      end--;
    }
    String name = word.substring(0, end);
    return RunOption.PES.names().contains(name) ? name : word;
  }

  private String valueAfter(String name) {
    if (next == words.size()) {
      throw new UsageException("the option needs a value: " + name);
    }
    return words.get(next++);
  }

  private void add(RunOption option, String value) {
    found.computeIfAbsent(option, key -> new ArrayList<>()).add(value);
  }

  private static boolean isNegated(RunOption option, String name) {
    return option.kind() == RunOption.Kind.SWITCH && name.equals(option.negatedName());
  }

  private UsageException unknown(String name) {
    List<String> matches = CloseMatches.of(name, byName.keySet());
    return new UsageException(
        "there is no such option: "
            + name
            + (matches.isEmpty() ? "" : "; did you mean " + String.join(" or ", matches) + "?"));
  }
}
