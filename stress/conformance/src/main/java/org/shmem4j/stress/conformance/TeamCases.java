package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.isCrowded;
import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TeamConfig;

/** Teams: who is in them, what their numbers mean, and that they come and go. */
final class TeamCases {
  /** Besides the two predefined ones. */
  private static final int MOST = 62;

  private TeamCases() {}

  static List<Case> all() {
    return List.of(
        // cases 12 and 46; tests-sos shmem_team_shared, shmem_team_ptr
        Case.of(
            "the world and the shared team have all PEs",
            "team_my_pe team_n_pes team_ptr ptr",
            TeamCases::predefined),
        Case.of(
            "the invalid team has nobody and does nothing",
            "team_my_pe team_n_pes team_translate_pe team_destroy team_ptr team_create_ctx",
            TeamCases::invalid),
        // case 3; tests-sos shmem_team_negative_stride
        Case.of(
            "split: every start, stride and size",
            "team_split_strided team_my_pe team_n_pes team_translate_pe",
            TeamCases::everySplit),
        // case 1
        Case.of(
            "a split of a split counts in its parent",
            "team_split_strided team_translate_pe",
            TeamCases::splitOfSplit),
        // tests-sos shmem_team_split_2d
        Case.of(
            "split 2d: every range, over many teams",
            "team_split_2d team_translate_pe",
            TeamCases::everyGrid),
        Case.of("split 2d: a range below 1", "team_split_2d", TeamCases::badGrid),
        Case.of("split by colour and key", "team_split_strided", TeamCases::colours),
        Case.of("a team of a list", "team_split_strided", TeamCases::lists),
        // tests-sos shmem_team_translate
        Case.of("translate between all pairs", "team_translate_pe", TeamCases::translate),
        // tests-sos shmem_team_get_config
        Case.of("a team keeps its configuration", "team_get_config", TeamCases::config),
        // case 6; tests-sos shmem_team_reuse_teams
        Case.of(
            "made and destroyed, again and again",
            "team_split_strided team_destroy team_sync sync",
            TeamCases::comeAndGo),
        // case 16; tests-sos shmem_team_max
        Case.of(
            "no more teams: all members hear of it, and can go on",
            "team_split_strided team_split_2d team_destroy",
            TeamCases::exhausted),
        // case 20
        Case.of("split right after traffic", "team_split_strided team_sync", TeamCases::traffic),
        Case.of(
            "put, get, atomics and signals by a team's numbers",
            "team_split_strided put get p g atomic_fetch_add signal_add put_signal",
            TeamCases::numbers),
        Case.of("a team's own objects", "malloc free team_split_strided", TeamCases::ownObjects),
        Case.of("sync shows plain stores", "team_sync sync ptr", TeamCases::syncStores),
        Case.of("sync waits for all members", "team_sync sync", TeamCases::syncWaits),
        // case 19
        Case.of("many teams meet at once", "team_sync sync", TeamCases::crossing),
        Case.of("two threads in two teams", "team_sync sync query_thread", TeamCases::threads),
        Case.of(
            "a destroyed team is of no use",
            "team_destroy team_sync team_split_strided ctx_destroy",
            TeamCases::destroyed),
        Case.of("a predefined team is not destroyed", "team_destroy", TeamCases::notDestroyed),
        Case.of(
                "members that split differently",
                "team_split_strided team_split_2d team_sync",
                TeamCases::disagreement)
            .from(2));
  }

  private static void predefined(Shmem shmem) {
    SymmetricLongs x = shmem.longs(2);
    x.set(1, shmem.pe());
    shmem.barrierAll();
    for (Team team : List.of(shmem.world(), shmem.shared())) {
      that(team.isValid(), "valid");
      equal(shmem.pe(), team.pe(), "number in " + team);
      equal(shmem.pes(), team.pes(), "size of " + team);
      for (int pe = 0; pe < team.pes(); pe++) {
        equal(pe, team.worldPe(pe), "in the world");
        equal((long) pe, x.on(team).g(1, pe), "in the memory of PE " + pe);
        MemorySegment direct = team.segment(x, pe); // null if the PE is not
        if (direct != null) {
          equal((long) pe, direct.get(ValueLayout.JAVA_LONG, Long.BYTES), "by a load, PE " + pe);
        }
      }
      team.sync();
    }
    shmem.free(x);
  }

