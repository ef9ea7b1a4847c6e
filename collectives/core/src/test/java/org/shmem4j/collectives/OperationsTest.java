package org.shmem4j.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricFloats;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TestJob;

/** Every operation with every type, on teams of every kind, in place and not, by golden values. */
class OperationsTest {
  private static final int[] COUNTS = {0, 1, 3, 8, 33};
  private static final boolean[] NOT_AND_IN_PLACE = {false, true};

  /** Enough for a slice of each member, and for several blocks. */
  private static final int MANY = 5_000;

  static Stream<Arguments> jobs() {
    return Stream.concat(
        IntStream.of(1, 2, 3, 4, 5, 7, 8)
            .mapToObj(pes -> Arguments.of(TestJob.DIRECT_SLEEPING, pes)),
        Stream.of(
            Arguments.of(TestJob.DIRECT, 2),
            Arguments.of(TestJob.LATE, 1),
            Arguments.of(TestJob.LATE, 3),
            Arguments.of(TestJob.LATE, 4)));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void broadcast(TestJob job, int pes) {
    Trial.everywhere(
        job,
        pes,
        trial -> {
          for (int count : COUNTS) {
            for (int root = 0; root < trial.pes(); root++) {
              broadcast(trial, count, root);
            }
          }
        });
  }

  private static void broadcast(Trial trial, int count, int root) {
    trial.call(
        "broadcast from " + root,
        false,
        count + 2L,
        (collectives, target, source) -> collectives.broadcast(target, 2, source, 1, count, root),
        i -> i < 2 ? null : trial.given(root, i - 1));
    trial.call(
        "broadcast from " + root,
        true,
        count,
        (collectives, target, source) -> collectives.broadcast(target, source, count, root),
        i -> trial.given(root, i));
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void collect(TestJob job, int pes) {
    Trial.everywhere(
        job,
        pes,
        trial -> {
          for (int step : new int[] {0, 1, 3, 7}) {
            collect(trial, step);
          }
        });
  }

  /** Member p gives {@code p * step % 5} elements, from 1 on. */
  private static void collect(Trial trial, int step) {
    int[] owner =
        IntStream.range(0, trial.pes())
            .flatMap(p -> IntStream.generate(() -> p).limit(p * step % 5))
            .toArray();
    trial.call(
        "collect",
        false,
        owner.length + 2L,
        (collectives, target, source) ->
            collectives.collect(target, 2, source, 1, trial.pe() * step % 5),
        i -> {
          if (i < 2) {
            return null;
          }
          int at = (int) i - 2;
          int first = at;
          while (first > 0 && owner[first - 1] == owner[at]) {
            first--;
          }
          return trial.given(owner[at], 1 + at - first);
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void fcollect(TestJob job, int pes) {
    Trial.everywhere(
        job,
        pes,
        trial -> {
          for (int count : COUNTS) {
            trial.call(
                "fcollect",
                trial.pes() == 1 && count % 2 == 1,
                (long) trial.pes() * count,
                (collectives, target, source) -> collectives.fcollect(target, source, count),
                i -> trial.given((int) i / count, i % count));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void alltoall(TestJob job, int pes) {
    Trial.everywhere(
        job,
        pes,
        trial -> {
          for (boolean inPlace : NOT_AND_IN_PLACE) {
            for (int count : COUNTS) {
              trial.call(
                  "alltoall",
                  inPlace,
                  (long) trial.pes() * count,
                  (collectives, target, source) -> collectives.alltoall(target, source, count),
                  i -> trial.given((int) i / count, (long) trial.pe() * count + i % count));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void alltoalls(TestJob job, int pes) {
    Trial.everywhere(
        job,
        pes,
        trial -> {
          for (int count : COUNTS) {
            alltoalls(trial, false, 1, 3, count);
            alltoalls(trial, false, 2, 1, count);
            alltoalls(trial, false, 3, 2, count);
            alltoalls(trial, true, 3, 3, count);
          }
        });
  }

  /** What is between the elements keeps what it had (L38). */
  private static void alltoalls(
      Trial trial, boolean inPlace, int targetStride, int sourceStride, int count) {
    trial.call(
        "alltoalls " + targetStride + " " + sourceStride,
        inPlace,
        (long) trial.pes() * count * targetStride + 1,
        (collectives, target, source) ->
            collectives.alltoalls(target, 1, targetStride, source, 1, sourceStride, count),
        i -> {
          int at = (int) (i - 1) / targetStride;
          return (i - 1) % targetStride != 0 || i == 0 || at >= trial.pes() * count
              ? null
              : trial.given(
                  at / count, 1 + ((long) trial.pe() * count + at % count) * sourceStride);
        });
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void reduce(TestJob job, int pes) {
    Trial.everywhere(
        job,
        pes,
        trial -> {
          for (Reduction reduction : Reduction.values()) {
            if (!reduction.isBitwise() || !Values.isFloating(trial.type())) {
              for (boolean inPlace : NOT_AND_IN_PLACE) {
                for (int count : COUNTS) {
                  reduce(trial, reduction, inPlace, count);
                }
              }
            }
          }
          reduce(trial, Reduction.SUM, trial.pes() % 2 == 0, MANY);
        });
  }

  private static void reduce(Trial trial, Reduction reduction, boolean inPlace, int count) {
    int shift = inPlace ? 0 : 2;
    trial.call(
        "reduce " + reduction,
        inPlace,
        count + shift,
        (collectives, target, source) ->
            collectives.reduce(reduction, target, shift, source, 0, count),
        i -> i < shift ? null : combined(trial, reduction, trial.pes(), i - shift));
  }

  /** Of the first members' elements, in their order. */
  private static Number combined(Trial trial, Reduction reduction, int members, long index) {
    Number result = trial.given(0, index);
    for (int pe = 1; pe < members; pe++) {
      result = Values.combine(reduction, result, trial.given(pe, index));
    }
    return result;
  }

  @ParameterizedTest
  @MethodSource("jobs")
  void scans(TestJob job, int pes) {
    Trial.everywhere(
        job,
        pes,
        trial -> {
          for (boolean inPlace : NOT_AND_IN_PLACE) {
            for (int count : COUNTS) {
              scans(trial, inPlace, count);
            }
          }
          scans(trial, trial.pes() % 2 == 0, MANY);
        });
  }

  private static void scans(Trial trial, boolean inPlace, int count) {
    int shift = inPlace ? 0 : 2;
    trial.call(
        "sumInscan",
        inPlace,
        count + shift,
        (collectives, target, source) -> collectives.sumInscan(target, shift, source, 0, count),
        i -> i < shift ? null : combined(trial, Reduction.SUM, trial.pe() + 1, i - shift));
    trial.call(
        "sumExscan",
        inPlace,
        count + shift,
        (collectives, target, source) -> collectives.sumExscan(target, shift, source, 0, count),
        i ->
            i < shift
                ? null
                : trial.pe() == 0
                    ? trial.number(0)
                    : combined(trial, Reduction.SUM, trial.pe(), i - shift));
  }

  @Test
  void shouldTreatNanAndSignedZerosAsMathDoes() {
    TestJob.DIRECT.run(
        2,
        shmem -> {
          boolean first = shmem.pe() == 0;
          SymmetricDoubles doubles = shmem.doubles(3);
          doubles.copyFrom(
              first ? new double[] {0.0, Double.NaN, -0.0} : new double[] {-0.0, 1, -0.0});
          SymmetricFloats floats = shmem.floats(2);
          floats.copyFrom(first ? new float[] {0.0f, Float.NaN} : new float[] {-0.0f, 1});
          Collectives all = Collectives.of(shmem.world());
          SymmetricDoubles result = shmem.doubles(3);
          all.reduce(Reduction.MIN, result, doubles, 3);
          assertEquals(Double.valueOf(-0.0), result.at(0));
          assertEquals(Double.valueOf(Double.NaN), result.at(1));
          all.reduce(Reduction.MAX, result, doubles, 3);
          assertEquals(Double.valueOf(0.0), result.at(0));
          assertEquals(Double.valueOf(Double.NaN), result.at(1));
          all.reduce(Reduction.MIN, floats, floats, 2);
          assertEquals(Float.valueOf(-0.0f), floats.at(0));
          assertEquals(Float.valueOf(Float.NaN), floats.at(1));
          // A sum of one is that one.
          all.sumExscan(result, doubles, 3);
          assertEquals(Double.valueOf(first ? 0.0 : -0.0), result.at(2));
          all.sumInscan(result, doubles, 3);
          assertEquals(Double.valueOf(-0.0), result.at(2));
        });
  }

  @Test
  void shouldBeOneObjectPerTeam() {
    TestJob.DIRECT.run(
        2,
        shmem -> {
          Team world = shmem.world();
          assertSame(Collectives.of(world), Collectives.of(world));
          assertSame(world, Collectives.of(world).team());
          Team first = world.splitStrided(0, 1, 1);
          if (first.isValid()) {
            assertSame(first, Collectives.of(first).team());
          } else {
            assertThrows(IllegalStateException.class, () -> Collectives.of(first));
          }
        });
  }
}
