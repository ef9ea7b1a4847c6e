package org.shmem4j.shmem;

import java.util.LinkedHashMap;
import java.util.Map;
import org.shmem4j.shmem.internal.sync.CallSite;

/** In checked mode: what a PE has opened and not closed, and where it did. */
final class Leaks {
  private static final int MOST_LINES = 100;

  private final Map<Object, String> sites = new LinkedHashMap<>();

  synchronized void opened(Object what) {
    sites.put(what, CallSite.current());
  }

  synchronized void closed(Object what) {
    sites.remove(what);
  }

  /** Prints a line for each on standard error; what all PEs of a team have, its first PE prints. */
  synchronized void report(int pe) {
    StringBuilder text = new StringBuilder();
    int lines = 0;
    for (Map.Entry<Object, String> open : sites.entrySet()) {
      String what = describe(open.getKey());
      if (what != null && ++lines <= MOST_LINES) {
        text.append("shmem4j: still open at finalize: pe=")
            .append(pe)
            .append(' ')
            .append(what)
            .append(" openedAt=")
            .append(open.getValue())
            .append('\n');
      }
    }
    if (lines > MOST_LINES) {
      text.append("shmem4j: still open at finalize: pe=").append(pe);
      text.append(" more=").append(lines - MOST_LINES).append('\n');
    }
    System.err.print(text);
    System.err.flush();
  }

  /** Null if another PE tells of it. */
  private static String describe(Object what) {
    if (what instanceof SymmetricObject object) {
      return object.team().pe() == 0 ? "object=" + object + " bytes=" + object.byteSize() : null;
    }
    if (what instanceof SymmetricLock lock) {
      return lock.team().pe() == 0 ? "lock=" + lock : null;
    }
    if (what instanceof Team team) {
      return team.pe() == 0 ? "team=" + team + " pes=" + team.pes() : null;
    }
    return "context=" + what;
  }
}
