package org.shmem4j.launcher.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds the names that somebody may have meant. */
final class CloseMatches {
  private CloseMatches() {}

  /** Returns the names that differ in few letters or begin alike. */
  static List<String> of(String typed, Collection<String> names) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    int allowed = wanted.length() / 3;
    List<String> matches = new ArrayList<>();
    for (String name : names) {
      String candidate = name.toLowerCase(Locale.ROOT);
      boolean beginsAlike =
          wanted.length() >= 2 && (candidate.startsWith(wanted) || wanted.startsWith(candidate));
      if (beginsAlike || distance(wanted, candidate) <= allowed) {
        matches.add(name);
      }
    }
    return matches;
  }

  /** The number of letters to insert, delete, change or swap with the next one. */
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1);
        best = Math.min(best, cost[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          best = Math.min(best, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = best;
      }
    }
    return cost[a.length()][b.length()];
  }
}
