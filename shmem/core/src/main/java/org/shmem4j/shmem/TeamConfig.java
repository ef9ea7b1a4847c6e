package org.shmem4j.shmem;

/**
 * What a team is asked for when it is made (shmem_team_config_t; OpenSHMEM 1.6, Team Management).
 *
 * @param contexts how many contexts of the team a PE has at most at once; {@link #UNLIMITED} for as
 *     many as it likes
 */
public record TeamConfig(int contexts) {
  /** No limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** A team without limits. */
  public static final TeamConfig DEFAULT = new TeamConfig(UNLIMITED);

  /** Checks. */
  public TeamConfig {
    if (contexts < 0) {
      throw new IllegalArgumentException(
          "a number of contexts is not negative: contexts=" + contexts);
    }
  }
}
