package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.isCrowded;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;

/** Every collective, of every type, over the six teams of public suites and one in reverse. */
final class CollectiveCases {
  /** Cases 13, 14 and 19. */
  private static final int[] COUNTS = {0, 1, 2, 3, 8, 17};

  private static final int[] FEWER_COUNTS = {0, 1, 5};
  private static final int MOST = 17;
  private static final int LARGE = 20_000;

  private CollectiveCases() {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    // tests-sos barrier, repeated_barriers, repeated_syncs
    all.add(
        Case.of(
            "barrierAll: nobody leaves before all have come",
            "barrier_all",
            s -> meet(s, Shmem::barrierAll)));
    all.add(
        Case.of(
            "syncAll: nobody leaves before all have come",
            "sync_all",
            s -> meet(s, Shmem::syncAll)));
    all.add(
        Case.of(
            "quiet and syncAll are a barrier",
            "quiet sync_all put",
            CollectiveCases::quietAndSync));
    for (AnyType type : AnyType.ALL) {
      all.add(Case.of(type + ": broadcast", "broadcast", s -> broadcast(s, type)));
      all.add(Case.of(type + ": collect", "collect", s -> collect(s, type)));
      all.add(Case.of(type + ": fcollect", "fcollect", s -> fcollect(s, type)));
      all.add(Case.of(type + ": alltoall", "alltoall", s -> alltoall(s, type)));
      all.add(Case.of(type + ": alltoalls (L38)", "alltoalls", s -> alltoalls(s, type)));
      // case 7
      all.add(Case.of(type + ": inscan (L37)", "sum_inscan", s -> scan(s, type, true)));
      all.add(Case.of(type + ": exscan (L37)", "sum_exscan", s -> scan(s, type, false)));
      for (Reduction reduction : Reduction.values()) {
        if (!type.isFloating() || !reduction.isBitwise()) {
          String name = reduction.name().toLowerCase(Locale.ROOT);
          // case 15; tests-sos reduce_in_place, shmem_team_reduce
          all.add(
              Case.of(
                  type + ": " + name + " (L37)",
                  name + "_reduce",
                  s -> reduce(s, type, reduction)));
        }
      }
    }
    all.add(
        Case.of(
            "numbers at their limits",
            "sum_reduce prod_reduce min_reduce max_reduce",
            CollectiveCases::limits));
    all.add(
        Case.of(
            "floating-point sums have the same bits everywhere",
            "sum_reduce sum_inscan",
            CollectiveCases::sameBits));
    // case 10; tests-sos bcast_flood
    all.add(
        Case.of(
            "broadcasts with changing roots, 100 kB", "broadcast", CollectiveCases::changingRoots));
    // case 5
    all.add(
        Case.of(
            "fcollect again and again, with delays", "fcollect", CollectiveCases::delayedFcollect));
    // tests-sos big_reduction
    for (Reduction reduction : Reduction.values()) {
      String name = reduction.name().toLowerCase(Locale.ROOT);
      all.add(
          Case.of(
              "a large " + name + ", and in place", name + "_reduce", s -> large(s, reduction)));
    }
    all.add(
        Case.of("large scans, and in place", "sum_inscan sum_exscan", CollectiveCases::largeScans));
    all.add(Case.of("large moves", "broadcast fcollect alltoall", CollectiveCases::largeMoves));
    all.add(Case.of("alltoall in place", "alltoall", CollectiveCases::alltoallInPlace));
    all.add(
        Case.of(
            "one after the other into the same target (L26)",
            "broadcast sum_reduce fcollect alltoall",
            CollectiveCases::backToBack));
    // tests-sos shmem_team_b2b_collectives
    all.add(
        Case.of(
            "two reductions, skewed PEs (L26b)", "sum_reduce max_reduce", CollectiveCases::skewed));
    all.add(
        Case.of(
            "of rows, then of columns",
            "team_split_2d sum_reduce broadcast",
            CollectiveCases::rowsAndColumns));
    all.add(
        Case.of(
            "two threads in collectives of two teams",
            "sum_reduce query_thread",
            CollectiveCases::threads));
    // case 11
    all.add(
        Case.of(
            "target and source overlap",
            "broadcast sum_reduce alltoall fcollect",
            CollectiveCases::overlap));
    all.add(
        Case.of(
            "arguments that are wrong on every PE",
            "broadcast collect fcollect alltoall alltoalls sum_reduce and_reduce sum_inscan",
            CollectiveCases::wrong));
    all.add(
        Case.of(
                "arguments that differ",
                "broadcast fcollect alltoall sum_reduce",
                CollectiveCases::differing)
            .from(2));
    return all;
  }

