package org.shmem4j.stress.litmus;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.time.Duration;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;

/**
 * A kind of operation that can play a part of a row.
 *
 * @param name as scenarios are called by
 */
record Kind(String name, Program.Act act) {
  private static final int TO = 1;
  private static final int[] NONE_LEFT_OUT = null;
  private static final Duration LONG = Duration.ofMinutes(5);

  static final Kind NOTHING = new Kind("", (pe, at) -> {});
  static final Kind P = new Kind("p", (pe, at) -> pe.x.p(at, 1, TO));
  static final Kind STORE = new Kind("store", (pe, at) -> pe.view(TO).setAtIndex(JAVA_LONG, at, 1));
  static final Kind FENCE = new Kind("fence", (pe, at) -> pe.shmem.fence());
  static final Kind QUIET = new Kind("quiet", (pe, at) -> pe.shmem.quiet());
  static final Kind SET = new Kind("atomicSet", (pe, at) -> pe.flag.atomicSet(at, 1, TO));
  static final Kind WAIT =
      new Kind("waitUntil EQ", (pe, at) -> pe.flag.waitUntil(at, Compare.EQ, 1));
  static final Kind SIGNAL_SET = new Kind("signal set", (pe, at) -> pe.signal(at).set(1, TO));
  static final Kind SIGNAL_WAIT =
      new Kind("signal waitUntil EQ", (pe, at) -> pe.signal(at).waitUntil(Compare.EQ, 1));

  /** Everything that makes {@code x} of PE 1 a one, and that a fence orders. */
  static List<Kind> writers() {
    return List.of(
        P,
        STORE,
        new Kind("put", (pe, at) -> pe.x.put(at, pe.sources(), Pe.slot(at), 1, TO)),
        new Kind("put symmetric", (pe, at) -> pe.x.put(at, pe.source, 0, 1, TO)),
        new Kind("put segment", (pe, at) -> pe.x.put(at, pe.source.segment(), 0, 1, TO)),
        new Kind("iput", (pe, at) -> pe.x.iput(at, 2, pe.source, 0, 1, 1, TO)),
        new Kind("ibput", (pe, at) -> pe.x.ibput(at, 2, pe.source, 0, 1, 1, 1, TO)),
        new Kind(
            "putNbi",
            (pe, at) -> {
              var _ = pe.x.putNbi(at, pe.source, 0, 1, TO);
            }),
        new Kind(
            "putSignal",
            (pe, at) -> pe.x.putSignal(at, pe.source, 0, 1, pe.signal(at), SignalOp.ADD, 1, TO)),
        new Kind(
            "putSignalNbi",
            (pe, at) -> {
              var _ = pe.x.putSignalNbi(at, pe.source, 0, 1, pe.signal(at), SignalOp.SET, 1, TO);
            }),
        new Kind("atomicSet x", (pe, at) -> pe.x.atomicSet(at, 1, TO)),
        new Kind("atomicAdd x", (pe, at) -> pe.x.atomicAdd(at, 1, TO)),
        new Kind(
            "atomicSwap x",
            (pe, at) -> {
              var _ = pe.x.atomicSwap(at, 1, TO);
            }),
        new Kind(
            "atomicCompareSwap x",
            (pe, at) -> {
              var _ = pe.x.atomicCompareSwap(at, 0, 1, TO);
            }),
        new Kind("atomicOr x", (pe, at) -> pe.x.atomicOr(at, 1, TO)),
        new Kind("atomicXor x", (pe, at) -> pe.x.atomicXor(at, 1, TO)),
        new Kind(
            "atomicFetchAddNbi x",
            (pe, at) -> {
              var _ = pe.x.atomicFetchAddNbi(pe.results(), Pe.slot(at), at, 1, TO);
            }));
  }

