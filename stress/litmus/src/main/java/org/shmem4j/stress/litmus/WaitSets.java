package org.shmem4j.stress.litmus;

import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;

/** Waits for any, some or all of several cells (L22, L23). */
final class WaitSets {
  private static final String RIGHT = "each came once, with its data";

  /** A set in which one cell holds for good offers the other one after that many calls at most. */
  private static final int FAIR_CALLS = 1_000;

  private WaitSets() {}

  static List<Row> rows() {
    return List.of(
        senders(
            "L22",
            "putSignal | waitUntilSome over signals, 3 PEs",
            (pe, at, status) -> {
              Signal[] signals = pe.signals(at);
              int[] indices = new int[signals.length];
              int found = Signal.waitUntilSome(signals, indices, status, Compare.EQ, 1);
              return java.util.Arrays.copyOf(indices, found);
            }),
        senders(
            "L22",
            "putSignal | waitUntilAny over signals, 3 PEs",
            (pe, at, status) ->
                new int[] {Signal.waitUntilAny(pe.signals(at), status, Compare.EQ, 1)}),
        senders(
            "L22",
            "putSignal | testSome over signals, 3 PEs",
            (pe, at, status) -> {
              Signal[] signals = pe.signals(at);
              int[] indices = new int[signals.length];
              int found = 0;
              while (found == 0) {
                found = Signal.testSome(signals, indices, status, Compare.EQ, 1);
                pe.pause();
              }
              return java.util.Arrays.copyOf(indices, found);
            }),
        Row.of("L22", "put; fence; atomicSet | waitUntilAll over cells, 3 PEs")
            .data(2)
            .sees((pe, at) -> {
              pe.flag.waitUntilAll(at, 2, null, Compare.EQ, 1);
              return oldAmong(pe, at);
            })
            .does((pe, at) -> sendsFlag(pe, at))
            .does((pe, at) -> sendsFlag(pe, at))
            .expect("0", RIGHT)
            .forbid("1", "a wait for all returned before all data were there"),
        Row.of("L22b", "atomicSet of both | waitUntilAny with one left out")
            .sees((pe, at) -> pe.flag.waitUntilAny(at, 2, new int[] {1, 0}, Compare.EQ, 1))
            .does((pe, at) -> {
              pe.flag.atomicSet(at, 1, 0);
              pe.flag.atomicSet(at + 1, 1, 0);
            })
            .expect("1", "the one that is not left out")
            .forbid("0|-1", "one that is left out, or none"),
        Row.of("L22c", "atomicSet of one, of the other | waitUntilAny until the other comes")
            .sees((pe, at) -> {
              pe.flag.waitUntil(at + 1, Compare.EQ, 1);
              for (int call = 0; call < FAIR_CALLS; call++) {
                if (pe.flag.waitUntilAny(at, 2, null, Compare.EQ, 1) == 1) {
                  return 1;
                }
              }
              return 0;
            })
            .does((pe, at) -> {
              pe.flag.atomicSet(at, 1, 0);
              pe.flag.atomicSet(at + 1, 1, 0);
            })
            .expect("1", "the other one is found in the end")
            .forbid("0", "one cell hides the other for ever"),
        resets(
            "waitAndReset until both are taken | atomicAdd; atomicAdd",
            (pe, at) -> pe.flag.waitAndReset(at, Compare.GT, 0, 0),
            (pe, at) -> pe.flag.atomicAdd(at, 1, 0)),
        resets(
            "waitAndReset until both are taken | signal add; signal add",
            (pe, at) -> pe.signal(at).waitAndReset(Compare.GT, 0, 0),
            (pe, at) -> pe.signal(at).add(1, 0)),
        Row.of("L23", "waits and tests of nothing")
            .sees((pe, at) -> {
              int[] allOut = {1, 1};
              int[] indices = new int[2];
              pe.flag.waitUntilAll(at, 0, null, Compare.EQ, 1);
              pe.flag.waitUntilAll(at, 2, allOut, Compare.EQ, 1);
              boolean right =
                  pe.flag.waitUntilAny(at, 0, null, Compare.EQ, 1) == -1
                      && pe.flag.waitUntilAny(at, 2, allOut, Compare.EQ, 1) == -1
                      && pe.flag.waitUntilSome(at, 0, indices, null, Compare.EQ, 1) == 0
                      && pe.flag.waitUntilSome(at, 2, indices, allOut, Compare.EQ, 1) == 0
                      && pe.flag.testAll(at, 0, null, Compare.EQ, 1)
                      && pe.flag.testAll(at, 2, allOut, Compare.EQ, 1)
                      && pe.flag.testAny(at, 2, allOut, Compare.EQ, 1) == -1
                      && pe.flag.testSome(at, 2, indices, allOut, Compare.EQ, 1) == 0;
              return right ? 1 : 0;
            })
            .expect("1", "nothing blocks, all hold, none is found")
            .forbid("0", "a set without members is wrong somewhere"));
  }

  /** PE 1 adds twice, PE 0 takes all that is there, once or twice. */
  private static Row resets(String name, Program takes, Program.Act adds) {
    return Row.of("W2", name)
        .sees((pe, at) -> {
          long taken = 0;
          while (taken < 2) {
            taken += takes.run(pe, at);
          }
          return taken;
        })
        .does((pe, at) -> {
          adds.run(pe, at);
          pe.dawdle();
          adds.run(pe, at);
        })
        .finallySees((pe, at) -> pe.flag.at(at) + pe.signal(at).fetch())
        .expect("2, 0", "nothing is lost, nothing taken twice")
        .forbid(".*", "an update between the look and the reset was lost or taken twice");
  }

  /** Finds members of a set that are not left out. */
  private interface Finder {
    int[] find(Pe pe, long at, int[] status);
  }

  /** PEs 1 and 2 send to PE 0, which takes one after the other. */
  private static Row senders(String id, String name, Finder finder) {
    return Row.of(id, name)
        .data(2)
        .signals(2)
        .sees((pe, at) -> {
          int[] status = new int[2];
          int wrong = 0;
          for (int left = 2; left > 0; ) {
            for (int index : finder.find(pe, at, status)) {
              boolean fresh = status[index] == 0;
              wrong |= fresh && pe.data.at(pe.data(at) + index) == 1 ? 0 : 1;
              status[index] = 1;
              left--;
            }
          }
          return wrong;
        })
        .does((pe, at) -> sends(pe, at))
        .does((pe, at) -> sends(pe, at))
        .expect("0", RIGHT)
        .forbid("1", "an index came twice, or before its data");
  }

  private static void sends(Pe pe, long at) {
    int index = pe.shmem.pe() - 1;
    pe.data.putSignal(
        pe.data(at) + index, pe.ones, 0, 1, pe.signals(at)[index], SignalOp.SET, 1, 0);
  }

  private static void sendsFlag(Pe pe, long at) {
    int index = pe.shmem.pe() - 1;
    pe.data.put(pe.data(at) + index, pe.ones, 0, 1, 0);
    pe.shmem.fence();
    pe.flag.atomicSet(at + index, 1, 0);
  }

  private static long oldAmong(Pe pe, long at) {
    return pe.data.at(pe.data(at)) == 1 && pe.data.at(pe.data(at) + 1) == 1 ? 0 : 1;
  }
}