  /** Everybody's element in turn is told by the value: who has it, and which one it is. */
  private static Object input(AnyType type, int pe, long index) {
    return type.value(pe * 1_009L + index * 7);
  }

  private static void fill(AnyType type, SymmetricArray source, int pe) {
    Object values = Array.newInstance(type.java(), (int) source.length());
    for (int i = 0; i < source.length(); i++) {
      Array.set(values, i, input(type, pe, i));
    }
    source.segment().copyFrom(type.segment(values));
  }

  private static void clear(SymmetricArray target) {
    target.segment().fill((byte) 0x55);
  }

  /** What is expected at an element of the target; null for what must not be written. */
  private interface Expected {
    Object at(int index);
  }

  private static void check(AnyType type, SymmetricArray target, String text, Expected expected) {
    Object untouched = Array.newInstance(type.java(), 1);
    type.segment(untouched).fill((byte) 0x55);
    Object copy = AnyType.call(target, "toArray", new Class<?>[0]);
    for (int i = 0; i < target.length(); i++) {
      Object value = expected.at(i);
      equal(
          value == null ? Array.get(untouched, 0) : value,
          Array.get(copy, i),
          text + ", element " + i);
    }
  }

  /** A collective on fresh arrays, and what it must have done. */
  private interface Trial {
    void run(Collectives team, SymmetricArray target, SymmetricArray source, int count);
  }

  /**
   * Runs a trial over all teams and counts; the arrays have room for each member's {@code most}.
   */
  private static void overTeams(Shmem shmem, AnyType type, int most, Trial trial) throws Exception {
    SymmetricArray target = type.calloc(shmem, (long) most * shmem.pes() + 3);
    SymmetricArray source = type.calloc(shmem, (long) most * shmem.pes() + 3);
    PeSets.forEach(
        shmem.world(),
        team -> {
          Collectives collectives = Collectives.of(team);
          for (int count : isCrowded(shmem) ? FEWER_COUNTS : COUNTS) {
            clear(target);
            fill(type, source, team.pe());
            trial.run(collectives, target, source, count);
          }
        });
    shmem.heap().free(new SymmetricArray[] {target, source});
  }

  private static void meet(Shmem shmem, Case.Body meeting) throws Exception {
    SymmetricLongs came = shmem.longs(1);
    for (int round = 1; round <= rounds(shmem, 300); round++) {
      if (round % shmem.pes() == shmem.pe()) {
        Thread.yield();
      }
      came.atomicInc(0, 0);
      meeting.run(shmem);
      long seen = came.atomicFetch(0, 0);
      that(seen >= (long) round * shmem.pes(), "left with " + seen + " in round " + round);
    }
    shmem.barrierAll();
    shmem.free(came);
  }

  private static void quietAndSync(Shmem shmem) {
    SymmetricLongs x = shmem.longs(100);
    long[] values = new long[100];
    for (long round = 1; round <= rounds(shmem, 100); round++) {
      Arrays.fill(values, round);
      x.put(values, right(shmem));
      shmem.quiet();
      shmem.syncAll();
      equal(round, x.at(99), "last");
      shmem.syncAll();
    }
    shmem.free(x);
  }

  private static void broadcast(Shmem shmem, AnyType type) throws Exception {
    overTeams(
        shmem,
        type,
        MOST,
        (all, target, source, count) -> {
          int n = all.team().pes();
          for (int root = 0; root < n; root += isCrowded(shmem) ? Math.max(1, n - 1) : 1) {
            int from = root;
            clear(target);
            all.broadcast(target, 1, source, 2, count, root);
            check(
                type,
                target,
                count + " of " + root + " of " + n,
                i -> i >= 1 && i < 1 + count ? input(type, from, i + 1) : null);
          }
          // in place, on the root and everywhere: tests-sos bcast_in_place
          all.broadcast(source, source, count, n - 1);
          for (int i = 0; i < source.length(); i++) {
            Object expected = input(type, i < count ? n - 1 : all.team().pe(), i);
            equal(expected, type.at(source, i), "in place, element " + i + " of " + count);
          }
        });
  }

