package org.shmem4j.shmem.sim.race;

import java.util.Objects;

/**
 * Two accesses that nothing orders.
 *
 * @param kind what is missing
 * @param first the access that was made first this time
 * @param second the other one; for {@link Kind#USE_AFTER_FREE} the end of the bytes' life
 * @param release the operation by which the second's PE heard of the first's after the first was
 *     issued, with nothing that keeps the first ahead of it; null if there is none
 */
public record Race(Kind kind, Access first, Access second, Release release) {

  /** What is wrong. */
  public enum Kind {
    /** The PEs have not told each other. */
    DATA_RACE,
    /** A fence is missing behind the first access. */
    MISSING_FENCE,
    /** A quiet is missing behind the first access. */
    MISSING_QUIET,
    /** The first access arrived in memory that had become another object's. */
    USE_AFTER_FREE
  }

  /** Returns the site before which a missing fence or quiet belongs, or null. */
  public Object remedySite() {
    return release == null ? second.site() : release.site();
  }

  /** Returns the stream that lacks a fence or quiet; -1 if that is not what is missing. */
  public int remedyStream() {
    return switch (kind) {
      case MISSING_FENCE -> (release == null ? first.stream : release.stream).number;
      case MISSING_QUIET -> first.stream == null ? first.pe() : first.stream.number;
      case DATA_RACE, USE_AFTER_FREE -> -1;
    };
  }

  /** Returns equal objects for races that tell a user the same. */
  Object sameness() {
    if (first.site() != null && second.site() != null) {
      return new Sites(first.site(), second.site());
    }
    return new Places(
        kind, first.pe(), second.pe(), second.target(), second.offset(), second.bytes());
  }

  private record Sites(Object first, Object second) {
    Sites {
      Objects.requireNonNull(first);
      Objects.requireNonNull(second);
    }
  }

  private record Places(Kind kind, int first, int second, int target, long offset, long bytes) {}
}