  private static void invalid(Shmem shmem) {
    Team none = Team.INVALID;
    SymmetricLongs x = shmem.longs(1);
    that(!none.isValid(), "not valid");
    equal(-1, none.pe(), "number");
    equal(-1, none.pes(), "size");
    equal(-1, none.translate(0, shmem.world()), "from the invalid");
    equal(-1, shmem.world().translate(0, none), "to the invalid");
    that(none.segment(x, 0) == null, "no segment");
    none.destroy();
    that(!none.createContext().isValid(), "no context");
    equal(ShmemContext.INVALID, none.context(), "context");
    for (Case.Body use :
        List.<Case.Body>of(
            s -> none.sync(),
            s -> none.barrier(),
            s -> none.heap(),
            s -> none.config(),
            s -> none.worldPe(0),
            s -> none.split2d(1),
            s -> none.splitStrided(0, 1, 1))) {
      has(expect(IllegalStateException.class, use, shmem), "INVALID", "isValid()");
    }
    shmem.free(x);
  }

  private static void everySplit(Shmem shmem) throws Exception {
    int n = shmem.pes();
    int[] starts = IntStream.of(-1, 0, 1, n / 2, n - 1, n).distinct().toArray();
    int[] strides = {-2, -1, 0, 1, 2, 3, Integer.MIN_VALUE, Integer.MAX_VALUE};
    int[] sizes = IntStream.of(-1, 0, 1, 2, n / 2, n - 1, n, n + 1).distinct().toArray();
    for (int start : starts) {
      for (int stride : strides) {
        for (int size : sizes) {
          split(shmem.world(), start, stride, size, shmem);
        }
      }
    }
  }

  private static void split(Team parent, int start, int stride, int size, Shmem shmem) {
    long last = start + (long) stride * (size - 1);
    boolean fits = start >= 0 && start < parent.pes() && last >= 0 && last < parent.pes();
    if (size < 1 || (stride == 0 && size > 1) || !fits) {
      IllegalArgumentException e =
          expect(
              IllegalArgumentException.class, s -> parent.splitStrided(start, stride, size), shmem);
      has(e, "start=" + start, "stride=" + stride, "size=" + size);
      return;
    }
    Team team = parent.splitStrided(start, stride, size);
    isOf(team, parent, IntStream.range(0, size).map(i -> start + i * stride).toArray());
    if (team.isValid()) {
      team.sync();
      team.destroy();
    }
  }

  /** The team has exactly these members of the parent, in this order. */
  private static void isOf(Team team, Team parent, int[] members) {
    String text = Arrays.toString(members);
    int self =
        IntStream.range(0, members.length)
            .filter(i -> members[i] == parent.pe())
            .findAny()
            .orElse(-1);
    equal(self >= 0, team.isValid(), "membership of " + text);
    equal(self, team.pe(), "number in " + text);
    if (team.isValid()) {
      equal(members.length, team.pes(), "size of " + text);
      for (int i = 0; i < members.length; i++) {
        equal(parent.worldPe(members[i]), team.worldPe(i), "world PE of " + i + " in " + text);
        equal(members[i], team.translate(i, parent), i + " of " + text + " in the parent");
      }
    }
    for (int pe = 0; pe < parent.pes(); pe++) {
      int wanted = pe;
      int index =
          IntStream.range(0, members.length).filter(i -> members[i] == wanted).findAny().orElse(-1);
      equal(team.isValid() ? index : -1, parent.translate(pe, team), pe + " in " + text);
    }
  }