  /** Member i gives i elements more than the first, but the second gives none. */
  private static void collect(Shmem shmem, AnyType type) throws Exception {
    overTeams(
        shmem,
        type,
        MOST + shmem.pes(),
        (all, target, source, count) -> {
          int n = all.team().pes();
          List<Object> expected = new ArrayList<>();
          for (int pe = 0; pe < n; pe++) {
            for (int i = 0; i < collected(count, pe); i++) {
              expected.add(input(type, pe, i));
            }
          }
          all.collect(target, source, collected(count, all.team().pe()));
          check(type, target, "collect", i -> i < expected.size() ? expected.get(i) : null);
        });
  }

  private static int collected(int count, int pe) {
    return pe == 1 ? 0 : count + pe;
  }

  private static void fcollect(Shmem shmem, AnyType type) throws Exception {
    overTeams(
        shmem,
        type,
        MOST,
        (all, target, source, count) -> {
          int n = all.team().pes();
          all.fcollect(target, source, count);
          check(
              type,
              target,
              "fcollect of " + count,
              i -> i < n * count ? input(type, i / count, i % count) : null);
        });
  }

  private static void alltoall(Shmem shmem, AnyType type) throws Exception {
    overTeams(
        shmem,
        type,
        MOST,
        (all, target, source, count) -> {
          int n = all.team().pes();
          int me = all.team().pe();
          all.alltoall(target, source, count);
          check(
              type,
              target,
              "alltoall of " + count,
              i -> i < n * count ? input(type, i / count, (long) me * count + i % count) : null);
        });
  }

  private static void alltoalls(Shmem shmem, AnyType type) throws Exception {
    int longest = 3;
    overTeams(
        shmem,
        type,
        MOST * longest,
        (all, target, source, count) -> {
          int n = all.team().pes();
          int me = all.team().pe();
          for (int to = 1; to <= longest; to++) {
            for (int from = 1; from <= longest; from += 2) {
              int targetStride = to;
              int sourceStride = from;
              clear(target);
              all.alltoalls(target, source, to, from, count);
              check(
                  type,
                  target,
                  "alltoalls of " + count + ", strides " + to + " and " + from,
                  i -> {
                    int block = i / targetStride / Math.max(1, count);
                    int element = i / targetStride % Math.max(1, count);
                    boolean hit = i % targetStride == 0 && count > 0 && block < n;
                    return hit
                        ? input(type, block, ((long) me * count + element) * sourceStride)
                        : null;
                  });
            }
          }
        });
  }

  private static void scan(Shmem shmem, AnyType type, boolean inclusive) throws Exception {
    overTeams(
        shmem,
        type,
        MOST,
        (all, target, source, count) -> {
          int before = all.team().pe() + (inclusive ? 1 : 0);
          Expected sum =
              i -> {
                Object total = type.of(0);
                for (int pe = 0; pe < before; pe++) {
                  total = pe == 0 ? input(type, 0, i) : plus(type, total, input(type, pe, i));
                }
                return total;
              };
          for (boolean inPlace : new boolean[] {false, true}) {
            SymmetricArray to = inPlace ? source : target;
            if (inclusive) {
              all.sumInscan(to, source, count);
            } else {
              all.sumExscan(to, source, count);
            }
            for (int i = 0; i < count; i++) {
              equal(sum.at(i), type.at(to, i), "element " + i + ", in place: " + inPlace);
            }
          }
          check(type, target, "beside", i -> i < count ? sum.at(i) : null);
        });
  }

  private static Object plus(AnyType type, Object a, Object b) {
    return combine(type, Reduction.SUM, a, b);
  }

  private static void reduce(Shmem shmem, AnyType type, Reduction reduction) throws Exception {
    overTeams(
        shmem,
        type,
        MOST,
        (all, target, source, count) -> {
          int n = all.team().pes();
          Expected expected =
              i -> {
                Object result = input(type, 0, i);
                for (int pe = 1; pe < n; pe++) {
                  result = combine(type, reduction, result, input(type, pe, i));
                }
                return result;
              };
          all.reduce(reduction, target, source, count);
          check(type, target, reduction + " of " + count, i -> i < count ? expected.at(i) : null);
          all.reduce(reduction, source, source, count);
          for (int i = 0; i < source.length(); i++) {
            Object value = i < count ? expected.at(i) : input(type, all.team().pe(), i);
            equal(value, type.at(source, i), reduction + " in place, element " + i);
          }
        });
  }

