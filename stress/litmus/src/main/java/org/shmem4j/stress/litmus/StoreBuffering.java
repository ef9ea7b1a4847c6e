package org.shmem4j.stress.litmus;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.stress.litmus.Row.Reach;

/** Two PEs that each write to the other and then read what the other has written (L11, L12). */
final class StoreBuffering {
  private static final String NOT_BOTH_OLD = "0, 1|1, 0|1, 1";
  private static final String MET = "both writes were there when the PEs had met";
  private static final String ONE_FIRST = "one was later than the other's write";
  private static final String BOTH_OLD = "both read before either's write arrived";

  private StoreBuffering() {}

  /** Makes {@code x} of a PE a one. */
  private interface Write {
    void to(Pe pe, long at, int target);
  }

  /** Reads this PE's {@code x}, which the other writes. */
  private interface Read {
    long own(Pe pe, long at);
  }

  private static long g(Pe pe, long at) {
    return pe.x.g(at, pe.shmem.pe());
  }

  /** Each writes to the other, orders, and reads its own. */
  private static Row crossing(String id, String name, Write write, Program.Act order, Read read) {
    return Row.of(id, name)
        .allSee(
            2,
            (pe, at) -> {
              write.to(pe, at, 1 - pe.shmem.pe());
              order.run(pe, at);
              return read.own(pe, at);
            });
  }

  private static Row forbidden(String id, String name, Write write, Program.Act order, Read read) {
    return crossing(id, name, write, order, read)
        .expect(NOT_BOTH_OLD, ONE_FIRST)
        .forbid("0, 0", BOTH_OLD);
  }