  private static void splitOfSplit(Shmem shmem) {
    int n = shmem.pes();
    Team even = shmem.world().splitStrided(0, 2, (n + 1) / 2);
    if (even.isValid()) {
      int fourths = (even.pes() + 1) / 2;
      Team fourth = even.splitStrided(0, 2, fourths);
      for (int i = 0; fourth.isValid() && i < fourth.pes(); i++) {
        equal(4 * i, fourth.worldPe(i), "world PE of every fourth");
      }
      Team back = even.splitStrided(even.pes() - 1, -1, even.pes());
      Team again = back.splitStrided(back.pes() - 1, -2, (back.pes() + 1) / 2);
      isOf(again, even, IntStream.range(0, fourths).map(i -> 2 * i).toArray());
      again.destroy();
      back.destroy();
      fourth.destroy();
      even.destroy();
    }
  }

  private static void everyGrid(Shmem shmem) throws Exception {
    PeSets.forEach(
        shmem.world(),
        parent -> {
          int most = isCrowded(shmem) ? 4 : parent.pes() + 2;
          for (int range = 1; range <= most; range++) {
            grid(parent, range);
          }
          grid(parent, Integer.MAX_VALUE);
        });
  }

  private static void grid(Team parent, int range) {
    Team.Grid grid = parent.split2d(range);
    int n = parent.pes();
    int width = Math.min(range, n);
    int row = parent.pe() / width;
    int column = parent.pe() % width;
    isOf(grid.x(), parent, IntStream.range(row * width, Math.min(n, (row + 1) * width)).toArray());
    isOf(grid.y(), parent, IntStream.range(0, n).filter(pe -> pe % width == column).toArray());
    equal(column, grid.x().pe(), "number in the row");
    equal(row, grid.y().pe(), "number in the column");
    grid.x().sync();
    grid.y().sync();
    grid.y().destroy();
    grid.x().destroy();
  }

  private static void badGrid(Shmem shmem) {
    for (int range : new int[] {0, -1, Integer.MIN_VALUE}) {
      has(
          expect(IllegalArgumentException.class, s -> s.world().split2d(range), shmem),
          "xRange=" + range);
    }
  }

  private static void colours(Shmem shmem) {
    int n = shmem.pes();
    int colour = shmem.pe() % 3 - 1;
    Team team = shmem.world().split(colour, -shmem.pe());
    int[] members =
        IntStream.range(0, n).map(i -> n - 1 - i).filter(i -> i % 3 - 1 == colour).toArray();
    isOf(team, shmem.world(), colour < 0 ? new int[0] : members);
    team.destroy();
    Team same = shmem.world().split(Integer.MAX_VALUE, 5);
    isOf(same, shmem.world(), IntStream.range(0, n).toArray());
    same.destroy();
  }

  private static void lists(Shmem shmem) {
    int n = shmem.pes();
    List<int[]> lists =
        List.of(
            IntStream.range(0, n).map(i -> (i + 1) % n).toArray(),
            new int[] {n - 1},
            n > 1 ? new int[] {n - 1, 0} : new int[] {0});
    for (int[] list : lists) {
      Team team = shmem.world().of(list);
      isOf(team, shmem.world(), list);
      team.destroy();
    }
    for (int[] bad : List.of(new int[0], new int[] {n}, new int[] {-1}, new int[] {0, 0})) {
      has(
          expect(IllegalArgumentException.class, s -> s.world().of(bad), shmem),
          "pes=" + Arrays.toString(bad));
    }
  }

  private static void translate(Shmem shmem) {
    int n = shmem.pes();
    Team back = shmem.world().splitStrided(n - 1, -1, n);
    Team even = shmem.world().splitStrided(0, 2, (n + 1) / 2);
    for (int pe = 0; pe < n; pe++) {
      equal(n - 1 - pe, back.translate(pe, shmem.world()), "back in the world");
      equal(n - 1 - pe, shmem.world().translate(pe, back), "the world in back");
      int inEven = even.isValid() && (n - 1 - pe) % 2 == 0 ? (n - 1 - pe) / 2 : -1;
      equal(inEven, back.translate(pe, even), "back in even");
      equal(pe, back.translate(pe, back), "in itself");
    }
    equal(-1, back.translate(n, shmem.world()), "beyond the last");
    equal(-1, back.translate(-1, shmem.world()), "before the first");
    even.destroy();
    back.destroy();
  }