  private static Object combine(AnyType type, Reduction reduction, Object a, Object b) {
    if (type.isFloating()) {
      double x = ((Number) a).doubleValue();
      double y = ((Number) b).doubleValue();
      double result =
          switch (reduction) {
            case SUM -> x + y; // exact enough for a float: rounded once more, to the same
            case PROD -> x * y;
            case MIN -> Math.min(x, y);
            case MAX -> Math.max(x, y);
            default -> throw new AssertionError(reduction);
          };
      return a instanceof Float ? (Object) (float) result : (Object) result;
    }
    return type.of(combine(reduction, ((Number) a).longValue(), ((Number) b).longValue()));
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

  private static void limits(Shmem shmem) {
    int n = shmem.pes();
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs longs = shmem.longs(3);
    longs.copyFrom(new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 3});
    all.reduce(Reduction.SUM, longs, longs, 3);
    equal(Long.MAX_VALUE * n, longs.at(0), "sum that wraps");
    equal(Long.MIN_VALUE * n, longs.at(1), "sum that wraps");
    longs.set(2, 3);
    all.reduce(Reduction.PROD, longs, 2, longs, 2, 1);
    long power = 1;
    for (int i = 0; i < n; i++) {
      power *= 3;
    }
    equal(power, longs.at(2), "product");
    SymmetricDoubles doubles = shmem.doubles(4);
    boolean last = shmem.pe() == n - 1;
    double[] values = {last ? Double.NaN : 1, last ? 0.0 : -0.0, -1.5, Double.MAX_VALUE};
    doubles.copyFrom(values);
    all.reduce(Reduction.MIN, doubles, doubles, 2);
    equal(Double.NaN, doubles.at(0), "least, with NaN");
    equal(n == 1 ? 0.0 : -0.0, doubles.at(1), "least zero");
    doubles.copyFrom(values);
    all.reduce(Reduction.MAX, doubles, doubles, 3);
    equal(Double.NaN, doubles.at(0), "greatest, with NaN");
    equal(0.0, doubles.at(1), "greatest zero");
    equal(-1.5, doubles.at(2), "greatest below zero");
    all.reduce(Reduction.SUM, doubles, 3, doubles, 3, 1);
    equal(n == 1 ? Double.MAX_VALUE : Double.POSITIVE_INFINITY, doubles.at(3), "overflow");
    shmem.free(longs);
    shmem.free(doubles);
  }

  private static void sameBits(Shmem shmem) {
    int length = 200;
    Collectives all = Collectives.of(shmem.world());
    SymmetricDoubles x = shmem.doubles(length);
    SymmetricDoubles sum = shmem.doubles(length);
    SymmetricDoubles bits = shmem.doubles((long) length * shmem.pes());
    Random random = new Random(shmem.pe());
    for (int i = 0; i < length; i++) {
      x.set(i, random.nextGaussian() * Math.pow(10, random.nextInt(30)));
    }
    double[] first = null;
    for (int round = 0; round < 3; round++) {
      all.reduce(Reduction.SUM, sum, x, length);
      all.fcollect(bits, sum, length);
      for (int i = 0; i < bits.length(); i++) {
        equal(sum.at(i % length), bits.at(i), "on PE " + i / length);
      }
      first = first == null ? sum.toArray() : first;
      that(Arrays.equals(first, sum.toArray()), "the same in every round");
    }
    all.sumInscan(sum, x, length);
    if (shmem.pe() == shmem.pes() - 1) {
      that(Arrays.equals(first, sum.toArray()), "the last of the scan is the sum");
    }
    shmem.free(x);
    shmem.free(sum);
    shmem.free(bits);
  }

  private static void changingRoots(Shmem shmem) {
    int length = 12_500;
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = shmem.longs(length);
    SymmetricLongs y = shmem.longs(length);
    for (int round = 1; round <= rounds(shmem, 40); round++) {
      int root = round % shmem.pes();
      if (shmem.pe() == root) {
        x.fill(round);
      } else if (shmem.pe() == (root + 1) % shmem.pes()) {
        Thread.yield();
      }
      all.broadcast(y, x, length, root);
      equal((long) round, y.at(0), "first");
      equal((long) round, y.at(length - 1), "last");
    }
    shmem.free(x);
    shmem.free(y);
  }

