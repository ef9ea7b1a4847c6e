package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.program.Jobs.Helper;
import org.shmem4j.program.Jobs.Texts;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TeamConfig;

/** How teams are made, used and ended (OpenSHMEM 1.6, Team Management). */
class TeamTest {
  /** Boards for teams that a program makes. */
  private static final int LIMIT = 62;

  private static final int CYCLES = Integer.getInteger("shmem4j.test.team.cycles", 10_000);

  /** A new team must have these members, in the job's numbers; uses and ends it. */
  private static void assertMembers(Shmem shmem, List<Integer> expected, Team team) {
    int self = expected.indexOf(shmem.pe());
    assertEquals(self >= 0, team.isValid(), "member of " + expected);
    assertEquals(self, team.pe());
    if (!team.isValid()) {
      assertSame(Team.INVALID, team);
      return;
    }
    assertEquals(expected, members(team));
    team.barrier();
    team.destroy();
  }

  private static List<Integer> members(Team team) {
    return IntStream.range(0, team.pes()).map(team::worldPe).boxed().toList();
  }

  private static List<Integer> every(int first, int stride, int size) {
    return IntStream.range(0, size).map(i -> first + i * stride).boxed().toList();
  }

  /** Cases 1 and 3: all small arguments, right and wrong, relative to the parent. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void shouldSplitAtAnyDistanceOrRefuseItEverywhere(int pes) {
    Texts texts = new Texts(pes);
    Jobs.run(
        pes,
        shmem -> {
          Random random = new Random(pes);
          Team reversed = shmem.world().splitStrided(pes - 1, -1, pes);
          for (int i = 0; i < 150; i++) {
            int start = random.nextInt(pes + 2) - 1;
            int stride = random.nextInt(7) - 3;
            int size = random.nextInt(pes + 2);
            boolean isReversed = random.nextBoolean();
            Team parent = isReversed ? reversed : shmem.world();
            int last = start + stride * (size - 1);
            boolean isRight =
                size > 0
                    && (stride != 0 || size == 1)
                    && start >= 0
                    && start < pes
                    && last >= 0
                    && last < pes;
            if (isRight) {
              List<Integer> expected =
                  isReversed ? every(pes - 1 - start, -stride, size) : every(start, stride, size);
              assertMembers(shmem, expected, parent.splitStrided(start, stride, size));
            } else {
              String text =
                  texts.assertAllThrow(
                      shmem,
                      IllegalArgumentException.class,
                      () -> parent.splitStrided(start, stride, size));
              assertTrue(
                  text.contains(
                      "parent="
                          + parent
                          + " start="
                          + start
                          + " stride="
                          + stride
                          + " size="
                          + size
                          + " last="
                          + last
                          + " valid=0.."
                          + (pes - 1)),
                  text);
            }
          }
          reversed.destroy();
        });
  }

  /** Case 3: numbers whose product is more than an int can hold. */
  @Test
  void shouldRefuseNumbersThatOverflow() {
    Texts texts = new Texts(2);
    int[][] wrong = {
      {0, Integer.MAX_VALUE, Integer.MAX_VALUE},
      {1, Integer.MIN_VALUE, 2},
      {0, 1 << 16, (1 << 16) + 1},
      {0, -1, Integer.MIN_VALUE},
      {Integer.MIN_VALUE, 1, 1},
    };
    Jobs.run(
        2,
        shmem -> {
          for (int[] each : wrong) {
            var _ =
                texts.assertAllThrow(
                    shmem,
                    IllegalArgumentException.class,
                    () -> shmem.world().splitStrided(each[0], each[1], each[2]));
          }
          assertAllTeamsAreFree(shmem);
        });
  }

