package org.shmem4j.stress.suites.programs;

import static org.shmem4j.stress.suites.programs.Check.equal;
import static org.shmem4j.stress.suites.programs.Check.expect;
import static org.shmem4j.stress.suites.programs.Check.has;
import static org.shmem4j.stress.suites.programs.Check.that;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;

/** How teams are made, used and ended. */
final class TeamChecks {
  private static final int ROUNDS = 300;

  /** Teams that a PE can be a member of, beside the predefined ones. */
  private static final int LIMIT = 62;

  static final List<Check> ALL =
      List.of(
          new Check("teams: strided, in both directions (cases 1, 3)", TeamChecks::strided),
          new Check("teams: rows and columns", TeamChecks::grid),
          new Check("teams: by colour and key", TeamChecks::colours),
          new Check("teams: all share memory (case 12)", TeamChecks::shared),
          new Check("teams: made, used and ended in a loop (case 6)", TeamChecks::again),
          new Check("teams: exhausted on all PEs at once (case 16)", TeamChecks::exhausted),
          new Check("teams: a split after traffic (case 20)", TeamChecks::afterTraffic),
          new Check("teams: a wrong split is refused on all PEs", TeamChecks::wrong),
          new Check("teams: different splits are refused on all PEs", TeamChecks::different));

  private TeamChecks() {}

  private static void expectMembers(Team team, List<Integer> expected, Shmem shmem) {
    equal(expected.indexOf(shmem.pe()), team.pe(), "number in " + expected);
    if (team.isValid()) {
      List<Integer> members = IntStream.range(0, team.pes()).map(team::worldPe).boxed().toList();
      equal(expected, members, "members");
      exchange(team, 1);
    }
    team.destroy();
  }

  /** Each member puts to the next one, in the team's memory and numbers. */
  private static void exchange(Team team, long value) {
    SymmetricLongs box = team.heap().longs(1);
    box.p(0, value + team.pe(), (team.pe() + 1) % team.pes());
    team.barrier();
    equal(value + (team.pe() + team.pes() - 1) % team.pes(), box.at(0), "from the one before");
    team.heap().free(box);
  }

  private static List<Integer> range(int first, int stride, int size) {
    return IntStream.range(0, size).map(i -> first + i * stride).boxed().toList();
  }

  private static void strided(Shmem shmem) {
    int pes = shmem.pes();
    for (int stride = 1; stride <= pes; stride++) {
      int size = (pes - 1) / stride + 1;
      int last = (size - 1) * stride;
      expectMembers(shmem.world().splitStrided(0, stride, size), range(0, stride, size), shmem);
      expectMembers(
          shmem.world().splitStrided(last, -stride, size), range(last, -stride, size), shmem);
    }
    expectMembers(shmem.world().splitStrided(pes - 1, 0, 1), List.of(pes - 1), shmem);
    Team reversed = shmem.world().splitStrided(pes - 1, -1, pes);
    expectMembers(reversed.splitStrided(0, 1, 2), List.of(pes - 1, pes - 2), shmem);
    reversed.destroy();
  }

  private static void grid(Shmem shmem) {
    int pes = shmem.pes();
    for (int width = 1; width <= pes + 1; width++) {
      int columns = Math.min(width, pes);
      Team.Grid grid = shmem.world().split2d(width);
      int row = shmem.pe() / columns;
      int column = shmem.pe() % columns;
      expectMembers(
          grid.x(), range(row * columns, 1, Math.min(columns, pes - row * columns)), shmem);
      expectMembers(grid.y(), range(column, columns, (pes - column - 1) / columns + 1), shmem);
    }
  }

  private static void colours(Shmem shmem) {
    int half = shmem.pe() % 2;
    Team team = shmem.world().split(half, -shmem.pe());
    List<Integer> expected = range(half, 2, (shmem.pes() - half + 1) / 2).reversed();
    expectMembers(team, expected, shmem);
    Team some = shmem.world().split(shmem.pe() == 0 ? -1 : 7, 0);
    expectMembers(some, range(1, 1, shmem.pes() - 1), shmem);
  }

  private static void shared(Shmem shmem) {
    equal(shmem.pes(), shmem.shared().pes(), "members");
    SymmetricLongs box = shmem.longs(1);
    for (int pe = 0; pe < shmem.pes(); pe++) {
      that(shmem.shared().segment(box, pe) != null, "memory of PE " + pe);
    }
    shmem.free(box);
  }

  private static void again(Shmem shmem) {
    for (int round = 1; round <= ROUNDS; round++) {
      Team team = shmem.world().split((shmem.pe() + round) % 2, round % 3 - 1);
      exchange(team, round);
      Team inner = team.splitStrided(team.pes() - 1, -1, team.pes());
      team.destroy();
      exchange(inner, -round);
      inner.destroy();
    }
  }

  private static void exhausted(Shmem shmem) {
    List<Team> teams = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      teams.add(shmem.world().splitStrided(0, 1, shmem.pes()));
    }
    ShmemException e =
        expect(ShmemException.class, s -> s.world().splitStrided(0, 1, s.pes()), shmem);
    has(e, "no more teams", "limit=" + LIMIT);
    teams.removeLast().destroy();
    teams.add(shmem.world().split(0, 0));
    teams.forEach(team -> exchange(team, 5));
    teams.forEach(Team::destroy);
  }

  private static void afterTraffic(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1000);
    int right = (shmem.pe() + 1) % shmem.pes();
    for (int round = 1; round <= ROUNDS / 10; round++) {
      for (int i = 0; i < 1000; i++) {
        box.p(i, round, right);
      }
      Team team = shmem.world().splitStrided(0, 1, shmem.pes());
      // A split is no barrier by the specification; here the members have met.
      team.barrier();
      equal((long) round, box.at(999), "last element");
      team.destroy();
    }
    shmem.free(box);
  }

  private static void wrong(Shmem shmem) {
    int pes = shmem.pes();
    int[][] wrong = {{0, 0, 2}, {pes, 1, 1}, {-1, 1, 1}, {0, 1, pes + 1}, {0, -1, 2}, {0, 1, 0}};
    for (int[] each : wrong) {
      IllegalArgumentException e =
          expect(
              IllegalArgumentException.class,
              s -> s.world().splitStrided(each[0], each[1], each[2]),
              shmem);
      has(e, "start=" + each[0] + " stride=" + each[1] + " size=" + each[2]);
    }
    var _ = expect(IllegalArgumentException.class, s -> s.world().split2d(0), shmem);
    var _ = expect(IllegalArgumentException.class, s -> s.world().of(0, 0), shmem);
    var _ = expect(IllegalStateException.class, s -> s.world().destroy(), shmem);
  }

  private static void different(Shmem shmem) {
    SymmetryException e =
        expect(
            SymmetryException.class, s -> s.world().splitStrided(0, 1, s.pe() == 0 ? 1 : 2), shmem);
    has(e, "PE 0: splitStrided start=0 stride=1 size=1", "PE 1: splitStrided start=0 stride=1");
    exchange(shmem.world(), 3);
  }
}