  private static void delayedFcollect(Shmem shmem) {
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs own = shmem.longs(2);
    SymmetricLongs of = shmem.longs(2L * shmem.pes());
    Random random = new Random(shmem.pe());
    for (long round = 1; round <= rounds(shmem, 2_000); round++) {
      own.fill(round * 100 + shmem.pe());
      if (random.nextInt(10) == 0) {
        LockSupport.parkNanos(random.nextInt(100_000));
      }
      all.fcollect(of, own, 2);
      for (int i = 0; i < of.length(); i++) {
        equal(round * 100 + i / 2, of.at(i), "round " + round + " element " + i);
      }
    }
    shmem.free(own);
    shmem.free(of);
  }

  private static SymmetricLongs numbers(Shmem shmem, int length) {
    long[] values = new long[length];
    Arrays.setAll(values, i -> number(shmem.pe(), i));
    SymmetricLongs numbers = shmem.longs(length);
    numbers.copyFrom(values);
    return numbers;
  }

  private static long number(int pe, int index) {
    return (pe + 3L) * (index % 97 + 1) - 50;
  }

  private static void large(Shmem shmem, Reduction reduction) {
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = numbers(shmem, LARGE);
    SymmetricLongs y = shmem.longs(LARGE);
    all.reduce(reduction, y, x, LARGE);
    all.reduce(reduction, x, x, LARGE);
    long[] reduced = y.toArray();
    long[] inPlace = x.toArray();
    for (int i = 0; i < LARGE; i++) {
      long expected = number(0, i);
      for (int pe = 1; pe < shmem.pes(); pe++) {
        expected = combine(reduction, expected, number(pe, i));
      }
      equal(expected, reduced[i], "element " + i);
      equal(expected, inPlace[i], "in place, element " + i);
    }
    shmem.free(x);
    shmem.free(y);
  }

  private static void largeScans(Shmem shmem) {
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = numbers(shmem, LARGE);
    SymmetricLongs before = shmem.longs(LARGE);
    all.sumExscan(before, x, LARGE);
    all.sumInscan(x, x, LARGE);
    long[] sumsBefore = before.toArray();
    long[] sums = x.toArray();
    for (int i = 0; i < LARGE; i++) {
      long sum = 0;
      for (int pe = 0; pe < shmem.pe(); pe++) {
        sum += number(pe, i);
      }
      equal(sum, sumsBefore[i], "exscan, element " + i);
      equal(sum + number(shmem.pe(), i), sums[i], "inscan in place, element " + i);
    }
    shmem.free(x);
    shmem.free(before);
  }

  private static void largeMoves(Shmem shmem) {
    int n = shmem.pes();
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = numbers(shmem, LARGE * n);
    SymmetricLongs y = shmem.longs((long) LARGE * n);
    all.broadcast(y, x, LARGE, n - 1);
    long[] moved = y.toArray();
    for (int i = 0; i < LARGE; i++) {
      equal(number(n - 1, i), moved[i], "broadcast, element " + i);
    }
    all.fcollect(y, x, LARGE);
    moved = y.toArray();
    for (int i = 0; i < LARGE * n; i++) {
      equal(number(i / LARGE, i % LARGE), moved[i], "fcollect, element " + i);
    }
    all.alltoall(y, x, LARGE);
    moved = y.toArray();
    for (int i = 0; i < LARGE * n; i++) {
      long expected = number(i / LARGE, shmem.pe() * LARGE + i % LARGE);
      equal(expected, moved[i], "alltoall, element " + i);
    }
    shmem.free(x);
    shmem.free(y);
  }

  private static void alltoallInPlace(Shmem shmem) {
    for (int count : new int[] {1, 5, LARGE / 4}) {
      SymmetricLongs x = numbers(shmem, count * shmem.pes());
      Collectives.of(shmem.world()).alltoall(x, x, count);
      long[] moved = x.toArray();
      for (int i = 0; i < count * shmem.pes(); i++) {
        long expected = number(i / count, shmem.pe() * count + i % count);
        equal(expected, moved[i], "element " + i + " of blocks of " + count);
      }
      shmem.free(x);
    }
  }

