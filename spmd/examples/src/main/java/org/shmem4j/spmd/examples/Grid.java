package org.shmem4j.spmd.examples;

import java.util.Arrays;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.Team;

/**
 * PEs in rows of two, with a team of each row and of each column. On each team the members tell the
 * others their number in the job, through an array that only the members have.
 *
 * <p>PE 2 of 5 prints {@code PE 2: row [2, 3], column [0, 2, 4]}.
 */
public final class Grid {
  private static final int WIDTH = 2;

  private Grid() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Options.none("grid", args);
    Shmem.run(Grid::program);
  }

  static void program(Shmem shmem) {
    Team.Grid grid = shmem.world().split2d(WIDTH);
    int[] row = gather(grid.x(), shmem.pe());
    int[] column = gather(grid.y(), shmem.pe());
    System.out.println(
        "PE "
            + shmem.pe()
            + ": row "
            + Arrays.toString(row)
            + ", column "
            + Arrays.toString(column));
    grid.x().destroy();
    grid.y().destroy();
  }

  /** What each member of a team gives, by the team's numbers. */
  private static int[] gather(Team team, int own) {
    SymmetricInts all = team.heap().ints(team.pes());
    for (int member = 0; member < team.pes(); member++) {
      all.p(team.pe(), own, member);
    }
    team.barrier();
    return all.toArray();
  }
}