  /** Everything that orders {@link #P} ahead of what follows to the same PE. */
  static List<Kind> orders() {
    return List.of(
        FENCE,
        new Kind("fence of one PE", (pe, at) -> pe.shmem.fence(TO)),
        QUIET,
        new Kind("quiet of one PE", (pe, at) -> pe.shmem.quiet(TO)),
        new Kind("fence of the context", (pe, at) -> pe.shmem.context().fence()),
        new Kind("quiet of the context", (pe, at) -> pe.shmem.context().quiet()));
  }

  /** Everything that makes {@code flag} of PE 1 a one. */
  static List<Kind> raisers() {
    return List.of(
        SET,
        new Kind("p of the flag", (pe, at) -> pe.flag.p(at, 1, TO)),
        new Kind("atomicAdd", (pe, at) -> pe.flag.atomicAdd(at, 1, TO)),
        new Kind("atomicInc", (pe, at) -> pe.flag.atomicInc(at, TO)),
        new Kind(
            "atomicSwap",
            (pe, at) -> {
              var _ = pe.flag.atomicSwap(at, 1, TO);
            }),
        new Kind(
            "atomicCompareSwap",
            (pe, at) -> {
              var _ = pe.flag.atomicCompareSwap(at, 0, 1, TO);
            }),
        new Kind(
            "atomicFetchAdd",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchAdd(at, 1, TO);
            }),
        new Kind(
            "atomicFetchInc",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchInc(at, TO);
            }),
        new Kind("atomicOr", (pe, at) -> pe.flag.atomicOr(at, 1, TO)),
        new Kind(
            "atomicFetchOr",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchOr(at, 1, TO);
            }),
        new Kind("atomicXor", (pe, at) -> pe.flag.atomicXor(at, 1, TO)),
        new Kind(
            "atomicFetchXor",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchXor(at, 1, TO);
            }),
        new Kind("atomicMax", (pe, at) -> pe.flag.atomicMax(at, 1, TO)),
        new Kind(
            "atomicFetchMax",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchMax(at, 1, TO);
            }),
        new Kind(
            "atomicCompareSwapNbi",
            (pe, at) -> {
              var _ = pe.flag.atomicCompareSwapNbi(pe.results(), Pe.slot(at), at, 0, 1, TO);
            }),
        new Kind(
            "atomicFetchIncNbi",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchIncNbi(pe.results(), Pe.slot(at), at, TO);
            }),
        new Kind(
            "atomicFetchOrNbi",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchOrNbi(pe.results(), Pe.slot(at), at, 1, TO);
            }),
        new Kind(
            "atomicFetchXorNbi",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchXorNbi(pe.results(), Pe.slot(at), at, 1, TO);
            }),
        new Kind(
            "atomicSwapNbi",
            (pe, at) -> {
              var _ = pe.flag.atomicSwapNbi(pe.results(), Pe.slot(at), at, 1, TO);
            }),
        new Kind(
            "atomicFetchAddNbi",
            (pe, at) -> {
              var _ = pe.flag.atomicFetchAddNbi(pe.results(), Pe.slot(at), at, 1, TO);
            }));
  }

  /** Everything that changes {@code full} of PE 1, which is -1, and needs it to be that. */
  static List<Kind> lowerers() {
    return List.of(
        new Kind("atomicAnd", (pe, at) -> pe.full.atomicAnd(at, 1, TO)),
        new Kind(
            "atomicFetchAnd",
            (pe, at) -> {
              var _ = pe.full.atomicFetchAnd(at, 1, TO);
            }),
        new Kind(
            "atomicFetchAndNbi",
            (pe, at) -> {
              var _ = pe.full.atomicFetchAndNbi(pe.results(), Pe.slot(at), at, 1, TO);
            }),
        new Kind("atomicMin", (pe, at) -> pe.full.atomicMin(at, -5, TO)),
        new Kind(
            "atomicFetchMin",
            (pe, at) -> {
              var _ = pe.full.atomicFetchMin(at, -5, TO);
            }));
  }

  /** Everything that makes this PE's {@code flag} being a one known. */
  static List<Kind> waits() {
    return List.of(
        WAIT,
        new Kind("waitUntil NE", (pe, at) -> pe.flag.waitUntil(at, Compare.NE, 0)),
        new Kind("waitUntil GE", (pe, at) -> pe.flag.waitUntil(at, Compare.GE, 1)),
        new Kind("waitUntil GT", (pe, at) -> pe.flag.waitUntil(at, Compare.GT, 0)),
        new Kind("waitUntil timeout", (pe, at) -> pe.flag.waitUntil(at, Compare.EQ, 1, LONG)),
        new Kind("waitAndReset", (pe, at) -> pe.flag.waitAndReset(at, Compare.EQ, 1, 7)),
        new Kind(
            "waitUntilAll", (pe, at) -> pe.flag.waitUntilAll(at, 1, NONE_LEFT_OUT, Compare.EQ, 1)),
        new Kind(
            "waitUntilAny",
            (pe, at) -> {
              var _ = pe.flag.waitUntilAny(at, 2, NONE_LEFT_OUT, Compare.EQ, 1);
            }),
        new Kind(
            "waitUntilSome",
            (pe, at) -> {
              var _ = pe.flag.waitUntilSome(at, 2, new int[2], NONE_LEFT_OUT, Compare.EQ, 1);
            }),
        new Kind(
            "waitUntilAll vector",
            (pe, at) -> pe.flag.waitUntilAll(at, 2, NONE_LEFT_OUT, Compare.EQ, new long[] {1, 0})),
        new Kind(
            "waitUntilAny vector",
            (pe, at) -> {
              var _ = pe.flag.waitUntilAny(at, 2, NONE_LEFT_OUT, Compare.EQ, new long[] {1, 2});
            }),
        new Kind(
            "waitUntilSome vector",
            (pe, at) -> {
              var _ =
                  pe.flag.waitUntilSome(
                      at, 2, new int[2], NONE_LEFT_OUT, Compare.EQ, new long[] {1, 2});
            }),
        new Kind(
            "waitUntilAll timeout",
            (pe, at) -> pe.flag.waitUntilAll(at, 1, NONE_LEFT_OUT, Compare.EQ, 1, LONG)),
        new Kind(
            "waitUntilAny timeout",
            (pe, at) -> {
              var _ = pe.flag.waitUntilAny(at, 2, NONE_LEFT_OUT, Compare.EQ, 1, LONG);
            }),
        new Kind(
            "waitUntilSome timeout",
            (pe, at) -> {
              var _ = pe.flag.waitUntilSome(at, 2, new int[2], NONE_LEFT_OUT, Compare.EQ, 1, LONG);
            }),
        loop(
            "testAll vector",
            (pe, at) -> pe.flag.testAll(at, 2, NONE_LEFT_OUT, Compare.EQ, new long[] {1, 0})),
        loop(
            "testAny vector",
            (pe, at) -> pe.flag.testAny(at, 2, NONE_LEFT_OUT, Compare.EQ, new long[] {1, 2}) == 0),
        loop(
            "testSome vector",
            (pe, at) ->
                pe.flag.testSome(at, 2, new int[2], NONE_LEFT_OUT, Compare.EQ, new long[] {1, 2})
                    == 1),
        loop("test", (pe, at) -> pe.flag.test(at, Compare.EQ, 1)),
        loop("testAll", (pe, at) -> pe.flag.testAll(at, 1, NONE_LEFT_OUT, Compare.EQ, 1)),
        loop("testAny", (pe, at) -> pe.flag.testAny(at, 2, NONE_LEFT_OUT, Compare.EQ, 1) == 0),
        loop(
            "testSome",
            (pe, at) -> pe.flag.testSome(at, 2, new int[2], NONE_LEFT_OUT, Compare.EQ, 1) == 1),
        loop("atomicFetch", (pe, at) -> pe.flag.atomicFetch(at, TO) == 1));
  }

  /** Everything that makes a signal of PE 1 a one. */
  static List<Kind> signalRaisers() {
    return List.of(
        SIGNAL_SET,
        new Kind("signal add", (pe, at) -> pe.signal(at).add(1, TO)),
        new Kind(
            "putSignal of nothing, SET",
            (pe, at) -> pe.x.putSignal(at, pe.ones, 0, 0, pe.signal(at), SignalOp.SET, 1, TO)),
        new Kind(
            "putSignal of nothing, ADD",
            (pe, at) -> pe.x.putSignal(at, pe.ones, 0, 0, pe.signal(at), SignalOp.ADD, 1, TO)),
        new Kind(
            "putSignalNbi of nothing",
            (pe, at) -> {
              var _ = pe.x.putSignalNbi(at, pe.ones, 0, 0, pe.signal(at), SignalOp.SET, 1, TO);
            }));
  }

  /** Everything that makes this PE's signal being a one known. */
  static List<Kind> signalWaits() {
    return List.of(
        SIGNAL_WAIT,
        new Kind("signal waitUntil GE", (pe, at) -> pe.signal(at).waitUntil(Compare.GE, 1)),
        new Kind(
            "signal waitUntil timeout", (pe, at) -> pe.signal(at).waitUntil(Compare.EQ, 1, LONG)),
        new Kind("signal waitAndReset", (pe, at) -> pe.signal(at).waitAndReset(Compare.EQ, 1, 7)),
        new Kind(
            "signals waitUntilAll",
            (pe, at) -> Signal.waitUntilAll(pe.signals(at), NONE_LEFT_OUT, Compare.EQ, 1)),
        new Kind(
            "signals waitUntilAny",
            (pe, at) -> {
              var _ = Signal.waitUntilAny(pe.signals(at), NONE_LEFT_OUT, Compare.EQ, 1);
            }),
        new Kind(
            "signals waitUntilSome",
            (pe, at) -> {
              var _ =
                  Signal.waitUntilSome(pe.signals(at), new int[1], NONE_LEFT_OUT, Compare.EQ, 1);
            }),
        loop("signal test", (pe, at) -> pe.signal(at).test(Compare.EQ, 1)),
        loop("signal fetch", (pe, at) -> pe.signal(at).fetch() == 1),
        loop(
            "signals testAll",
            (pe, at) -> Signal.testAll(pe.signals(at), NONE_LEFT_OUT, Compare.EQ, 1)),
        loop(
            "signals testAny",
            (pe, at) -> Signal.testAny(pe.signals(at), NONE_LEFT_OUT, Compare.EQ, 1) == 0),
        loop(
            "signals testSome",
            (pe, at) ->
                Signal.testSome(pe.signals(at), new int[1], NONE_LEFT_OUT, Compare.EQ, 1) == 1));
  }

  /** A look that is repeated until it finds. */
  @FunctionalInterface
  interface Look {
    boolean finds(Pe pe, long at);
  }

  static Kind loop(String name, Look look) {
    return new Kind(
        name,
        (pe, at) -> {
          while (!look.finds(pe, at)) {
            pe.pause();
          }
        });
  }

  /** The names of what one PE does, in its order. */
  static String sequence(Kind... kinds) {
    StringBuilder text = new StringBuilder();
    for (Kind kind : kinds) {
      if (!kind.equals(NOTHING)) {
        text.append(text.isEmpty() ? "" : "; ").append(kind.name);
      }
    }
    return text.toString();
  }

  /** What one PE does, in its order. */
  static Program.Act inOrder(Kind first, Kind second, Kind third) {
    Program.Act a = first.act;
    Program.Act b = second.act;
    Program.Act c = third.act;
    return (pe, at) -> {
      a.run(pe, at);
      b.run(pe, at);
      c.run(pe, at);
    };
  }
}