  /** A slow reader reads the target of a first call before it comes to the second. */
  private static void backToBack(Shmem shmem) {
    int n = shmem.pes();
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = shmem.longs(n);
    SymmetricLongs y = shmem.longs(n);
    for (long round = 1; round <= rounds(shmem, 200); round++) {
      x.fill(round * 10);
      all.broadcast(y, x, n, (int) (round % n));
      if (round % n == shmem.pe()) {
        Thread.yield();
      }
      equal(round * 10, y.at(n - 1), "broadcast");
      x.fill(round * 10 + 1);
      all.reduce(Reduction.MAX, y, x, n);
      equal(round * 10 + 1, y.at(0), "reduced");
      x.fill(round * 10 + 2);
      all.fcollect(y, x, 1);
      equal(round * 10 + 2, y.at(n - 1), "collected");
      x.fill(round * 10 + 3);
      all.alltoall(y, x, 1);
      equal(round * 10 + 3, y.at(0), "exchanged");
    }
    shmem.free(x);
    shmem.free(y);
  }

  private static void skewed(Shmem shmem) {
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs a = shmem.longs(4);
    SymmetricLongs b = shmem.longs(4);
    SymmetricLongs sum = shmem.longs(4);
    SymmetricLongs max = shmem.longs(4);
    for (long round = 1; round <= rounds(shmem, 200); round++) {
      a.fill(round);
      b.fill(round + shmem.pe());
      if (round % shmem.pes() == shmem.pe()) {
        Thread.yield();
      }
      all.reduce(Reduction.SUM, sum, a, 4);
      all.reduce(Reduction.MAX, max, b, 4);
      equal(round * shmem.pes(), sum.at(3), "sum");
      equal(round + shmem.pes() - 1, max.at(3), "greatest");
    }
    shmem.free(a);
    shmem.free(b);
    shmem.free(sum);
    shmem.free(max);
  }

  private static void rowsAndColumns(Shmem shmem) {
    Team.Grid grid = shmem.world().split2d(2);
    Collectives row = Collectives.of(grid.x());
    Collectives column = Collectives.of(grid.y());
    SymmetricLongs x = shmem.longs(1);
    SymmetricLongs sum = shmem.longs(1);
    x.set(0, shmem.pe() + 1);
    row.reduce(Reduction.SUM, sum, x, 1);
    long expected = 0;
    for (int pe = 0; pe < grid.x().pes(); pe++) {
      expected += grid.x().worldPe(pe) + 1;
    }
    equal(expected, sum.at(0), "sum of the row");
    column.broadcast(x, sum, 1, 0);
    long ofFirst = shmem.pes() > 1 ? 3 : 1;
    equal(ofFirst, x.at(0), "the first row's");
    grid.y().destroy();
    grid.x().destroy();
    shmem.free(x);
    shmem.free(sum);
  }

  private static void threads(Shmem shmem) throws InterruptedException {
    Team second = shmem.world().splitStrided(0, 1, shmem.pes());
    SymmetricLongs x = shmem.longs(2);
    SymmetricLongs y = shmem.longs(2);
    Throwable[] failure = new Throwable[1];
    Thread other =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((thread, e) -> failure[0] = e)
            .start(() -> sums(shmem, second, x, y, 1));
    sums(shmem, shmem.world(), x, y, 0);
    other.join();
    that(failure[0] == null, "the other thread: " + failure[0]);
    shmem.barrierAll();
    second.destroy();
    shmem.free(x);
    shmem.free(y);
  }

  private static void sums(Shmem shmem, Team team, SymmetricLongs x, SymmetricLongs y, int index) {
    Collectives all = Collectives.of(team);
    for (long round = 1; round <= rounds(shmem, 100); round++) {
      x.set(index, round);
      all.reduce(Reduction.SUM, y, index, x, index, 1);
      equal(round * shmem.pes(), y.at(index), "sum of thread " + index);
    }
  }

