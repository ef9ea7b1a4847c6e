package org.shmem4j.launcher.internal;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the command line of {@code run} says, before it is known whether it makes sense. */
final class RunArguments {
  private final Map<RunOption, List<String>> options;
  private final Optional<String> program;
  private final List<String> programArguments;

  RunArguments(
      Map<RunOption, List<String>> options,
      Optional<String> program,
      List<String> programArguments) {
    this.options = new EnumMap<>(RunOption.class);
    this.options.putAll(options);
    this.program = program;
    this.programArguments = List.copyOf(programArguments);
  }

  /** PROGRAM. */
  Optional<String> program() {
    return program;
  }

  /** All that follows PROGRAM. */
  List<String> programArguments() {
    return programArguments;
  }

  /** The values of an option, in their order. */
  List<String> all(RunOption option) {
    return options.getOrDefault(option, List.of());
  }

  /** The value of an option, if it was given. */
  Optional<String> value(RunOption option) {
    List<String> values = all(option);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
  }

  /** Whether a flag was given, or a switch is on. */
  boolean isOn(RunOption option) {
    String byDefault = Boolean.toString(option.kind() == RunOption.Kind.SWITCH);
    return Boolean.parseBoolean(value(option).orElse(byDefault));
  }

  /** The value of an option as a positive number. */
  int number(RunOption option, int byDefault) {
    Optional<String> text = value(option);
    if (text.isEmpty()) {
      return byDefault;
    }
    try {
      int number = Integer.parseInt(text.get());
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new UsageException(
        "the option takes a whole number from 1 on: " + option.name(text.get()));
  }

  /** The value of an option as a constant of an enum, whatever its case. */
  <E extends Enum<E>> Optional<E> constant(RunOption option, Class<E> type) {
    return value(option).map(text -> constant(option, text, type));
  }

  private static <E extends Enum<E>> E constant(RunOption option, String text, Class<E> type) {
    StringBuilder allowed = new StringBuilder();
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
      allowed.append(allowed.isEmpty() ? "" : " or ");
      allowed.append(constant.name().toLowerCase(Locale.ROOT));
    }
    throw new UsageException("the option takes " + allowed + ": " + option.name(text));
  }
}
