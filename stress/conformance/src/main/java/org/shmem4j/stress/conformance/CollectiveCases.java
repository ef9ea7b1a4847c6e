package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;

/** Collectives over the world and over teams. */
final class CollectiveCases {
  private static final int ROUNDS = 400;
  private static final int MANY = 20_000;

  private CollectiveCases() {}

  /** A collective of two arrays, with {@code count} elements from or for each member. */
  private interface Call {
    void run(Collectives all, SymmetricArray target, SymmetricArray source, int count);
  }

  /** What a member has in an element of its target afterwards; null if what was there. */
  private interface Result {
    Object at(AnyType type, Collectives all, int index, int count);
  }

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (AnyType type : AnyType.ALL) {
      all.add(
          moving(
              "broadcast",
              type,
              (c, target, source, count) -> c.broadcast(target, source, count, c.team().pes() - 1),
              (t, c, i, count) -> i < count ? given(t, c.team().pes() - 1, i) : null));
      all.add(
          moving(
              "fcollect",
              type,
              (c, target, source, count) -> c.fcollect(target, source, count),
              (t, c, i, count) ->
                  i < count * c.team().pes() ? given(t, i / count, i % count) : null));
      all.add(
          moving(
              "collect",
              type,
              (c, target, source, count) ->
                  c.collect(target, source, c.team().pe() == 0 ? count : 0),
              (t, c, i, count) -> i < count ? given(t, 0, i) : null));
      all.add(
          moving(
              "alltoall",
              type,
              (c, target, source, count) -> c.alltoall(target, source, count),
              (t, c, i, count) ->
                  i < count * c.team().pes()
                      ? given(t, i / count, c.team().pe() * count + i % count)
                      : null));
      all.add(
          moving(
              "alltoalls keeps what is between (L38)",
              type,
              (c, target, source, count) -> c.alltoalls(target, source, 2, 1, count),
              (t, c, i, count) ->
                  i % 2 == 0 && i / 2 < count * c.team().pes()
                      ? given(t, i / 2 / count, c.team().pe() * count + i / 2 % count)
                      : null));
    }
    for (Reduction reduction : Reduction.values()) {
      all.add(
          Case.of(
              "long: reduce " + reduction,
              reduction.name().toLowerCase(Locale.ROOT) + "_reduce",
              s -> onTeams(s, t -> reduce(t, reduction))));
    }
    all.add(
        Case.of(
            "double: the same bits on every PE", "sum_reduce", s -> onTeams(s, t -> sameBits(t))));
    all.add(
        Case.of(
            "long: scans, in place too (L37)",
            "sum_inscan sum_exscan",
            s -> onTeams(s, t -> scans(t))));
    all.add(
        Case.of("long: alltoall in place", "alltoall", s -> onTeams(s, t -> alltoallInPlace(t))));
    all.add(
        Case.of(
            "hundreds in a row with delays (L26, L26b)",
            "broadcast fcollect sum_reduce",
            s -> inARow(s.world())));
    all.add(
        Case.of(
            "two teams at once from two threads",
            "sum_reduce team_split_strided",
            CollectiveCases::twoTeams));
    all.add(
        Case.of(
                "calls that differ throw on every PE",
                "broadcast sum_reduce fcollect",
                CollectiveCases::differ)
            .from(2));
    return List.copyOf(all);
  }

  /** Something that the members of a team do. */
  private interface InTeam {
    void run(Team team);
  }

  /** In the world, in the even PEs, and in all in reverse. */
  private static void onTeams(Shmem shmem, InTeam body) {
    Team even = shmem.world().splitStrided(0, 2, (shmem.pes() + 1) / 2);
    Team reversed = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    for (Team team : List.of(shmem.world(), even, reversed)) {
      if (team.isValid()) {
        body.run(team);
      }
    }
    even.destroy();
    reversed.destroy();
  }

  private static Object given(AnyType type, int pe, int index) {
    return type.value(pe * 41L + index);
  }

  private static Case moving(String name, AnyType type, Call call, Result result) {
    return Case.of(
        type + ": " + name,
        name.split(" ", 2)[0],
        shmem ->
            onTeams(
                shmem,
                team -> {
                  for (int count : new int[] {0, 1, 7, 400}) {
                    moving(team, type, call, result, count);
                  }
                }));
  }

  private static void moving(Team team, AnyType type, Call call, Result result, int count) {
    int length = 2 * count * team.pes() + 3;
    SymmetricArray target = team.heap().calloc(type.element(), length);
    SymmetricArray source = team.heap().calloc(type.element(), length);
    Object values = type.values(length, team.pe() * 41L);
    AnyType.call(source, "copyFrom", new Class<?>[] {type.arrayClass()}, values);
    Collectives all = Collectives.of(team);
    call.run(all, target, source, count);
    for (int i = 0; i < length; i++) {
      Object expected = result.at(type, all, i, count);
      equal(expected == null ? type.zero() : expected, type.at(target, i), "element " + i);
    }
    team.heap().free(target);
    team.heap().free(source);
  }

  private static long given(int pe, int index) {
    return (pe + 3L) * (index % 97 + 1) - 50;
  }

  private static SymmetricLongs given(Team team, int length) {
    SymmetricLongs longs = team.heap().longs(length);
    for (int i = 0; i < length; i++) {
      longs.set(i, given(team.pe(), i));
    }
    return longs;
  }

  private static void reduce(Team team, Reduction reduction) {
    for (int count : new int[] {1, 5, MANY}) {
      SymmetricLongs source = given(team, count);
      SymmetricLongs target = team.heap().longs(count);
      Collectives.of(team).reduce(reduction, target, source, count);
      Collectives.of(team).reduce(reduction, source, source, count);
      for (int i = 0; i < count; i++) {
        long expected = given(0, i);
        for (int pe = 1; pe < team.pes(); pe++) {
          expected = combine(reduction, expected, given(pe, i));
        }
        equal(expected, target.at(i), "element " + i + " of " + count);
        equal(expected, source.at(i), "in place, element " + i + " of " + count);
      }
      team.heap().free(source);
      team.heap().free(target);
    }
  }

  private static long combine(Reduction reduction, long x, long y) {
    return switch (reduction) {
      case SUM -> x + y;
      case PROD -> x * y;
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
      case AND -> x & y;
      case OR -> x | y;
      case XOR -> x ^ y;
    };
  }

  private static void sameBits(Team team) {
    SymmetricDoubles sum = team.heap().doubles(MANY);
    for (int i = 0; i < MANY; i++) {
      sum.set(i, 1.0 / (1 + i + team.pe()));
    }
    Collectives.of(team).reduce(Reduction.SUM, sum, sum, MANY);
    for (int i = 0; i < MANY; i++) {
      double expected = 1.0 / (1 + i);
      for (int pe = 1; pe < team.pes(); pe++) {
        expected += 1.0 / (1 + i + pe);
      }
      equal(expected, sum.at(i), "element " + i);
    }
    team.heap().free(sum);
  }

  private static void scans(Team team) {
    for (int count : new int[] {1, 5, MANY}) {
      SymmetricLongs source = given(team, count);
      SymmetricLongs before = team.heap().longs(count);
      Collectives.of(team).sumExscan(before, source, count);
      Collectives.of(team).sumInscan(source, source, count);
      for (int i = 0; i < count; i++) {
        long sum = 0;
        for (int pe = 0; pe < team.pe(); pe++) {
          sum += given(pe, i);
        }
        equal(sum, before.at(i), "exscan, element " + i);
        equal(sum + given(team.pe(), i), source.at(i), "inscan in place, element " + i);
      }
      team.heap().free(source);
      team.heap().free(before);
    }
  }

  private static void alltoallInPlace(Team team) {
    for (int count : new int[] {1, 5, MANY / 4}) {
      SymmetricLongs longs = given(team, count * team.pes());
      Collectives.of(team).alltoall(longs, longs, count);
      for (int i = 0; i < count * team.pes(); i++) {
        long expected = given(i / count, team.pe() * count + i % count);
        equal(expected, longs.at(i), "element " + i);
      }
      team.heap().free(longs);
    }
  }

  /** Target and source are used again as soon as a call returns. */
  private static void inARow(Team team) {
    SymmetricLongs target = team.heap().longs(100);
    SymmetricLongs source = team.heap().longs(100);
    inARow(team, target, source);
    team.heap().free(target);
    team.heap().free(source);
  }

  private static void inARow(Team team, SymmetricLongs target, SymmetricLongs source) {
    Collectives all = Collectives.of(team);
    Random delays = new Random(team.pe());
    for (int round = 0; round < ROUNDS; round++) {
      if (delays.nextInt(10) == 0) {
        LockSupport.parkNanos(delays.nextInt(100_000));
      }
      source.fill((long) round + team.pe());
      int root = round % team.pes();
      long expected = (long) round + root;
      if (round % 3 == 0) {
        all.broadcast(target, source, 100, root);
      } else {
        all.reduce(Reduction.MAX, target, source, round % 3 == 1 ? 1 : 100);
        expected = round + team.pes() - 1L;
      }
      source.fill(-1);
      equal(expected, target.at(0), "round " + round);
      equal(round % 3 == 1 ? target.at(99) : expected, target.at(99), "last, round " + round);
    }
  }

  private static void twoTeams(Shmem shmem) throws Exception {
    Team reversed = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    SymmetricLongs target = shmem.longs(100);
    SymmetricLongs source = shmem.longs(100);
    Callable<Void> inReversed =
        () -> {
          inARow(reversed, target, source);
          return null;
        };
    FutureTask<Void> other = new FutureTask<>(inReversed);
    Thread.ofPlatform().start(other);
    inARow(shmem.world());
    var _ = other.get();
    shmem.free(target);
    shmem.free(source);
    reversed.destroy();
  }

  private static void differ(Shmem shmem) {
    SymmetricLongs longs = shmem.longs(4);
    longs.fill(7);
    Collectives all = Collectives.of(shmem.world());
    SymmetryException e =
        expect(SymmetryException.class, s -> all.broadcast(longs, longs, 1, s.pe()), shmem);
    for (int pe = 0; pe < shmem.pes(); pe++) {
      has(e, "PE " + pe + ": broadcast target=longs#", "count=1 root=" + pe);
    }
    e =
        expect(
            SymmetryException.class,
            s -> all.fcollect(longs, 0, longs, s.pe() == 0 ? 5 : 0, 0),
            shmem);
    has(e, "PE 0: fcollect", "failed: the range is outside the object", "PE 1: fcollect");
    equal(7L * 4, longs.at(0) + longs.at(1) + longs.at(2) + longs.at(3), "untouched");
    shmem.free(longs);
  }
}
