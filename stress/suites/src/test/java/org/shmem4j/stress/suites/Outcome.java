package org.shmem4j.stress.suites;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a run ended. Every check that fails shows the whole run.
 *
 * @param endedAt by {@link System#currentTimeMillis}
 */
record Outcome(
    List<String> command, int code, String out, String err, Duration took, long endedAt) {
  private static final int LONGEST_TEXT = 12_000;

  Outcome expectCode(int expected) {
    return check(code == expected, "exit code " + code + ", expected " + expected);
  }

  /** Standard output has this text somewhere. */
  Outcome expectOut(String text) {
    return check(out.contains(text), "standard output lacks: " + text);
  }

  /** Standard error has this text somewhere. */
  Outcome expectErr(String text) {
    return check(err.contains(text), "standard error lacks: " + text);
  }

  /** Standard error is empty. */
  Outcome expectNoErr() {
    return check(err.isEmpty(), "standard error is not empty");
  }

  /** Standard output is these lines, of whatever order. */
  Outcome expectLines(String... lines) {
    List<String> expected = List.of(lines).stream().sorted().toList();
    List<String> printed = out.lines().sorted().toList();
    return check(printed.equals(expected), "standard output, sorted, is not: " + expected);
  }

  Outcome expectWithin(Duration longest) {
    return check(took.compareTo(longest) <= 0, "took longer than " + longest);
  }

  /** What a rank printed, without its tag. */
  List<String> linesOf(int pe) {
    String tag = pe + ": ";
    return out.lines().filter(l -> l.startsWith(tag)).map(l -> l.substring(tag.length())).toList();
  }

  /** How often a pattern occurs on standard error. */
  int countInErr(String regex) {
    return (int) Pattern.compile(regex, Pattern.MULTILINE).matcher(err).results().count();
  }

  /** A number that a rank printed after a name and an equals sign. */
  long number(String name) {
    var matcher = Pattern.compile("\\b" + name + "=(-?[0-9]+)").matcher(out);
    check(matcher.find(), "standard output lacks a number: " + name);
    return Long.parseLong(matcher.group(1));
  }

  Outcome check(boolean holds, String otherwise) {
    if (!holds) {
      throw failure(otherwise);
    }
    return this;
  }

  AssertionError failure(String why) {
    return new AssertionError(
        why
            + "\n  command: "
            + String.join(" ", command)
            + "\n  code: "
            + code
            + "  took: "
            + took
            + "\n-- standard output\n"
            + shortened(out)
            + "\n-- standard error\n"
            + shortened(err)
            + "\n--");
  }

  private static String shortened(String text) {
    if (text.length() <= LONGEST_TEXT) {
      return text;
    }
    int half = LONGEST_TEXT / 2;
    return text.substring(0, half) + "\n[...]\n" + text.substring(text.length() - half);
  }
}
