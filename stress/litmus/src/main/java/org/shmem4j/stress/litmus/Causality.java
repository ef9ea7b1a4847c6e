package org.shmem4j.stress.litmus;

import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.stress.litmus.Row.Reach;

/** What one PE tells another about a third (L7 to L10), and what two see of two others (L13). */
final class Causality {
  private static final String OLD = "told, but the third still holds the old value";
  private static final String THERE = "what was told of is there";

  private Causality() {}

  static List<Row> rows() {
    return List.of(
        third("L7", "p to PE 2; quiet; atomicSet", (pe, at) -> pe.shmem.quiet()).forbid("0", OLD),
        third("L7f", "p to PE 2; fence; atomicSet", (pe, at) -> pe.shmem.fence()).allow("0", OLD),
        third("L8", "p to PE 2; quiet of PE 2; atomicSet", (pe, at) -> pe.shmem.quiet(2))
            .forbid("0", OLD),
        third("L8", "p to PE 2; quiet of PE 1; atomicSet", (pe, at) -> pe.shmem.quiet(1))
            .allow("0", OLD),
        Row.of("L8b", "p; quiet of no PE; g | -")
            .sees((pe, at) -> {
              pe.x.p(at, 1, 1);
              pe.shmem.quiet(new int[0]);
              return pe.x.g(at, 1);
            })
            .idles()
            .expect("1", "the put was quick")
            .allow("0", "a quiet of no PE waits for nothing"),
        Row.of("L9", "atomicSet x to PE 1 | wait x; atomicSet to PE 2 | wait; atomicFetch x")
            .does((pe, at) -> pe.x.atomicSet(at, 1, 1))
            .does((pe, at) -> {
              pe.x.waitUntil(at, Compare.EQ, 1);
              pe.y.atomicSet(at, 1, 2);
            })
            .sees((pe, at) -> {
              pe.y.waitUntil(at, Compare.EQ, 1);
              return pe.x.atomicFetch(at, 1);
            })
            .expect("1", "who is told sees what was seen before")
            .forbid("0", "a wait returned before what ended it was complete"),
        relayed("L10", "p to PE 2; quiet; atomicSet", (pe, at) -> pe.shmem.quiet())
            .forbid("0", OLD),
        relayed("L10f", "p to PE 2; fence; atomicSet", (pe, at) -> pe.shmem.fence())
            .allow("0", OLD),
        independent("L13", "p to itself", (pe, at) -> pe.x.p(at, 1, pe.shmem.pe()), Causality::gets)
            .allow("10, 10", "gets are not ordered, so each may see the other write first")
            .within(Reach.UNSEEN),
        independent(
                "L13a",
                "atomicSet to itself",
                (pe, at) -> pe.x.atomicSet(at, 1, pe.shmem.pe()),
                Causality::fetches)
            .forbid("10, 10", "two see two atomics in different orders"));
  }

  /** PE 0 puts to PE 2 and tells PE 1, which looks there. */
  private static Row third(String id, String name, Program.Act order) {
    return Row.of(id, name + " | wait; g of PE 2 | -")
        .does((pe, at) -> {
          pe.x.p(at, 1, 2);
          order.run(pe, at);
          pe.flag.atomicSet(at, 1, 1);
        })
        .sees((pe, at) -> {
          pe.flag.waitUntil(at, Compare.EQ, 1);
          return pe.x.g(at, 2);
        })
        .idles()
        .expect("1", THERE);
  }

  /** PE 0 puts to PE 2 and tells PE 1, which tells PE 2. */
  private static Row relayed(String id, String name, Program.Act order) {
    return Row.of(id, name + " | wait; atomicSet to PE 2 | wait; at")
        .does((pe, at) -> {
          pe.x.p(at, 1, 2);
          order.run(pe, at);
          pe.flag.atomicSet(at, 1, 1);
        })
        .does((pe, at) -> {
          pe.flag.waitUntil(at, Compare.EQ, 1);
          pe.y.atomicSet(at, 1, 2);
        })
        .sees((pe, at) -> {
          pe.y.waitUntil(at, Compare.EQ, 1);
          return pe.x.at(at);
        })
        .expect("1", THERE);
  }

  /** Reads {@code x} of two PEs, one after the other. */
  private interface TwoReads {
    long of(Pe pe, long at, int first, int second);
  }

  private static long gets(Pe pe, long at, int first, int second) {
    return 10 * pe.x.g(at, first) + pe.x.g(at, second);
  }

  private static long fetches(Pe pe, long at, int first, int second) {
    return 10 * pe.x.atomicFetch(at, first) + pe.x.atomicFetch(at, second);
  }

  /** PEs 0 and 1 write, PEs 2 and 3 read both in different orders. */
  private static Row independent(String id, String name, Program.Act write, TwoReads reads) {
    return Row.of(id, name + " | the same | reads of PE 0, 1 | reads of PE 1, 0")
        .allDo(2, write)
        .sees((pe, at) -> reads.of(pe, at, 0, 1))
        .sees((pe, at) -> reads.of(pe, at, 1, 0))
        .expect("(0|1|11), (0|1|10|11)|10, (0|1|11)", "both agree on an order");
  }
}