  private static void config(Shmem shmem) {
    equal(TeamConfig.DEFAULT, shmem.world().config(), "of the world");
    Team two = shmem.world().splitStrided(0, 1, shmem.pes(), new TeamConfig(2));
    equal(2, two.config().contexts(), "contexts");
    Team.Grid grid = two.split2d(2, new TeamConfig(1), new TeamConfig(0));
    equal(1, grid.x().config().contexts(), "of the row");
    equal(0, grid.y().config().contexts(), "of the column");
    Team first = grid.x().splitStrided(0, 1, grid.x().pes());
    equal(TeamConfig.DEFAULT, first.config(), "not inherited");
    first.destroy();
    grid.y().destroy();
    grid.x().destroy();
    two.destroy();
  }

  /** A team outlives the one that it was split from. */
  private static void comeAndGo(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    for (int round = 1; round <= rounds(shmem, 200); round++) {
      Team team = shmem.world().split((shmem.pe() + round) % 2, round % 3 - 1);
      exchange(team, x, 100L * round);
      Team inner = team.splitStrided(team.pes() - 1, -1, team.pes());
      team.destroy();
      exchange(inner, x, -100L * round);
      inner.destroy();
    }
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void exchange(Team team, SymmetricLongs x, long value) {
    x.on(team).p(0, value + team.pe(), PeSets.right(team));
    team.barrier();
    equal(value + PeSets.left(team), x.at(0), "from the left in " + team);
    team.barrier();
  }

  private static void exhausted(Shmem shmem) {
    for (int round = 0; round < 2; round++) {
      List<Team> taken = new ArrayList<>();
      noMore(shmem, s -> taken.add(s.world().splitStrided(0, 1, s.pes())));
      equal(MOST, taken.size(), "teams");
      // one place is not enough for both teams of a grid: neither is left behind
      taken.remove(taken.size() / 2).destroy();
      noMore(shmem, s -> taken.add(s.world().split2d(1).x()));
      equal(MOST - 1, taken.size(), "teams");
      taken.add(shmem.world().splitStrided(0, 1, shmem.pes()));
      taken.forEach(Team::sync);
      taken.forEach(Team::destroy);
    }
    // only some PEs are members of too many, and all hear of it
    List<Team> ofFirst = new ArrayList<>();
    noMore(
        shmem,
        s -> {
          Team team = s.world().splitStrided(0, 1, 1);
          ofFirst.add(team);
        });
    noMore(shmem, s -> ofFirst.add(s.world().splitStrided(0, 1, s.pes())));
    ofFirst.forEach(Team::destroy);
    Team last = shmem.world().splitStrided(0, 1, shmem.pes());
    last.sync();
    last.destroy();
  }

  private static void noMore(Shmem shmem, Case.Body splits) {
    ShmemException e =
        expect(
            ShmemException.class,
            s -> {
              for (int i = 0; i <= MOST; i++) {
                splits.run(s);
              }
            },
            shmem);
    has(e, "no more teams", "limit=" + MOST, "destroy teams");
  }

  private static void traffic(Shmem shmem) {
    int length = 1 << 12;
    SymmetricLongs x = shmem.longs(length);
    long[] values = new long[length];
    for (int round = 1; round <= rounds(shmem, 40); round++) {
      Arrays.fill(values, round);
      x.put(values, right(shmem));
      Team team = shmem.world().splitStrided(0, 1, shmem.pes());
      team.sync();
      team.destroy();
      shmem.barrierAll();
      equal((long) round, x.at(length - 1), "last");
      shmem.barrierAll();
    }
    shmem.free(x);
  }

  private static void numbers(Shmem shmem) throws Exception {
    SymmetricLongs x = shmem.longs(4L * shmem.pes());
    Signal arrived = shmem.signal();
    long[] signals = new long[1];
    for (int i = 0; i < 2; i++) {
      boolean byContext = i == 1;
      PeSets.forEach(
          shmem.world(),
          team -> {
            SymmetricLongs view = byContext ? x.on(team.context()) : x.on(team);
            Signal signal = arrived.on(team);
            int me = team.pe();
            signals[0] += 2L * team.pes();
            for (int pe = 0; pe < team.pes(); pe++) {
              long value = 100L * me + pe;
              view.p(4L * me, value, pe);
              view.put(4L * me + 1, new long[] {value + 1}, 0, 1, pe);
              team.context().quiet();
              equal(value, view.g(4L * me, pe), "g");
              long[] got = new long[2];
              view.get(4L * me, got, 0, 2, pe);
              equal(value + 1, got[1], "get");
              equal(0L, view.atomicFetchAdd(4L * me + 2, value, pe), "fetchAdd");
              signal.add(1, pe);
              view.putSignal(
                  4L * me + 3, new long[] {value + 3}, 0, 1, signal, SignalOp.ADD, 1, pe);
            }
            arrived.waitUntil(Compare.EQ, signals[0]);
            for (int pe = 0; pe < team.pes(); pe++) {
              for (int k = 0; k < 4; k++) {
                long expected = 100L * pe + me + (k == 2 ? 0 : k);
                equal(expected, x.at(4L * pe + k), "from " + pe + ", operation " + k);
              }
            }
            for (long k = 4L * team.pes(); k < x.length(); k++) {
              equal(0L, x.at(k), "beside");
            }
            team.barrier();
            x.fill(0);
            team.barrier();
          });
    }
    shmem.free(x);
    shmem.free(arrived);
  }

  private static void ownObjects(Shmem shmem) throws Exception {
    long before = shmem.heap().free();
    Team half = shmem.world().split(shmem.pe() % 2, shmem.pe());
    for (int round = 1; round <= rounds(shmem, 20); round++) {
      int length = 10 + round * (1 + shmem.pe() % 2) * 30; // differs between the teams
      SymmetricLongs x = half.heap().longs(length);
      equal(0L, x.at(0), "zero");
      x.p(length - 1, 10L * round + half.pe(), PeSets.right(half));
      half.barrier();
      equal(10L * round + PeSets.left(half), x.at(length - 1), "from the left of the half");
      SymmetricLongs all = shmem.longs(16); // the world finds a place that is free in both halves
      all.p(15, all.offset(), right(shmem));
      shmem.barrierAll();
      equal(all.offset(), all.at(15), "the left's offset");
      equal(10L * round + PeSets.left(half), x.at(length - 1), "the half's is unharmed");
      if (round % 3 != 0) {
        half.heap().free(x); // the others end with their team
      }
      shmem.free(all);
    }
    has(
        expect(
            IndexOutOfBoundsException.class, s -> half.heap().longs(1).p(0, 1, half.pes()), shmem),
        "no such PE");
    half.destroy();
    equal(before, shmem.heap().free(), "free bytes");
    shmem.barrierAll();
  }

  private static void syncStores(Shmem shmem) throws Exception {
    SymmetricLongs x = shmem.longs(1);
    PeSets.forEach(
        shmem.world(),
        team -> {
          for (long round = 1; round <= rounds(shmem, 100); round++) {
            team.segment(x, PeSets.right(team)).set(ValueLayout.JAVA_LONG, 0, round);
            team.sync();
            equal(round, x.at(0), "stored by the left");
            team.sync();
          }
        });
    shmem.barrierAll();
    shmem.free(x);
  }

  /** tests-sos repeated_syncs: nobody leaves before all have come, whoever is late. */
  private static void syncWaits(Shmem shmem) throws Exception {
    SymmetricLongs came = shmem.longs(1);
    PeSets.forEach(
        shmem.world(),
        team -> {
          SymmetricLongs there = came.on(team);
          long base = there.atomicFetch(0, 0);
          team.sync();
          for (int round = 1; round <= rounds(shmem, 60); round++) {
            if (round % team.pes() == team.pe()) {
              Thread.yield();
            }
            there.atomicInc(0, 0);
            team.sync();
            long seen = there.atomicFetch(0, 0) - base;
            that(seen >= (long) round * team.pes(), "left with " + seen + " in round " + round);
          }
          team.sync();
        });
    shmem.barrierAll();
    shmem.free(came);
  }

  private static void crossing(Shmem shmem) {
    Team.Grid grid = shmem.world().split2d(2);
    Team back = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    SymmetricLongs x = shmem.longs(1);
    for (int round = 0; round < rounds(shmem, 200); round++) {
      List<Team> order =
          round % 2 == 0 ? List.of(grid.x(), grid.y(), back) : List.of(grid.y(), back, grid.x());
      for (Team team : order) {
        x.on(team).atomicInc(0, 0);
        team.sync();
      }
    }
    shmem.barrierAll();
    long sum = 0;
    for (int pe = 0; pe < shmem.pes(); pe++) {
      sum += x.atomicFetch(0, pe);
    }
    equal(3L * rounds(shmem, 200) * shmem.pes(), sum, "all of all");
    back.destroy();
    grid.y().destroy();
    grid.x().destroy();
    shmem.barrierAll();
    shmem.free(x);
  }

  /** Each thread meets in a team of its own, as MULTIPLE allows. */
  private static void threads(Shmem shmem) throws InterruptedException {
    Team first = shmem.world().splitStrided(0, 1, shmem.pes());
    Team second = shmem.world().splitStrided(0, 1, shmem.pes());
    SymmetricLongs counts = shmem.longs(2);
    Throwable[] failure = new Throwable[1];
    Thread other =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((thread, e) -> failure[0] = e)
            .start(() -> meet(shmem, second, counts, 1));
    meet(shmem, first, counts, 0);
    other.join();
    that(failure[0] == null, "the other thread: " + failure[0]);
    shmem.barrierAll();
    second.destroy();
    first.destroy();
    shmem.free(counts);
  }

  private static void meet(Shmem shmem, Team team, SymmetricLongs counts, int index) {
    for (int round = 1; round <= rounds(shmem, 100); round++) {
      counts.on(team).atomicInc(index, PeSets.right(team));
      team.sync();
      equal((long) round, counts.atomicFetch(index, shmem.pe()), "round of thread " + index);
      team.sync();
    }
  }

  private static void destroyed(Shmem shmem) {
    Team team = shmem.world().splitStrided(0, 1, shmem.pes());
    SymmetricLongs own = team.heap().longs(4);
    SymmetricLongs x = shmem.longs(1);
    ShmemContext context = team.createContext();
    SymmetricLongs view = x.on(context);
    team.destroy();
    for (Case.Body use :
        List.<Case.Body>of(
            s -> team.sync(),
            s -> team.barrier(),
            s -> team.destroy(),
            s -> team.splitStrided(0, 1, 1),
            s -> team.heap().longs(1),
            s -> team.createContext(),
            s -> context.quiet(),
            s -> view.p(0, 1, 0))) {
      has(expect(IllegalStateException.class, use, shmem), "destroyed");
    }
    has(expect(IllegalStateException.class, s -> own.at(0), shmem), "freed", "the end of team#");
    x.p(0, 1, right(shmem));
    shmem.barrierAll();
    equal(1L, x.at(0), "the world goes on, from " + left(shmem));
    shmem.free(x);
  }

  private static void notDestroyed(Shmem shmem) {
    for (Team team : List.of(shmem.world(), shmem.shared())) {
      has(
          expect(IllegalStateException.class, s -> team.destroy(), shmem),
          "predefined",
          team.toString());
      team.sync();
    }
  }

  private static void disagreement(Shmem shmem) {
    for (Case.Body wrong :
        List.<Case.Body>of(
            s -> s.world().splitStrided(0, 1, 1 + s.pe()),
            s -> s.world().split2d(1 + s.pe()),
            s -> {
              if (s.pe() == 0) {
                s.world().sync();
              } else {
                var _ = s.world().splitStrided(0, 1, 1);
              }
            })) {
      SymmetryException e = expect(SymmetryException.class, wrong, shmem);
      for (int pe = 0; pe < shmem.pes(); pe++) {
        has(e, "\n  PE " + pe + ": ", "TeamCases.java:");
      }
    }
    Team team = shmem.world().splitStrided(0, 1, shmem.pes());
    team.sync();
    team.destroy();
  }
}