  private static Row allowed(String id, String name, Write write, Program.Act order, Read read) {
    return crossing(id, name, write, order, read)
        .expect(NOT_BOTH_OLD, ONE_FIRST)
        .allow("0, 0", BOTH_OLD);
  }

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    Write p = (pe, at, target) -> pe.x.p(at, 1, target);
    Program.Act quiet = (pe, at) -> pe.shmem.quiet();
    Program.Act nothing = (pe, at) -> {};
    rows.add(forbidden("L11", "p; quiet; g", p, quiet, StoreBuffering::g));
    rows.add(
        forbidden(
            "L11",
            "p; quiet of one PE; g",
            p,
            (pe, at) -> pe.shmem.quiet(1 - pe.shmem.pe()),
            StoreBuffering::g));
    rows.add(
        forbidden(
            "L11",
            "p by a context; its quiet; g",
            (pe, at, target) -> pe.x.on(pe.other).p(at, 1, target),
            (pe, at) -> pe.other.quiet(),
            StoreBuffering::g));
    rows.add(
        forbidden(
            "L11",
            "put; quiet; get",
            (pe, at, target) -> pe.x.put(at, pe.ones, 0, 1, target),
            quiet,
            (pe, at) -> {
              pe.x.get(at, pe.results(), Pe.slot(at), 1, pe.shmem.pe());
              return pe.results()[Pe.slot(at)];
            }));
    rows.add(
        forbidden(
            "L11",
            "putNbi await; getNbi await",
            (pe, at, target) -> pe.x.putNbi(at, pe.source, 0, 1, target).await(),
            nothing,
            (pe, at) -> {
              pe.x.getNbi(at, pe.results(), Pe.slot(at), 1, pe.shmem.pe()).await();
              return pe.results()[Pe.slot(at)];
            }));
    rows.add(
        forbidden(
            "L11",
            "putSignal; quiet; g",
            (pe, at, target) ->
                pe.x.putSignal(at, pe.ones, 0, 1, pe.signal(at), SignalOp.SET, 1, target),
            quiet,
            StoreBuffering::g));
    rows.add(
        forbidden(
            "L11",
            "signal set; quiet; signal fetch",
            (pe, at, target) -> pe.signal(at).set(1, target),
            quiet,
            (pe, at) -> pe.signal(at).fetch()));
    rows.add(
        forbidden(
                "L11",
                "store; quiet; load",
                (pe, at, target) -> pe.view(target).setAtIndex(JAVA_LONG, at, 1),
                quiet,
                (pe, at) -> pe.x.at(at))
            .within(Reach.DIRECT));
    rows.add(allowed("L11n", "p; g", p, nothing, StoreBuffering::g));
    rows.add(allowed("L11f", "p; fence; g", p, (pe, at) -> pe.shmem.fence(), StoreBuffering::g));
    rows.addAll(atomics());
    rows.add(
        crossing("L12", "p; barrierAll; g", p, (pe, at) -> pe.shmem.barrierAll(), StoreBuffering::g)
            .expect("1, 1", MET)
            .forbid("0, .*|.*, 0", "a barrier completes what was put before it"));
    rows.add(
        crossing(
                "L12",
                "p; team barrier; at",
                p,
                (pe, at) -> pe.shmem.world().barrier(),
                (pe, at) -> pe.x.at(at))
            .expect("1, 1", MET)
            .forbid("0, .*|.*, 0", "a barrier completes what was put before it"));
    return rows;
  }

  private static Row atomic(String name, Write write, Read read) {
    return forbidden("L11a", name, write, (pe, at) -> {}, read);
  }

  private static List<Row> atomics() {
    Write set = (pe, at, target) -> pe.x.atomicSet(at, 1, target);
    Read fetch = (pe, at) -> pe.x.atomicFetch(at, pe.shmem.pe());
    return List.of(
        atomic("atomicSet; atomicFetch", set, fetch),
        atomic(
            "atomicSet; atomicFetchAdd of 0",
            set,
            (pe, at) -> pe.x.atomicFetchAdd(at, 0, pe.shmem.pe())),
        atomic(
            "atomicSet; atomicCompareSwap of nothing",
            set,
            (pe, at) -> pe.x.atomicCompareSwap(at, 7, 7, pe.shmem.pe())),
        atomic("atomicSwap; atomicFetch", (pe, at, to) -> pe.x.atomicSwap(at, 1, to), fetch),
        atomic("atomicAdd; atomicFetch", (pe, at, to) -> pe.x.atomicAdd(at, 1, to), fetch),
        atomic("atomicInc; atomicFetch", (pe, at, to) -> pe.x.atomicInc(at, to), fetch),
        atomic(
            "atomicCompareSwap; atomicFetch",
            (pe, at, to) -> pe.x.atomicCompareSwap(at, 0, 1, to),
            fetch),
        atomic("atomicOr; atomicFetch", (pe, at, to) -> pe.x.atomicOr(at, 1, to), fetch),
        atomic("atomicXor; atomicFetch", (pe, at, to) -> pe.x.atomicXor(at, 1, to), fetch),
        atomic(
            "atomicFetchAdd; atomicFetch",
            (pe, at, to) -> {
              var _ = pe.x.atomicFetchAdd(at, 1, to);
            },
            fetch),
        atomic(
            "atomicFetchOr; atomicFetch",
            (pe, at, to) -> {
              var _ = pe.x.atomicFetchOr(at, 1, to);
            },
            fetch),
        atomic(
            "atomicFetchAddNbi await; atomicFetchNbi await",
            (pe, at, to) -> pe.x.atomicFetchAddNbi(new long[1], 0, at, 1, to).await(),
            (pe, at) -> {
              pe.x.atomicFetchNbi(pe.results(), Pe.slot(at), at, pe.shmem.pe()).await();
              return pe.results()[Pe.slot(at)];
            }),
        atomic("atomicMax; atomicFetch", (pe, at, to) -> pe.x.atomicMax(at, 1, to), fetch),
        atomic(
            "atomicSet; atomicFetch of ints",
            (pe, at, to) -> pe.ints.atomicSet(at, 1, to),
            (pe, at) -> pe.ints.atomicFetch(at, pe.shmem.pe())),
        atomic(
            "atomicSet; atomicFetch of doubles",
            (pe, at, to) -> pe.doubles.atomicSet(at, 1, to),
            (pe, at) -> (long) pe.doubles.atomicFetch(at, pe.shmem.pe())),
        atomic(
            "atomicSet; atomicFetch of floats",
            (pe, at, to) -> pe.floats.atomicSet(at, 1, to),
            (pe, at) -> (long) pe.floats.atomicFetch(at, pe.shmem.pe())));
  }
}
