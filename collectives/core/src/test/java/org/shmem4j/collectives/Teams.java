package org.shmem4j.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Team;

/** The teams that collectives are tested on. */
final class Teams {
  private Teams() {}

  /**
   * All, only PE 0, the even, the odd, without the first, without the last, in reverse. Collective;
   * those without a member are left out.
   */
  static List<Team> of(Shmem shmem) {
    Team world = shmem.world();
    int pes = shmem.pes();
    List<Team> teams = new ArrayList<>(List.of(world, world.splitStrided(0, 1, 1)));
    teams.add(world.splitStrided(0, 2, (pes + 1) / 2));
    if (pes > 1) {
      teams.add(world.splitStrided(1, 2, pes / 2));
      teams.add(world.splitStrided(1, 1, pes - 1));
      teams.add(world.of(IntStream.range(0, pes - 1).toArray()));
      teams.add(world.splitStrided(pes - 1, -1, pes));
    }
    return teams;
  }
}