  /** Case 1: a stride is counted in the parent's numbers, however deep. */
  @Test
  void shouldCountStridesInTheParent() {
    Jobs.run(
        8,
        shmem -> {
          Team even = shmem.world().splitStrided(0, 2, 4);
          if (even.isValid()) {
            assertMembers(shmem, List.of(2, 6), even.splitStrided(1, 2, 2));
            Team fourth = even.splitStrided(0, 2, 2);
            if (fourth.isValid()) {
              assertEquals(List.of(0, 4), members(fourth));
              assertMembers(shmem, List.of(4, 0), fourth.splitStrided(1, -1, 2));
              fourth.destroy();
            }
            even.destroy();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void shouldLayOutRowsAndColumns(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          Team reversed = shmem.world().splitStrided(pes - 1, -1, pes);
          for (Team parent : List.of(shmem.world(), reversed)) {
            for (int range = 1; range <= pes + 2; range++) {
              assertGrid(shmem, parent, range);
            }
            assertGrid(shmem, parent, Integer.MAX_VALUE);
          }
          reversed.destroy();
          assertAllTeamsAreFree(shmem);
        });
  }

  private static void assertGrid(Shmem shmem, Team parent, int range) {
    int width = Math.min(range, parent.pes());
    Team.Grid grid = parent.split2d(range);
    assertEquals(parent.pe() % width, grid.x().pe());
    assertEquals(parent.pe() / width, grid.y().pe());
    List<Integer> row = new ArrayList<>();
    List<Integer> column = new ArrayList<>();
    for (int pe = 0; pe < parent.pes(); pe++) {
      if (pe / width == parent.pe() / width) {
        row.add(parent.worldPe(pe));
      }
      if (pe % width == parent.pe() % width) {
        column.add(parent.worldPe(pe));
      }
    }
    assertMembers(shmem, row, grid.x());
    assertMembers(shmem, column, grid.y());
  }

  @Test
  void shouldRefuseRowsOfNothing() {
    Texts texts = new Texts(3);
    Jobs.run(
        3,
        shmem -> {
          for (int range : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertEquals(
                "a row has at least one PE: parent=world xRange=" + range,
                texts.assertAllThrow(
                    shmem, IllegalArgumentException.class, () -> shmem.world().split2d(range)));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void shouldSplitByColourAndKey(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          Random random = new Random(pes);
          for (int round = 0; round < 60; round++) {
            int[] colours = random.ints(pes, -2, 3).toArray();
            int[] keys = random.ints(pes, -1, 2).toArray();
            if (round % 10 == 0) {
              colours[round / 10 % pes] = Integer.MAX_VALUE;
              keys[0] = Integer.MIN_VALUE;
              keys[pes - 1] = Integer.MAX_VALUE;
            } else if (round % 10 == 1) {
              colours[round / 10 % pes] = Integer.MIN_VALUE;
            }
            int own = colours[shmem.pe()];
            List<Integer> expected =
                IntStream.range(0, pes)
                    .filter(pe -> own >= 0 && colours[pe] == own)
                    .boxed()
                    .sorted(Comparator.comparingInt((Integer pe) -> keys[pe]))
                    .toList();
            assertMembers(shmem, expected, shmem.world().split(own, keys[shmem.pe()]));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void shouldMakeATeamOfAnyList(int pes) {
    Texts texts = new Texts(pes);
    Jobs.run(
        pes,
        shmem -> {
          Random random = new Random(pes);
          for (int round = 0; round < 50; round++) {
            List<Integer> list = new ArrayList<>(every(0, 1, pes));
            Collections.shuffle(list, random);
            List<Integer> chosen = list.subList(0, 1 + random.nextInt(pes));
            Team team = shmem.world().of(toArray(chosen));
            if (team.isValid() && chosen.size() > 1) {
              List<Integer> inner = every(chosen.size() - 1, -1, chosen.size() - 1);
              assertMembers(
                  shmem, inner.stream().map(chosen::get).toList(), team.of(toArray(inner)));
            }
            assertMembers(shmem, chosen, team);
          }
          for (int[] wrong : new int[][] {{}, {0, 0}, {pes}, {0, -1}, {Integer.MAX_VALUE}}) {
            String text =
                texts.assertAllThrow(
                    shmem, IllegalArgumentException.class, () -> shmem.world().of(wrong));
            assertTrue(text.startsWith("a team is made of one or more different PEs"), text);
          }
          assertAllTeamsAreFree(shmem);
        });
  }

  private static int[] toArray(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  @Test
  void shouldTranslateBetweenAnyTeams() {
    Jobs.run(
        8,
        shmem -> {
          List<Team> teams = new ArrayList<>(List.of(shmem.world(), shmem.shared()));
          List<List<Integer>> members = new ArrayList<>(List.of(every(0, 1, 8), every(0, 1, 8)));
          List<List<Integer>> lists =
              List.of(
                  every(7, -1, 8), every(0, 2, 4), List.of(5, 1, 6), List.of(4), every(1, 3, 3));
          for (List<Integer> list : lists) {
            Team team = shmem.world().of(toArray(list));
            if (team.isValid()) {
              teams.add(team);
              members.add(list);
            }
          }
          for (int from = 0; from < teams.size(); from++) {
            for (int to = 0; to < teams.size(); to++) {
              for (int pe = 0; pe < members.get(from).size(); pe++) {
                assertEquals(
                    members.get(to).indexOf(members.get(from).get(pe)),
                    teams.get(from).translate(pe, teams.get(to)),
                    pe + " of " + members.get(from) + " in " + members.get(to));
              }
              assertEquals(-1, teams.get(from).translate(-1, teams.get(to)));
              assertEquals(-1, teams.get(from).translate(members.get(from).size(), teams.get(to)));
            }
            assertEquals(-1, teams.get(from).translate(0, Team.INVALID));
            assertEquals(-1, Team.INVALID.translate(0, teams.get(from)));
          }
          assertEquals(-1, Team.INVALID.translate(0, Team.INVALID));
        });
  }

  @Test
  void shouldLimitContextsAsConfigured() {
    Jobs.run(
        3,
        shmem -> {
          assertEquals(TeamConfig.DEFAULT, shmem.world().config());
          TeamConfig two = new TeamConfig(2);
          Team team = shmem.world().splitStrided(0, 1, 3, two);
          assertSame(two, team.config());
          ShmemContext first = team.createContext();
          ShmemContext second = team.createContext();
          assertTrue(first.isValid() && second.isValid());
          assertSame(ShmemContext.INVALID, team.createContext());
          first.close();
          first.close();
          ShmemContext third = team.createContext();
          assertTrue(third.isValid());
          assertSame(ShmemContext.INVALID, team.createContext());
          Team.Grid grid = team.split2d(2, new TeamConfig(0), two);
          assertSame(ShmemContext.INVALID, grid.x().createContext());
          assertTrue(grid.y().createContext().isValid());
          team.destroy();
          assertThrows(IllegalArgumentException.class, () -> new TeamConfig(-1));
        });
  }

  @Test
  void shouldRefuseATeamWithoutConfiguration() {
    Texts texts = new Texts(2);
    Jobs.run(
        2,
        shmem -> {
          for (int i = 0; i < LIMIT + 1; i++) {
            assertEquals(
                "a team needs a configuration: parent=world config=null; TeamConfig.DEFAULT",
                texts.assertAllThrow(
                    shmem,
                    IllegalArgumentException.class,
                    () -> shmem.world().split2d(1, TeamConfig.DEFAULT, null)));
          }
          assertThrows(
              SymmetryException.class,
              () ->
                  shmem.world().splitStrided(0, 1, 2, shmem.pe() == 0 ? null : TeamConfig.DEFAULT));
          assertAllTeamsAreFree(shmem);
        });
  }

  @Test
  void shouldKnowNothingOfTheInvalidTeam() {
    Jobs.run(
        2,
        shmem -> {
          Team none = Team.INVALID;
          assertFalse(none.isValid());
          assertEquals(-1, none.pe());
          assertEquals(-1, none.pes());
          assertEquals("INVALID", none.toString());
          assertSame(ShmemContext.INVALID, none.context());
          assertSame(ShmemContext.INVALID, none.createContext());
          SymmetricLongs longs = shmem.longs(1);
          assertNull(none.segment(longs, 0));
          none.destroy();
          List<ShmemProgram> calls =
              List.of(
                  s -> none.sync(),
                  s -> none.barrier(),
                  s -> none.config(),
                  s -> none.heap(),
                  s -> none.worldPe(0),
                  s -> none.split(0, 0),
                  s -> none.splitStrided(0, 1, 1),
                  s -> none.split2d(1),
                  s -> none.of(0),
                  s -> longs.on(none));
          for (ShmemProgram call : calls) {
            IllegalStateException error =
                assertThrows(IllegalStateException.class, () -> call.run(shmem));
            assertTrue(error.getMessage().contains("=INVALID"), error.getMessage());
          }
        });
  }

  @Test
  void shouldRefuseToDestroyWhatCannotEnd() {
    Jobs.run(
        3,
        shmem -> {
          for (Team predefined : List.of(shmem.world(), shmem.shared())) {
            assertEquals(
                "a predefined team cannot be destroyed: team=" + predefined,
                assertThrows(IllegalStateException.class, predefined::destroy).getMessage());
          }
          Team team = shmem.world().splitStrided(2, -1, 3);
          SymmetricLongs longs = team.heap().longs(10);
          team.destroy();
          String ended = "the team has been destroyed: team=team#1";
          List<ShmemProgram> calls =
              List.of(
                  s -> team.destroy(),
                  s -> team.sync(),
                  s -> team.barrier(),
                  s -> team.split(0, 0),
                  s -> team.createContext(),
                  s -> team.heap().longs(1));
          for (ShmemProgram call : calls) {
            assertEquals(
                ended,
                assertThrows(IllegalStateException.class, () -> call.run(shmem)).getMessage());
          }
          assertEquals(
              "the object has been freed: object=team#1.longs#1 freedAt=the end of team#1",
              assertThrows(IllegalStateException.class, () -> longs.at(0)).getMessage());
          assertEquals(Jobs.HEAP, shmem.heap().free());
          assertAllTeamsAreFree(shmem);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void shouldWorkAloneInATeamOfOne(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          Team alone = shmem.world().split(shmem.pe(), 0);
          assertEquals(0, alone.pe());
          assertEquals(1, alone.pes());
          for (int i = 0; i < 100; i++) {
            alone.sync();
            alone.barrier();
            Team again = alone.splitStrided(0, 0, 1);
            SymmetricLongs longs = again.heap().longs(5);
            longs.p(4, i, 0);
            assertEquals(i, longs.at(4));
            again.heap().free(longs);
            again.destroy();
          }
          alone.destroy();
        });
  }

  /** Cases 12 and 46: who shares a machine shares memory. */
  @Test
  void shouldHaveEveryoneInTheSharedTeam() {
    Jobs.run(
        3,
        shmem -> {
          assertEquals(every(0, 1, 3), members(shmem.shared()));
          assertEquals(shmem.pe(), shmem.shared().pe());
          SymmetricLongs longs = shmem.longs(2);
          for (int pe = 0; pe < 3; pe++) {
            assertNotNull(shmem.shared().segment(longs, pe));
            assertEquals(16, shmem.world().segment(longs, pe).byteSize());
          }
          assertThrows(IndexOutOfBoundsException.class, () -> shmem.shared().segment(longs, 3));
          shmem.shared().barrier();
          shmem.shared().sync();
          assertMembers(shmem, List.of(1), shmem.shared().splitStrided(1, 0, 1));
        });
  }

  /** Case 20: nothing has to be done before a split. */
  @Test
  void shouldSplitRightAfterInitAndRightAfterTraffic() {
    for (int round = 0; round < 20; round++) {
      Jobs.run(
          3,
          shmem -> {
            Team team = shmem.world().splitStrided(2, -1, 3);
            SymmetricLongs longs = team.heap().longs(64);
            for (int i = 0; i < 50; i++) {
              longs.p(i, 100L * team.pe() + i, (team.pe() + 1) % 3);
            }
            Team other = team.split(0, shmem.pe());
            // A split is a barrier of its parent.
            assertEquals(100L * ((team.pe() + 2) % 3) + 49, longs.at(49));
            other.barrier();
          });
    }
  }

  /** Case 16: the same error on all PEs, and all as before once teams have been destroyed. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shouldRunOutOfTeamsEverywhereAtOnce(int pes) {
    Texts texts = new Texts(pes);
    Jobs.run(
        pes,
        shmem -> {
          for (int round = 0; round < 3; round++) {
            List<Team> teams = new ArrayList<>();
            for (int i = 0; i < LIMIT; i++) {
              teams.add(shmem.world().splitStrided(pes - 1, -1, pes));
            }
            for (int i = 0; i < 3; i++) {
              String text =
                  texts.assertAllThrow(
                      shmem, ShmemException.class, () -> shmem.world().split(0, 0));
              assertTrue(text.startsWith("no more teams") && text.contains("limit=62"), text);
              // One board is free, but a grid needs two.
              teams.remove(i).destroy();
              text =
                  texts.assertAllThrow(
                      shmem, ShmemException.class, () -> shmem.world().split2d(pes));
              assertTrue(text.startsWith("no more teams"), text);
              teams.add(shmem.world().split(0, shmem.pe()));
            }
            Collections.shuffle(teams, new Random(round));
            teams.forEach(Team::barrier);
            teams.forEach(Team::destroy);
          }
        });
  }

  /** If one PE is a member of too many teams, those who are not hear of it all the same. */
  @Test
  void shouldTellThoseWithFreeBoardsThatAnotherHasNone() {
    Texts texts = new Texts(3);
    Jobs.run(
        3,
        shmem -> {
          List<Team> teams = new ArrayList<>();
          for (int i = 0; i < LIMIT; i++) {
            teams.add(shmem.world().split(shmem.pe() == 1 ? 0 : -1, 0));
          }
          String text =
              texts.assertAllThrow(
                  shmem,
                  ShmemException.class,
                  () -> shmem.world().split(shmem.pe() == 0 ? 0 : 1, 0));
          assertTrue(text.contains("members=[1, 2]"), text);
          Team pair = shmem.world().split(shmem.pe() == 1 ? -1 : 0, 0);
          if (shmem.pe() != 1) {
            pair.destroy();
          }
          teams.forEach(Team::destroy);
          assertAllTeamsAreFree(shmem);
        });
  }

  private static void assertAllTeamsAreFree(Shmem shmem) {
    List<Team> teams = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      teams.add(shmem.world().split(0, 0));
    }
    teams.forEach(Team::destroy);
  }

  /** A call that is wrong, or another, on one PE only: all hear of it and nothing is kept. */
  @Test
  void shouldLoseNoTeamIfOnePeDisagrees() {
    Jobs.run(
        3,
        shmem -> {
          Team world = shmem.world();
          for (int i = 0; i < 2 * LIMIT; i++) {
            boolean odd = i % 3 == shmem.pe();
            int way = i % 5;
            SymmetryException error =
                assertThrows(
                    SymmetryException.class,
                    () -> {
                      switch (way) {
                        case 0 -> world.splitStrided(odd ? 1 : 0, 1, 2);
                        case 1 -> world.splitStrided(0, 1, odd ? 4 : 3);
                        case 2 -> world.split2d(odd ? 1 : 2);
                        case 3 -> world.of(odd ? new int[] {0, 1} : new int[] {1, 0});
                        default -> {
                          if (odd) {
                            world.barrier();
                          } else {
                            world.split(0, 0);
                          }
                        }
                      }
                    });
            assertEquals(4, error.getMessage().lines().count(), error.getMessage());
          }
          assertAllTeamsAreFree(shmem);
        });
  }

  /** Case 6: boards are used again and again, with members that are late and teams that differ. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void shouldUseBoardsAgain(int pes) {
    int cycles = CYCLES / 3;
    Jobs.runSleeping(
        pes,
        shmem -> {
          Random shared = new Random(pes);
          Random own = new Random(shmem.pe());
          SymmetricLongs sums = shmem.longs(1);
          long expected = 0;
          for (int cycle = 0; cycle < cycles; cycle++) {
            int[] colours = shared.ints(pes, -1, 2).toArray();
            Team team = shmem.world().split(colours[shmem.pe()], cycle % 2 == 0 ? 0 : -shmem.pe());
            if (own.nextInt(64) == 0) {
              Thread.sleep(0, own.nextInt(200_000));
            }
            if (team.isValid()) {
              int next = (team.pe() + 1) % team.pes();
              sums.on(team).atomicAdd(0, cycle, next);
              for (int meetings = shared.nextInt(3); meetings > 0; meetings--) {
                team.sync();
              }
              team.barrier();
              expected += cycle;
              assertEquals(expected, sums.at(0));
              team.destroy();
            } else {
              var _ = shared.nextInt(3);
            }
          }
          assertAllTeamsAreFree(shmem);
        });
  }

  /** Two threads of each PE, each splitting a parent of its own, want the same boards. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldSplitDifferentParentsAtOnce(int pes) {
    Jobs.runSleeping(
        pes,
        shmem -> {
          List<Helper> helpers = new ArrayList<>();
          for (int t = 0; t < 3; t++) {
            int thread = t;
            Team parent = shmem.world().splitStrided(pes - 1, -1, pes);
            helpers.add(
                new Helper(() -> {
                  Random random = new Random(thread);
                  for (int round = 0; round < 300; round++) {
                    int odd = random.nextInt(pes);
                    Team team = parent.split(parent.pe() == odd ? 1 : 0, parent.pe());
                    for (int i = random.nextInt(4); i > 0; i--) {
                      team.barrier();
                    }
                    team.destroy();
                  }
                  parent.destroy();
                }));
          }
          for (Helper helper : helpers) {
            helper.join();
          }
          shmem.barrierAll();
          assertAllTeamsAreFree(shmem);
        });
  }

  /** Case 19: barriers of many teams at once, each from a thread of its own. */
  @Test
  void shouldMeetInManyTeamsAtOnce() {
    int pes = 3;
    Jobs.run(
        pes,
        shmem -> {
          SymmetricLongs counts = shmem.longs(6);
          List<Helper> helpers = new ArrayList<>();
          for (int t = 0; t < 6; t++) {
            int thread = t;
            // Three pairs, and three times all, in different orders.
            Team team =
                thread < 3
                    ? shmem.world().of(thread, (thread + 1) % pes)
                    : shmem.world().split(0, shmem.pe() * thread % 5);
            if (!team.isValid()) {
              continue;
            }
            SymmetricLongs view = counts.on(team);
            helpers.add(
                new Helper(() -> {
                  for (long round = 1; round <= 200; round++) {
                    for (int pe = 0; pe < team.pes(); pe++) {
                      view.atomicAdd(thread, 1, pe);
                    }
                    team.barrier();
                    assertEquals(round * team.pes(), counts.atomicFetch(thread, shmem.pe()));
                    team.sync();
                  }
                }));
          }
          for (Helper helper : helpers) {
            helper.join();
          }
        });
  }

  /** Litmus test L26b, for what there is: mixed collectives in a row, with PEs that are late. */
  @Test
  void shouldStandMixedCollectivesInARow() {
    Jobs.run(
        4,
        shmem -> {
          Random shared = new Random(7);
          Random own = new Random(shmem.pe());
          Team reversed = shmem.world().splitStrided(3, -1, 4);
          Team even = shmem.world().split(shmem.pe() % 2, 0);
          for (int step = 0; step < 1_500; step++) {
            if (own.nextInt(100) == 0) {
              Thread.sleep(0, 300_000);
            }
            switch (shared.nextInt(8)) {
              case 0 -> shmem.barrierAll();
              case 1 -> shmem.syncAll();
              case 2 -> reversed.barrier();
              case 3 -> even.sync();
              case 4 -> {
                SymmetricLongs longs = reversed.heap().longs(3);
                longs.p(2, step, (reversed.pe() + 1) % 4);
                reversed.heap().free(longs);
              }
              case 5 -> even.heap().free(even.heap().signal());
              case 6 -> even.split(0, 0).destroy();
              default -> {
                Team.Grid grid = reversed.split2d(3);
                grid.x().destroy();
                grid.y().destroy();
              }
            }
            if (step % 50 == 49) {
              reversed.destroy();
              reversed = shmem.world().splitStrided(3, -1, 4);
            }
            if (shared.nextInt(20) == 0) {
              even.destroy();
              even = shmem.world().split(shmem.pe() % 2, shmem.pe());
            }
          }
        });
  }

  /** Case 33: the end of one PE ends splits and destroys as well. */
  @Test
  void shouldTellWhoSplitsOrDestroysThatAnotherHasFailed() {
    List<ShmemProgram> waits =
        List.of(
            shmem -> shmem.world().split(0, 0),
            shmem -> shmem.world().split2d(2),
            shmem -> {
              Team team = shmem.world().splitStrided(0, 1, 3);
              team.destroy();
            },
            shmem -> {
              // The failed PE is no member.
              Team team = shmem.world().split(shmem.pe() == 1 ? -1 : 0, 0);
              while (true) {
                team.split(0, 0).destroy();
              }
            });
    for (ShmemProgram wait : waits) {
      ShmemException failure =
          assertThrows(
              ShmemException.class,
              () ->
                  Jobs.run(
                      3,
                      shmem -> {
                        if (shmem.pe() == 1) {
                          if (wait.equals(waits.get(2))) {
                            var _ = shmem.world().splitStrided(0, 1, 3);
                          } else if (wait.equals(waits.get(3))) {
                            var _ = shmem.world().split(-1, 0);
                          }
                          Thread.sleep(20);
                          throw new IllegalStateException("mine");
                        }
                        assertThrows(PeerFailedException.class, () -> wait.run(shmem));
                        shmem.close();
                      }));
      assertEquals("PE 1 failed: java.lang.IllegalStateException: mine", failure.getMessage());
      assertEquals(0, failure.getSuppressed().length);
    }
  }

  /** The text of a disagreement names the team, its own numbers and the calls. */
  @Test
  void shouldTellOfADisagreementInATeam() {
    Jobs.run(
        3,
        shmem -> {
          Team team = shmem.world().splitStrided(2, -2, 2);
          if (!team.isValid()) {
            return;
          }
          team.sync();
          String text =
              assertThrows(
                      SymmetryException.class,
                      () -> {
                        if (team.pe() == 0) {
                          team.barrier();
                        } else {
                          team.sync();
                        }
                      })
                  .getMessage();
          assertTrue(text.contains("collective=2 team=team#1; nothing has been changed"), text);
          assertTrue(text.contains("\n  PE 2: team#1.barrier at org.shmem4j.program.Team"), text);
          assertTrue(text.contains("\n  PE 0: team#1.sync at org.shmem4j.program.Team"), text);
          team.destroy();
        });
  }

  /** No thread can slip in between the meetings of one collective. */
  @Test
  void shouldKeepOtherThreadsOutOfACollectiveOfSeveralMeetings() {
    Jobs.run(
        1,
        shmem -> {
          Team world = shmem.world();
          world.collective(
              "several",
              () -> {
                world.sync();
                AtomicReference<Throwable> thrown = new AtomicReference<>();
                Thread other =
                    Thread.ofPlatform()
                        .uncaughtExceptionHandler((thread, e) -> thrown.set(e))
                        .start(world::sync);
                try {
                  other.join();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                assertTrue(
                    thrown.get().getMessage().contains("two threads of a PE are in collectives"),
                    thrown.toString());
                world.collective("within", world::sync);
                world.sync();
              });
          world.sync();
          shmem.free(shmem.longs(1));
        });
  }

  @Test
  void shouldGiveEveryTeamAnIdentity() {
    Jobs.run(
        2,
        shmem -> {
          Team one = shmem.world().split(0, 0);
          Team other = shmem.world().split(0, 0);
          assertNotSame(one, other);
          assertEquals("team#1", one.toString());
          assertEquals("team#2", other.toString());
          one.destroy();
          assertEquals("team#1", other.split(0, 0).toString());
        });
  }

  /** Case 66 and tests-sos #50: other suites stop at 32 PEs. */
  @ParameterizedTest
  @ValueSource(ints = {33, 64})
  void shouldRunManyPes(int pes) {
    Jobs.run(
        pes,
        1 << 16,
        shmem -> {
          SymmetricLongs box = shmem.longs(1);
          Signal arrived = shmem.signal();
          int right = Jobs.right(shmem);
          for (int round = 1; round <= 3; round++) {
            box.putSignal(
                new long[] {100L * round + shmem.pe()}, arrived, SignalOp.SET, round, right);
            var _ = arrived.waitUntil(Compare.GE, round);
            assertEquals(100L * round + Jobs.left(shmem), box.at(0));
            shmem.barrierAll();
          }
          Team.Grid grid = shmem.world().split2d(8);
          SymmetricLongs sums = shmem.longs(2);
          for (int pe = 0; pe < grid.x().pes(); pe++) {
            sums.on(grid.x()).atomicAdd(0, shmem.pe(), pe);
          }
          for (int pe = 0; pe < grid.y().pes(); pe++) {
            sums.on(grid.y()).atomicAdd(1, shmem.pe(), pe);
          }
          shmem.barrierAll();
          assertEquals(sum(members(grid.x())), sums.at(0));
          assertEquals(sum(members(grid.y())), sums.at(1));
          grid.x().destroy();
          grid.y().destroy();
        });
  }

  private static long sum(List<Integer> numbers) {
    return numbers.stream().mapToLong(Integer::longValue).sum();
  }
}
