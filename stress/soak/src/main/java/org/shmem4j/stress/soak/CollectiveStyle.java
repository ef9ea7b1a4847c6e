package org.shmem4j.stress.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.Team;

/** Collectives of a team; targets and sources are known before and after. */
final class CollectiveStyle {
  private final Round round;
  private final int[] members;
  private final Function<Player, Team> team;
  private final Slot source;
  private final Slot target;
  private final int sourceIndex;
  private final int targetIndex;

  private CollectiveStyle(Round round, int[] members, Function<Player, Team> team) {
    this.round = round;
    this.members = members;
    this.team = team;
    this.source = round.array(type -> true);
    this.target = another(round, source);
    this.sourceIndex = source.first() + round.between(0, 3);
    this.targetIndex = target.first() + round.between(0, 3);
  }

  /** An array of the same type that is not the same. */
  private static Slot another(Round round, Slot slot) {
    return round.oneOf(
        round.model().arrays().stream()
            .filter(s -> s.type() == slot.type() && !s.isGuard() && !Objects.equals(s, slot))
            .toList());
  }

  static void plan(Round round) {
    boolean shared = round.chance(2);
    for (int i = round.between(2, 6); i > 0; i--) {
      plan(
          round,
          round.model().world(),
          player -> shared ? player.shmem().shared() : player.shmem().world());
    }
    round.meet();
  }

  /** One collective of a team, by chance. */
  static void plan(Round round, int[] members, Function<Player, Team> team) {
    new CollectiveStyle(round, members, team).plan();
  }

  private void plan() {
    int room = Math.min(source.end() - sourceIndex, target.end() - targetIndex);
    int block = round.between(0, room / members.length);
    switch (round.between(0, 7)) {
      case 0 -> broadcast(round.between(0, room));
      case 1 -> collect(room / members.length);
      case 2 -> fcollect(block);
      case 3 -> alltoall(block, 1, 1);
      case 4 -> alltoall(block / 3, round.between(1, 3), round.between(1, 3));
      case 5 -> scan(round.between(0, room));
      default -> reduce(round.between(0, room));
    }
  }

  /** A collective's call. */
  private interface Call<A extends SymmetricArray> {
    void run(Collectives collectives, A target, A source);
  }

  private void step(String what, Call<SymmetricArray> call) {
    round.together(
        members,
        what + " of " + source + " into " + target,
        player ->
            call.run(
                Collectives.of(team.apply(player)),
                player.numbers(target).array(),
                player.numbers(source).array()));
  }

  private long[] of(int pe, int first, int count) {
    return Arrays.copyOfRange(source.copyOf(pe), first, first + count);
  }

  private void broadcast(int count) {
    int root = round.between(0, members.length - 1);
    step(
        "broadcast",
        (all, to, from) -> all.broadcast(to, targetIndex, from, sourceIndex, count, root));
    long[] values = of(members[root], sourceIndex, count);
    for (int pe : members) {
      round.set(target, pe, targetIndex, 1, values);
    }
  }

  private void collect(int most) {
    int[] counts = new int[round.model().pes()];
    Arrays.setAll(counts, _ -> round.between(0, most));
    round.together(
        members,
        "collect of " + source + " into " + target,
        player ->
            Collectives.of(team.apply(player))
                .collect(
                    player.numbers(target).array(),
                    targetIndex,
                    player.numbers(source).array(),
                    sourceIndex,
                    counts[player.pe()]));
    gathered(counts);
  }

  private void fcollect(int count) {
    step("fcollect", (all, to, from) -> all.fcollect(to, targetIndex, from, sourceIndex, count));
    int[] counts = new int[round.model().pes()];
    Arrays.fill(counts, count);
    gathered(counts);
  }

  private void gathered(int[] counts) {
    int at = targetIndex;
    for (int from : members) {
      long[] values = of(from, sourceIndex, counts[from]);
      for (int pe : members) {
        round.set(target, pe, at, 1, values);
      }
      at += values.length;
    }
  }

  private void alltoall(int count, int targetStride, int sourceStride) {
    if (targetStride == 1 && sourceStride == 1) {
      step("alltoall", (all, to, from) -> all.alltoall(to, targetIndex, from, sourceIndex, count));
    } else {
      step(
          "alltoalls",
          (all, to, from) ->
              all.alltoalls(to, targetIndex, targetStride, from, sourceIndex, sourceStride, count));
    }
    for (int i = 0; i < members.length; i++) {
      for (int j = 0; j < members.length; j++) {
        for (int k = 0; k < count; k++) {
          long value = source.at(members[i], sourceIndex + (j * count + k) * sourceStride);
          round.set(target, members[j], targetIndex + (i * count + k) * targetStride, value);
        }
      }
    }
  }

  /** Whether the sources of all can be added up exactly. */
  private boolean isSummable(int count) {
    return Arrays.stream(members)
        .mapToObj(pe -> of(pe, sourceIndex, count))
        .flatMapToLong(Arrays::stream)
        .allMatch(source.type()::isSummable);
  }

  private void scan(int wanted) {
    int count = isSummable(wanted) ? wanted : 0;
    boolean inclusive = round.chance(2);
    step(
        inclusive ? "sumInscan" : "sumExscan",
        (all, to, from) -> {
          if (inclusive) {
            all.sumInscan(to, targetIndex, from, sourceIndex, count);
          } else {
            all.sumExscan(to, targetIndex, from, sourceIndex, count);
          }
        });
    long[] sums = new long[count];
    for (int pe : members) {
      long[] own = of(pe, sourceIndex, count);
      long[] before = sums.clone();
      Arrays.setAll(sums, i -> sums[i] + own[i]);
      round.set(target, pe, targetIndex, 1, inclusive ? sums.clone() : before);
    }
  }

  private void reduce(int wanted) {
    Reduction reduction = round.oneOf(fitting());
    int count = reduction != Reduction.SUM || isSummable(wanted) ? wanted : 0;
    boolean inPlace = round.chance(4);
    long[] result = of(members[0], sourceIndex, count);
    for (int i = 1; i < members.length; i++) {
      long[] next = of(members[i], sourceIndex, count);
      Arrays.setAll(result, k -> combine(reduction, result[k], next[k]));
    }
    step(
        (inPlace ? "in place of the target, reduce " : "reduce ") + reduction,
        (all, to, from) -> {
          if (inPlace) {
            all.reduce(reduction, from, sourceIndex, from, sourceIndex, count);
          } else {
            all.reduce(reduction, to, targetIndex, from, sourceIndex, count);
          }
        });
    for (int pe : members) {
      round.set(inPlace ? source : target, pe, inPlace ? sourceIndex : targetIndex, 1, result);
    }
  }

  private List<Reduction> fitting() {
    List<Reduction> fitting = new ArrayList<>(List.of(Reduction.SUM, Reduction.MIN, Reduction.MAX));
    if (source.type().isInteger()) {
      fitting.addAll(List.of(Reduction.PROD, Reduction.AND, Reduction.OR, Reduction.XOR));
    }
    return fitting;
  }

  private static long combine(Reduction reduction, long a, long b) {
    return switch (reduction) {
      case SUM -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
    };
  }
}
