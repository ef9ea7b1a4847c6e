package org.shmem4j.stress.litmus;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Atomics of several PEs on one cell of PE 0 (L6, L17 to L19). */
final class Atomics {
  private static final int[] SIZES = {2, 3, 4};
  private static final String SOME_ORDER = "as if one had followed the other";

  private Atomics() {}

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int n : SIZES) {
      rows.add(
          summed("L6", "signal add, " + n + " PEs", n, (pe, at) -> pe.signal(at).add(1, 0))
              .finallySees((pe, at) -> pe.signal(at).fetch()));
      rows.add(counts("atomicFetchInc", n, (pe, at) -> pe.x.atomicFetchInc(at, 0)));
      rows.add(winners(n));
      rows.add(tokens(n));
    }
    rows.add(counts("atomicFetchAdd", 2, (pe, at) -> pe.x.atomicFetchAdd(at, 1, 0)));
    rows.add(counts("atomicFetchInc of ints", 2, (pe, at) -> pe.ints.atomicFetchInc(at, 0)));
    rows.add(
        counts(
            "atomicFetchAdd of doubles",
            2,
            (pe, at) -> (long) pe.doubles.atomicFetchAdd(at, 1, 0)));
    rows.add(
        counts(
            "atomicFetchAdd of floats", 2, (pe, at) -> (long) pe.floats.atomicFetchAdd(at, 1, 0)));
    rows.add(
        counts(
            "atomicFetchAddNbi; quiet",
            2,
            (pe, at) -> {
              var _ = pe.x.atomicFetchAddNbi(pe.results(), Pe.slot(at), at, 1, 0);
              pe.shmem.quiet();
              return pe.results()[Pe.slot(at)];
            }));
    rows.add(summedX("atomicAdd", (pe, at) -> pe.x.atomicAdd(at, 1, 0)));
    rows.add(summedX("atomicInc", (pe, at) -> pe.x.atomicInc(at, 0)));
    rows.add(
        summed("L17", "atomicAdd of doubles, 2 PEs", 2, (pe, at) -> pe.doubles.atomicAdd(at, 1, 0))
            .finallySees((pe, at) -> (long) pe.doubles.at(at)));
    rows.add(
        masks("atomicOr", "3", (pe, at) -> pe.x.atomicOr(at, bit(pe), 0), (pe, at) -> pe.x.at(at)));
    rows.add(
        masks(
            "atomicFetchOr",
            "3",
            (pe, at) -> {
              var _ = pe.x.atomicFetchOr(at, bit(pe), 0);
            },
            (pe, at) -> pe.x.at(at)));
    rows.add(
        masks(
            "atomicXor", "3", (pe, at) -> pe.x.atomicXor(at, bit(pe), 0), (pe, at) -> pe.x.at(at)));
    rows.add(
        masks(
            "atomicAnd",
            "-4",
            (pe, at) -> pe.full.atomicAnd(at, ~bit(pe), 0),
            (pe, at) -> pe.full.at(at)));
    rows.add(
        masks(
            "atomicOr of ints",
            "3",
            (pe, at) -> pe.ints.atomicOr(at, (int) bit(pe), 0),
            (pe, at) -> pe.ints.at(at)));
    rows.add(
        masks(
            "atomicMax", "2", (pe, at) -> pe.x.atomicMax(at, bit(pe), 0), (pe, at) -> pe.x.at(at)));
    return rows;
  }

  private static long bit(Pe pe) {
    return 1L << pe.shmem.pe();
  }

  private static Row summed(String id, String name, int n, Program.Act adds) {
    return Row.of(id, name)
        .allDo(n, adds)
        .expect(Integer.toString(n), "nothing is lost")
        .forbid(".*", "an addition was lost");
  }

  private static Row summedX(String name, Program.Act adds) {
    return summed("L17", name + ", 2 PEs", 2, adds).finallySees((pe, at) -> pe.x.at(at));
  }

  private static Row masks(String name, String all, Program.Act changes, Program looks) {
    return Row.of("L19b", name + ", 2 PEs")
        .allDo(2, changes)
        .finallySees(looks)
        .expect(all, "both bits have changed")
        .forbid(".*", "a change was lost");
  }

  /** L17: each gets another number. */
  private static Row counts(String name, int n, Program fetches) {
    String all =
        permutations(n).stream()
            .map(order -> join(IntStream.range(0, n).map(order::indexOf)))
            .collect(Collectors.joining("|"));
    return Row.of("L17", name + ", " + n + " PEs")
        .allSee(n, fetches)
        .expect(all, SOME_ORDER)
        .forbid(".*", "a number twice, or one left out");
  }

  /** L18: one wins, all others see it. */
  private static Row winners(int n) {
    String all =
        IntStream.range(0, n)
            .mapToObj(
                winner -> join(IntStream.range(0, n).map(pe -> pe == winner ? 0 : winner + 1)))
            .collect(Collectors.joining("|"));
    return Row.of("L18", "atomicCompareSwap of 0, " + n + " PEs")
        .allSee(n, (pe, at) -> pe.x.atomicCompareSwap(at, 0, pe.shmem.pe() + 1, 0))
        .expect(all, "one has won, the others see that")
        .forbid(".*", "none or two have won, or a loser saw nobody");
  }

  /** L19: each puts its token in and takes another's out. */
  private static Row tokens(int n) {
    String all =
        permutations(n).stream().map(order -> afterSwaps(order)).collect(Collectors.joining("|"));
    return Row.of("L19", "atomicSwap, " + n + " PEs")
        .allSee(n, (pe, at) -> pe.x.atomicSwap(at, pe.shmem.pe() + 1, 0))
        .finallySees((pe, at) -> pe.x.at(at))
        .expect(all, SOME_ORDER)
        .forbid(".*", "a token was lost or is there twice");
  }

  private static String afterSwaps(List<Integer> order) {
    IntStream taken =
        IntStream.range(0, order.size())
            .map(pe -> order.indexOf(pe))
            .map(place -> place == 0 ? 0 : order.get(place - 1) + 1);
    return join(IntStream.concat(taken, IntStream.of(order.getLast() + 1)));
  }

  private static String join(IntStream values) {
    return values.mapToObj(Integer::toString).collect(Collectors.joining(", "));
  }

  private static List<List<Integer>> permutations(int n) {
    if (n == 0) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (List<Integer> shorter : permutations(n - 1)) {
      for (int place = 0; place < n; place++) {
        List<Integer> longer = new ArrayList<>(shorter);
        longer.add(place, n - 1);
        all.add(longer);
      }
    }
    return all;
  }
}
