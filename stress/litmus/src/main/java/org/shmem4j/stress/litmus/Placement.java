package org.shmem4j.stress.litmus;

import java.util.List;
import java.util.Locale;

/** Where the PEs of a job run. */
enum Placement {
  /** Wherever the system puts them. */
  FREE("--bind-to=none"),
  /** Each on a processor of its own, as far as there are enough. */
  PINNED("--bind-to=core"),
  /** All on one processor, where waiting PEs sleep. */
  CROWDED("--bind-to=0", "--wait=sleep");

  @SuppressWarnings("ImmutableEnumChecker") // it is, by List.of
  private final List<String> options;

  Placement(String... options) {
    this.options = List.of(options);
  }

  /** What {@code run} is told. */
  List<String> options() {
    return options;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
