package org.shmem4j.stress.litmus;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.ArrayList;
import java.util.List;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.stress.litmus.Row.Reach;

/** Barriers, syncs and the collectives built on them (L24 to L26, L37, L38). */
final class Meetings {
  private static final String THERE = "what came before the meeting is there";
  private static final String OLD = "a PE left the meeting and found the old value";

  private Meetings() {}

  /** Each writes to the next, meets, and looks at its own. */
  private static Row around(String id, String name, int n, Program.Act writes, Program.Act meets) {
    return Row.of(id, name + ", " + n + " PEs")
        .allSee(
            n,
            (pe, at) -> {
              writes.run(pe, at);
              meets.run(pe, at);
              return pe.x.at(at);
            })
        .expect("1(, 1)*", THERE);
  }

  private static Row forbidden(
      String id, String name, int n, Program.Act writes, Program.Act meets) {
    return around(id, name, n, writes, meets).forbid(".*0.*", OLD);
  }

  private static Row allowed(String id, String name, Program.Act writes, Program.Act meets) {
    return around(id, name, 2, writes, meets).allow(".*0.*", "the meeting did not complete it");
  }

  private static int next(Pe pe) {
    return (pe.shmem.pe() + 1) % pe.shmem.pes();
  }

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    Program.Act p = (pe, at) -> pe.x.p(at, 1, next(pe));
    Program.Act store = (pe, at) -> pe.view(next(pe)).setAtIndex(JAVA_LONG, at, 1);
    Program.Act onContext = (pe, at) -> pe.x.on(pe.other).p(at, 1, next(pe));
    Program.Act barrier = (pe, at) -> pe.shmem.barrierAll();
    Program.Act sync = (pe, at) -> pe.shmem.syncAll();
    rows.add(allowed("L24a", "p; syncAll", p, sync));
    for (int n : new int[] {2, 3, 4}) {
      rows.add(forbidden("L24b", "p; barrierAll", n, p, barrier));
    }
    rows.add(forbidden("L24b", "p; team barrier", 2, p, (pe, at) -> pe.shmem.world().barrier()));
    rows.add(allowed("L24c", "p by a context; barrierAll", onContext, barrier));
    rows.add(
        forbidden(
            "L24c",
            "p by a context; its quiet; barrierAll",
            2,
            onContext,
            (pe, at) -> {
              pe.other.quiet();
              pe.shmem.barrierAll();
            }));
    rows.add(
        forbidden(
            "L24c",
            "p by a context; its close; barrierAll",
            2,
            (pe, at) -> {
              try (ShmemContext once = pe.shmem.createContext()) {
                pe.x.on(once).p(at, 1, next(pe));
              }
            },
            barrier));
    for (int n : new int[] {2, 3}) {
      rows.add(forbidden("L24d", "store; syncAll", n, store, sync).within(Reach.DIRECT));
    }
    rows.add(
        forbidden("L24d", "store; team sync", 2, store, (pe, at) -> pe.shmem.world().sync())
            .within(Reach.DIRECT));
    for (int n : new int[] {2, 3, 4}) {
      rows.add(exchange(n));
    }
    rows.addAll(collectives());
    return rows;
  }

  /** L25: every PE puts a block to every PE, twice with other values. */
  private static Row exchange(int n) {
    int block = 16;
    return Row.of("L25", "put to all; barrierAll, twice, " + n + " PEs")
        .data(n * block)
        .allSee(
            n,
            (pe, at) -> {
              long wrong = 0;
              for (int round = 1; round <= 2; round++) {
                long[] values = new long[block];
                java.util.Arrays.fill(values, 10 * round + pe.shmem.pe());
                for (int to = 0; to < n; to++) {
                  pe.data.put(pe.data(at) + (long) pe.shmem.pe() * block, values, 0, block, to);
                }
                pe.shmem.barrierAll();
                for (int i = 0; i < n * block; i++) {
                  wrong |= pe.data.at(pe.data(at) + i) == 10L * round + i / block ? 0 : 1;
                }
                pe.shmem.syncAll();
              }
              return wrong;
            })
        .expect("0(, 0)*", "all blocks are there after each barrier")
        .forbid(".*1.*", OLD);
  }

  private static Row collective(String id, String name, int length, Program program) {
    return Row.of(id, name + ", 2 PEs")
        .data(length)
        .allSee(2, program)
        .expect("0, 0", "the right result on each PE")
        .forbid(".*", "a wrong result");
  }

  private static long wrongIf(boolean isWrong) {
    return isWrong ? 1 : 0;
  }

  private static List<Row> collectives() {
    return List.of(
        collective(
            "L26b",
            "reduce; reduce of other arrays",
            4,
            (pe, at) -> {
              long first = pe.data(at);
              int me = pe.shmem.pe();
              pe.data.set(first, me + 1);
              pe.data.set(first + 1, 10L * (me + 1));
              pe.collectives.reduce(Reduction.SUM, pe.data, first + 2, pe.data, first, 1);
              pe.collectives.reduce(Reduction.SUM, pe.data, first + 3, pe.data, first + 1, 1);
              return wrongIf(pe.data.at(first + 2) != 3 || pe.data.at(first + 3) != 30);
            }),
        collective(
            "L26",
            "broadcast; source changes; reads late; broadcast to the same array",
            3,
            (pe, at) -> {
              long first = pe.data(at);
              boolean isRoot = pe.shmem.pe() == 0;
              pe.data.set(first, 1);
              pe.data.set(first + 1, 2);
              if (!isRoot) {
                pe.dawdle();
              }
              pe.collectives.broadcast(pe.data, first + 2, pe.data, first, 1, 0);
              pe.data.set(first, 9);
              if (!isRoot) {
                pe.dawdle();
              }
              long early = pe.data.at(first + 2);
              pe.collectives.broadcast(pe.data, first + 2, pe.data, first + 1, 1, 0);
              return wrongIf(early != 1 || pe.data.at(first + 2) != 2);
            }),
        collective(
            "L37",
            "reduce, sumInscan, sumExscan in place",
            3,
            (pe, at) -> {
              long first = pe.data(at);
              int me = pe.shmem.pe();
              for (int i = 0; i < 3; i++) {
                pe.data.set(first + i, me + 1);
              }
              pe.collectives.reduce(Reduction.SUM, pe.data, first, pe.data, first, 1);
              pe.collectives.sumInscan(pe.data, first + 1, pe.data, first + 1, 1);
              pe.collectives.sumExscan(pe.data, first + 2, pe.data, first + 2, 1);
              return wrongIf(
                  pe.data.at(first) != 3
                      || pe.data.at(first + 1) != 1 + 2 * me
                      || pe.data.at(first + 2) != me);
            }),
        collective(
            "L38",
            "alltoalls with gaps",
            10,
            (pe, at) -> {
              long first = pe.data(at);
              int me = pe.shmem.pe();
              pe.data.set(first + 6, 10L * me);
              pe.data.set(first + 9, 10L * me + 1);
              // Elements 0 and 2 are written, 1, 3, 4 and 5 are gaps.
              pe.collectives.alltoalls(pe.data, first, 2, pe.data, first + 6, 3, 1);
              boolean gaps = true;
              for (int gap : new int[] {1, 3, 4, 5}) {
                gaps &= pe.data.at(first + gap) == 0;
              }
              return wrongIf(!gaps || pe.data.at(first) != me || pe.data.at(first + 2) != 10 + me);
            }));
  }
}
