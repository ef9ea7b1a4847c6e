package org.shmem4j.stress.bench;

import java.util.Locale;

/** What one job of the benchmark measures. */
enum Suite {
  /** One-sided operations and ping-pongs of two PEs. */
  P2P,
  /** Barriers. */
  BARRIER,
  /** What a blocked PE takes of a processor. */
  WAIT,
  /** A token that goes round more PEs than there are processors. */
  RING;

  /** The name on command lines. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Suite of(String id) {
    for (Suite suite : values()) {
      if (suite.id().equals(id)) {
        return suite;
      }
    }
    throw new IllegalArgumentException("no such suite: suite=" + id);
  }
}
