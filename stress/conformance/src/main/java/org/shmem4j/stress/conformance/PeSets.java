package org.shmem4j.stress.conformance;

import org.shmem4j.shmem.Team;

/** The teams that public suites run everything over, and one in reverse. */
final class PeSets {
  private PeSets() {}

  /** What the members of a team do. */
  interface Body {
    void run(Team team) throws Exception;
  }

  /** All, only the first, even, odd, without the first, without the last, all in reverse. */
  static void forEach(Team parent, Body body) throws Exception {
    int n = parent.pes();
    int[][] sets = {
      {0, 1, n},
      {0, 1, 1},
      {0, 2, (n + 1) / 2},
      {1, 2, n / 2},
      {1, 1, n - 1},
      {0, 1, n - 1},
      {n - 1, -1, n}
    };
    for (int[] set : sets) {
      if (set[2] > 0) {
        Team team = parent.splitStrided(set[0], set[1], set[2]);
        if (team.isValid()) {
          body.run(team);
          team.destroy();
        }
      }
    }
  }

  static int right(Team team) {
    return (team.pe() + 1) % team.pes();
  }

  static int left(Team team) {
    return (team.pe() + team.pes() - 1) % team.pes();
  }
}
