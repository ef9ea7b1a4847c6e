package org.shmem4j.launcher.internal;

import java.util.List;

/** Writes a command so that it can be pasted into a POSIX shell. */
public final class ShellQuote {
  private static final String PLAIN = "@%+=:,./-_";

  private ShellQuote() {}

  /** Returns the words with quotes where the shell needs them. */
  public static String join(List<String> words) {
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      if (!line.isEmpty()) {
        line.append(' ');
      }
      line.append(quote(word));
    }
    return line.toString();
  }

  private static String quote(String word) {
    boolean plain = !word.isEmpty();
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      plain &= (c < 128 && Character.isLetterOrDigit(c)) || PLAIN.indexOf(c) >= 0;
    }
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
