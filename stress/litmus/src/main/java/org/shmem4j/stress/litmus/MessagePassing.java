package org.shmem4j.stress.litmus;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.shmem4j.stress.litmus.Kind.FENCE;
import static org.shmem4j.stress.litmus.Kind.NOTHING;
import static org.shmem4j.stress.litmus.Kind.P;
import static org.shmem4j.stress.litmus.Kind.SET;
import static org.shmem4j.stress.litmus.Kind.SIGNAL_SET;
import static org.shmem4j.stress.litmus.Kind.SIGNAL_WAIT;
import static org.shmem4j.stress.litmus.Kind.STORE;
import static org.shmem4j.stress.litmus.Kind.WAIT;

import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.stress.litmus.Row.Reach;

/** Data, and a flag or signal that announces them (L1 to L5, L21, L30). */
final class MessagePassing {
  private static final int TO = 1;
  private static final String IN_TIME = "the data are there when they are announced";
  private static final String OLD = "announced, but the data are old";

  private MessagePassing() {}

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.addAll(ordered());
    rows.addAll(blocks());
    rows.addAll(unordered());
    rows.addAll(withSignal());
    rows.addAll(sources());
    return rows;
  }

  /** PE 0 writes, orders and announces; PE 1 learns it and looks. */
  private static Row passing(String id, Kind writes, Kind orders, Kind raises, Kind waits) {
    Program.Act learns = waits.act();
    Row row =
        Row.of(id, Kind.sequence(writes, orders, raises) + " | " + waits.name())
            .does(Kind.inOrder(writes, orders, raises))
            .sees((pe, at) -> {
              learns.run(pe, at);
              return pe.x.at(at);
            })
            .expect("1", IN_TIME);
    return writes.equals(STORE) ? row.within(Reach.DIRECT) : row;
  }

  private static Row forbidden(String id, Kind writes, Kind orders, Kind raises, Kind waits) {
    return passing(id, writes, orders, raises, waits).forbid("0", OLD);
  }

  private static Row allowed(String id, Kind writes, Kind orders, Kind raises, Kind waits) {
    return passing(id, writes, orders, raises, waits).allow("0", OLD);
  }

  private static List<Row> ordered() {
    List<Row> rows = new ArrayList<>();
    for (Kind writes : Kind.writers()) {
      if (!writes.equals(STORE) && !writes.name().startsWith("putNbi")) {
        rows.add(forbidden("L1", writes, FENCE, SET, WAIT));
      }
    }
    for (Kind orders : Kind.orders()) {
      if (!orders.equals(FENCE)) {
        rows.add(forbidden("L1", P, orders, SET, WAIT));
      }
    }
    for (Kind raises : Kind.raisers()) {
      if (!raises.equals(SET)) {
        rows.add(forbidden("L1", P, FENCE, raises, WAIT));
      }
    }
    for (Kind waits : Kind.waits()) {
      if (!waits.equals(WAIT)) {
        rows.add(forbidden("L1", P, FENCE, SET, waits));
      }
    }
    for (Kind raises : Kind.signalRaisers()) {
      rows.add(forbidden("L1", P, FENCE, raises, SIGNAL_WAIT));
    }
    for (Kind waits : Kind.signalWaits()) {
      if (!waits.equals(SIGNAL_WAIT)) {
        rows.add(forbidden("L1", P, FENCE, SIGNAL_SET, waits));
      }
    }
    rows.add(reads("g", (pe, at) -> pe.x.g(at, TO)));
    rows.add(
        reads(
            "get",
            (pe, at) -> {
              pe.x.get(at, pe.results(), Pe.slot(at), 1, TO);
              return pe.results()[Pe.slot(at)];
            }));
    rows.add(
        reads(
            "iget",
            (pe, at) -> {
              pe.x.iget(at, 2, pe.results(), Pe.slot(at), 1, 1, TO);
              return pe.results()[Pe.slot(at)];
            }));
    rows.add(reads("load", (pe, at) -> pe.view(TO).getAtIndex(JAVA_LONG, at)).within(Reach.DIRECT));
    for (Kind lowers : Kind.lowerers()) {
      rows.add(
          forbidden(
              "L1",
              P,
              FENCE,
              lowers,
              new Kind("waitUntil NE", (pe, at) -> pe.full.waitUntil(at, Compare.NE, -1))));
    }
    for (Compare compare : List.of(Compare.LT, Compare.LE)) {
      long than = compare == Compare.LT ? -1 : -5;
      rows.add(
          forbidden(
              "L1",
              P,
              FENCE,
              new Kind("atomicSet -5", (pe, at) -> pe.full.atomicSet(at, -5, TO)),
              new Kind(
                  "waitUntil " + compare.name(),
                  (pe, at) -> pe.full.waitUntil(at, compare, than))));
    }
    rows.add(narrow("ints", (pe, at) -> pe.ints.p(at, 1, TO), (pe, at) -> pe.ints.at(at)));
    rows.add(
        narrow("shorts", (pe, at) -> pe.shorts.p(at, (short) 1, TO), (pe, at) -> pe.shorts.at(at)));
    rows.add(
        narrow("bytes", (pe, at) -> pe.bytes.p(at, (byte) 1, TO), (pe, at) -> pe.bytes.at(at)));
    rows.add(
        narrow("floats", (pe, at) -> pe.floats.p(at, 1, TO), (pe, at) -> (long) pe.floats.at(at)));
    rows.add(
        narrow(
            "doubles", (pe, at) -> pe.doubles.p(at, 1, TO), (pe, at) -> (long) pe.doubles.at(at)));
    rows.add(
        Row.of("L1", "p; fence; atomicSet of ints | waitUntil of ints")
            .does((pe, at) -> {
              pe.x.p(at, 1, TO);
              pe.shmem.fence();
              pe.ints.atomicSet(at, 1, TO);
            })
            .sees((pe, at) -> {
              pe.ints.waitUntil(at, Compare.EQ, 1);
              return pe.x.at(at);
            })
            .expect("1", IN_TIME)
            .forbid("0", OLD));
    rows.add(forbidden("L1e", STORE, FENCE, SET, WAIT));
    rows.add(forbidden("L1e", STORE, Kind.QUIET, SIGNAL_SET, SIGNAL_WAIT));
    for (Kind writes : Kind.writers()) {
      if (writes.name().startsWith("putNbi")) {
        rows.add(forbidden("L2", writes, FENCE, SET, WAIT));
        rows.add(forbidden("L2", writes, FENCE, SIGNAL_SET, SIGNAL_WAIT));
      }
    }
    return rows;
  }

  /** L1 with another way to look. */
  private static Row reads(String name, Program looks) {
    return Row.of("L1", "p; fence; atomicSet | waitUntil; " + name)
        .does(Kind.inOrder(P, FENCE, SET))
        .sees((pe, at) -> {
          pe.flag.waitUntil(at, Compare.EQ, 1);
          return looks.run(pe, at);
        })
        .expect("1", IN_TIME)
        .forbid("0", OLD);
  }

  /** L1 for another type of element. */
  private static Row narrow(String type, Program.Act writes, Program looks) {
    return Row.of("L1", "p of " + type + "; fence; atomicSet | waitUntil")
        .does((pe, at) -> {
          writes.run(pe, at);
          pe.shmem.fence();
          pe.flag.atomicSet(at, 1, TO);
        })
        .sees((pe, at) -> {
          pe.flag.waitUntil(at, Compare.EQ, 1);
          return looks.run(pe, at);
        })
        .expect("1", IN_TIME)
        .forbid("0", OLD);
  }

  /** Whether an element of a trial's block is not 1 yet: 1 if so. */
  private static long anyOld(Pe pe, long at, int length) {
    long first = pe.data(at);
    for (long i = first + length - 1; i >= first; i--) {
      if (pe.data.at(i) != 1) {
        return 1;
      }
    }
    return 0;
  }

  private static Row block(String id, String name, int length, Program.Act sends, Kind waits) {
    Program.Act learns = waits.act();
    return Row.of(id, name + " | " + waits.name())
        .data(length)
        .does(sends)
        .sees((pe, at) -> {
          learns.run(pe, at);
          return anyOld(pe, at, length);
        })
        .expect("0", "all elements are there when they are announced");
  }

  private static Row forbiddenBlock(
      String id, String name, int length, Program.Act sends, Kind waits) {
    return block(id, name, length, sends, waits).forbid("1", "announced, but an element is old");
  }

  private static Row allowedBlock(
      String id, String name, int length, Program.Act sends, Kind waits) {
    return block(id, name, length, sends, waits).allow("1", "announced, but an element is old");
  }

  private static Row announced(String name, int length, Program.Act sends) {
    return forbiddenBlock(
        "L1a",
        name + " of " + length + "; fence; atomicSet",
        length,
        (pe, at) -> {
          sends.run(pe, at);
          pe.shmem.fence();
          pe.flag.atomicSet(at, 1, TO);
        },
        WAIT);
  }

  private static List<Row> blocks() {
    List<Row> rows = new ArrayList<>();
    for (int length : new int[] {4, 512, 4096}) {
      rows.add(
          announced("put", length, (pe, at) -> pe.data.put(pe.data(at), pe.ones, 0, length, TO)));
    }
    int some = 64;
    rows.add(
        announced(
            "put symmetric", some, (pe, at) -> pe.data.put(pe.data(at), pe.source, 0, some, TO)));
    rows.add(
        announced(
            "put segment",
            some,
            (pe, at) -> pe.data.put(pe.data(at), pe.source.segment(), 0, some, TO)));
    rows.add(
        announced(
            "iput", some, (pe, at) -> pe.data.iput(pe.data(at), 1, pe.source, 0, 1, some, TO)));
    rows.add(
        announced(
            "ibput",
            some,
            (pe, at) -> pe.data.ibput(pe.data(at), 4, pe.ones, 0, 4, 4, some / 4, TO)));
    rows.add(
        announced(
            "putNbi",
            some,
            (pe, at) -> {
              var _ = pe.data.putNbi(pe.data(at), pe.source, 0, some, TO);
            }));
    return rows;
  }

  private static List<Row> unordered() {
    Kind otherP = new Kind("p by a context", (pe, at) -> pe.x.on(pe.other).p(at, 1, TO));
    Kind otherFence = new Kind("fence of another context", (pe, at) -> pe.other.fence());
    Kind nostoreFence = new Kind("fence of a NOSTORE context", (pe, at) -> pe.nostore.fence());
    Kind putNbi =
        new Kind(
            "putNbi",
            (pe, at) -> {
              var _ = pe.x.putNbi(at, pe.source, 0, 1, TO);
            });
    return List.of(
        allowed("L1b", P, NOTHING, SET, WAIT),
        allowed("L1b", P, NOTHING, SIGNAL_SET, SIGNAL_WAIT),
        allowedBlock(
            "L1b",
            "put of 64; atomicSet",
            64,
            (pe, at) -> {
              pe.data.put(pe.data(at), pe.ones, 0, 64, TO);
              pe.flag.atomicSet(at, 1, TO);
            },
            WAIT),
        allowed("L1c", P, otherFence, SET, WAIT),
        allowed("L1c", otherP, FENCE, SET, WAIT),
        allowed("L1d", STORE, nostoreFence, SET, WAIT),
        allowed("L2b", putNbi, NOTHING, SET, WAIT),
        Row.of("L2c", "putNbi; fence; source = 2; atomicSet | waitUntil")
            .does((pe, at) -> {
              var _ = pe.x.putNbi(at, pe.sources(), Pe.slot(at), 1, TO);
              pe.shmem.fence();
              pe.sources()[Pe.slot(at)] = 2;
              pe.flag.atomicSet(at, 1, TO);
            })
            .sees((pe, at) -> {
              pe.flag.waitUntil(at, Compare.EQ, 1);
              return pe.x.at(at);
            })
            .expect("1", "the source was read before it changed")
            .allow("2", "a fence does not free the source")
            .forbid("0", OLD));
  }

  private static Program.Act sendsWithSignal(int length, boolean nbi) {
    return nbi
        ? (pe, at) -> {
          var _ =
              pe.data.putSignalNbi(
                  pe.data(at), pe.source, 0, length, pe.signal(at), SignalOp.SET, 1, TO);
        }
        : (pe, at) ->
            pe.data.putSignal(pe.data(at), pe.ones, 0, length, pe.signal(at), SignalOp.SET, 1, TO);
  }

  private static List<Row> withSignal() {
    List<Row> rows = new ArrayList<>();
    for (int length : new int[] {1, 64, 4096}) {
      rows.add(
          forbiddenBlock(
              "L3", "putSignal of " + length, length, sendsWithSignal(length, false), SIGNAL_WAIT));
    }
    for (Kind waits : Kind.signalWaits()) {
      if (!waits.equals(SIGNAL_WAIT)) {
        rows.add(forbiddenBlock("L3", "putSignal of 4", 4, sendsWithSignal(4, false), waits));
      }
    }
    rows.add(
        forbiddenBlock(
            "L3",
            "putSignal of 4, ADD",
            4,
            (pe, at) ->
                pe.data.putSignal(pe.data(at), pe.ones, 0, 4, pe.signal(at), SignalOp.ADD, 1, TO),
            SIGNAL_WAIT));
    rows.add(
        forbiddenBlock("L3n", "putSignalNbi of 64", 64, sendsWithSignal(64, true), SIGNAL_WAIT));
    rows.add(
        Row.of("L3z", "putSignal of nothing | signal waitUntil")
            .does((pe, at) ->
                pe.x.putSignal(at, new long[0], 0, 0, pe.signal(at), SignalOp.SET, 1, TO))
            .sees((pe, at) -> pe.signal(at).waitUntil(Compare.NE, 0))
            .expect("1", "a signal comes even without data"));
    Program.Act sendsOne = sendsWithSignal(1, false);
    rows.add(
        behindAPut("L4", "p; putSignal", (pe, at) -> sendsOne.run(pe, at))
            .allow("0", "a signal speaks of its own data only"));
    rows.add(
        behindAPut(
                "L4",
                "p; fence; putSignal",
                (pe, at) -> {
                  pe.shmem.fence();
                  sendsOne.run(pe, at);
                })
            .forbid("0", OLD));
    rows.addAll(twoMessages());
    rows.add(
        Row.of("L21", "signal set 3 | signal waitUntil GE returns")
            .does((pe, at) -> pe.signal(at).set(3, TO))
            .sees((pe, at) -> pe.signal(at).waitUntil(Compare.GE, 1))
            .expect("3", "the wait returns the content that ended it"));
    rows.add(
        Row.of("L21", "atomicSet 1; atomicSet 2 | waitUntil GE returns")
            .does((pe, at) -> {
              pe.flag.atomicSet(at, 1, TO);
              pe.flag.atomicSet(at, 2, TO);
            })
            .sees((pe, at) -> pe.flag.waitUntil(at, Compare.GE, 1))
            .expect("1|2", "the wait returns a content that ended it"));
    return rows;
  }

  private static Row behindAPut(String id, String name, Program.Act sends) {
    return Row.of(id, name + " | signal waitUntil")
        .data(1)
        .does((pe, at) -> {
          pe.x.p(at, 1, TO);
          sends.run(pe, at);
        })
        .sees((pe, at) -> {
          pe.signal(at).waitUntil(Compare.EQ, 1);
          return pe.x.at(at);
        })
        .expect("1", IN_TIME);
  }

  private static void sendsTwo(Pe pe, long at) {
    long first = pe.data(at);
    var _ = pe.data.putSignalNbi(first, pe.source, 0, 8, pe.signal(at), SignalOp.ADD, 1, TO);
    var _ = pe.data.putSignalNbi(first + 8, pe.source, 0, 8, pe.signal(at), SignalOp.ADD, 1, TO);
  }

  private static List<Row> twoMessages() {
    Kind one = new Kind("signal GE 1", (pe, at) -> pe.signal(at).waitUntil(Compare.GE, 1));
    Kind both = new Kind("signal GE 2", (pe, at) -> pe.signal(at).waitUntil(Compare.GE, 2));
    return List.of(
        Row.of("L5", "putSignalNbi ADD; putSignalNbi ADD | signal GE 1")
            .data(16)
            .does(MessagePassing::sendsTwo)
            .sees((pe, at) -> {
              one.act().run(pe, at);
              return anyOld(pe, at, 8);
            })
            .expect("0", "the first message came first")
            .allow("1", "the second message came first"),
        forbiddenBlock(
            "L5", "putSignalNbi ADD; putSignalNbi ADD", 16, MessagePassing::sendsTwo, both),
        Row.of("L5b", "putSignal ADD to PE 2 | putSignal ADD to PE 2 | signal GE 1")
            .data(2)
            .does((pe, at) -> sendsTo2(pe, at, 0))
            .does((pe, at) -> sendsTo2(pe, at, 1))
            .sees((pe, at) -> {
              pe.signal(at).waitUntil(Compare.GE, 1);
              return pe.data.at(pe.data(at));
            })
            .expect("1", "PE 0's message came")
            .allow("0", "PE 1's message came first"),
        Row.of("L5b", "putSignal ADD to PE 2 | putSignal ADD to PE 2 | signal GE 2")
            .data(2)
            .does((pe, at) -> sendsTo2(pe, at, 0))
            .does((pe, at) -> sendsTo2(pe, at, 1))
            .sees((pe, at) -> {
              pe.signal(at).waitUntil(Compare.GE, 2);
              return anyOld(pe, at, 2);
            })
            .expect("0", "both messages came")
            .forbid("1", "both are announced, but one is old"));
  }

  private static void sendsTo2(Pe pe, long at, int index) {
    pe.data.putSignal(pe.data(at) + index, pe.ones, 0, 1, pe.signal(at), SignalOp.ADD, 1, 2);
  }

  /** L30: when the source may change. */
  private static List<Row> sources() {
    return List.of(
        changes("put", (pe, at) -> pe.x.put(at, pe.sources(), Pe.slot(at), 1, TO))
            .forbid("2", "put must have read its source when it returns"),
        changes(
                "putSignal",
                (pe, at) ->
                    pe.x.putSignal(
                        at, pe.sources(), Pe.slot(at), 1, pe.signal(at), SignalOp.SET, 1, TO))
            .forbid("2", "putSignal must have read its source when it returns"),
        changes(
                "putNbi",
                (pe, at) -> {
                  var _ = pe.x.putNbi(at, pe.sources(), Pe.slot(at), 1, TO);
                })
            .allow("2", "putNbi reads its source until quiet"),
        changes(
                "putNbi awaitSource",
                (pe, at) -> pe.x.putNbi(at, pe.sources(), Pe.slot(at), 1, TO).awaitSource())
            .forbid("2", "the source was said to be free"));
  }

  private static Row changes(String name, Program.Act puts) {
    return Row.of("L30", name + "; source = 2; quiet; atomicSet | waitUntil")
        .does((pe, at) -> {
          puts.run(pe, at);
          pe.sources()[Pe.slot(at)] = 2;
          pe.shmem.quiet();
          pe.flag.atomicSet(at, 1, TO);
        })
        .sees((pe, at) -> {
          pe.flag.waitUntil(at, Compare.EQ, 1);
          return pe.x.at(at);
        })
        .expect("1", "the source was read before it changed");
  }
}