  private static void overlap(Shmem shmem) {
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = shmem.longs(4L * shmem.pes() + 4);
    List<Case.Body> uses =
        List.of(
            s -> all.broadcast(x, 1, x, 0, 2, 0),
            s -> all.reduce(Reduction.SUM, x, 0, x, 1, 2),
            s -> all.sumInscan(x, 1, x, 0, 2),
            s -> all.alltoall(x, 1, x, 0, 2),
            s -> all.fcollect(x, 0, x, 1, 2));
    for (Case.Body use : uses) {
      has(expect(IllegalArgumentException.class, use, shmem), "in common", "longs#");
    }
    all.reduce(Reduction.SUM, x, 0, x, 2, 2); // beside each other
    that(Arrays.equals(new long[(int) x.length()], x.toArray()), "nothing was written");
    shmem.free(x);
  }

  private static void wrong(Shmem shmem) {
    int n = shmem.pes();
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = shmem.longs(n);
    SymmetricLongs y = shmem.longs(n);
    SymmetricLongs freed = shmem.longs(n);
    SymmetricDoubles d = shmem.doubles(n);
    SymmetricDoubles e = shmem.doubles(n);
    shmem.free(freed);
    throwsAll(
        shmem,
        IndexOutOfBoundsException.class,
        List.of(
            s -> all.broadcast(y, x, 1, n),
            s -> all.broadcast(y, x, 1, -1),
            s -> all.broadcast(y, x, n + 1L, 0),
            s -> all.broadcast(y, 1, x, 0, n, 0),
            s -> all.fcollect(y, x, 2),
            s -> all.collect(y, x, n + 1L),
            s -> all.alltoall(y, x, 2),
            s -> all.alltoalls(y, x, 2, 2, 1L << 60),
            s -> all.reduce(Reduction.SUM, y, x, (1L << 31) + n), // case 19
            s -> all.sumInscan(y, x, Long.MAX_VALUE)));
    throwsAll(
        shmem,
        IllegalArgumentException.class,
        List.of(
            s -> all.fcollect(y, x, -1),
            s -> all.alltoalls(y, x, 0, 1, 1),
            s -> all.alltoalls(y, x, 1, -1, 1),
            s -> all.reduce(Reduction.AND, d, e, 1),
            s -> all.<SymmetricArray>reduce(Reduction.SUM, d, x, 1)));
    throwsAll(
        shmem,
        IllegalStateException.class,
        List.of(s -> all.broadcast(freed, x, 1, 0), s -> all.reduce(Reduction.MAX, y, freed, 1)));
    var _ = expect(IllegalStateException.class, s -> Collectives.of(Team.INVALID), shmem);
    that(Arrays.equals(new long[n], y.toArray()), "nothing was written");
    all.fcollect(y, x, 1);
    shmem.free(x);
    shmem.free(y);
    shmem.free(d);
    shmem.free(e);
  }

  private static void throwsAll(
      Shmem shmem, Class<? extends RuntimeException> type, List<Case.Body> uses) {
    for (Case.Body use : uses) {
      String text = String.valueOf(expect(type, use, shmem).getMessage());
      that(text.matches(".*\\b[a-zA-Z]+=.*"), "tells no value: " + text);
    }
  }

  private static void differing(Shmem shmem) {
    Collectives all = Collectives.of(shmem.world());
    SymmetricLongs x = shmem.longs(4L * shmem.pes());
    SymmetricLongs y = shmem.longs(4L * shmem.pes());
    List<Case.Body> uses =
        List.of(
            s -> all.broadcast(y, x, 1, s.pe() == 0 ? 0 : 1),
            s -> all.fcollect(y, x, s.pe() == 0 ? 1 : 2),
            s -> all.alltoall(y, x, s.pe() == 0 ? 2 : 1),
            s -> all.reduce(s.pe() == 0 ? Reduction.SUM : Reduction.MAX, y, x, 1),
            s -> all.reduce(Reduction.SUM, s.pe() == 0 ? x : y, s.pe() == 0 ? y : x, 1),
            s -> {
              if (s.pe() == 0) {
                all.fcollect(y, x, 1);
              } else {
                s.barrierAll();
              }
            });
    for (Case.Body use : uses) {
      SymmetryException e = expect(SymmetryException.class, use, shmem);
      for (int pe = 0; pe < shmem.pes(); pe++) {
        has(e, "\n  PE " + pe + ": ", "CollectiveCases.java:");
      }
    }
    x.fill(1);
    all.reduce(Reduction.SUM, y, x, 1);
    equal((long) shmem.pes(), y.at(0), "goes on");
    shmem.free(x);
    shmem.free(y);
  }
}
