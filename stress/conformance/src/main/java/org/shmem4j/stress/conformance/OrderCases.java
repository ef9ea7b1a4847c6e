package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Around.times;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.that;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/** What the memory model forbids, tried across processes; the names of the litmus tests in ( ). */
final class OrderCases {
  private static final int ROUNDS = 300;

  static List<Case> all() {
    return List.of(
        Case.of(
            "put, fence, flag: the flag's reader sees the data (L1)",
            "put fence wait_until",
            OrderCases::l1),
        Case.of(
            "stores through a peer's segment, fence, flag (L1e)",
            "ptr fence wait_until",
            OrderCases::l1e),
        Case.of("put, quiet, flag to a third PE (L7)", "p quiet g wait_until", OrderCases::l7),
        Case.of(
            "a wait returns only after the update is complete (L9)",
            "atomic_set wait_until atomic_fetch",
            OrderCases::l9),
        Case.of("put, quiet, flags over a third PE (L10)", "p quiet wait_until", OrderCases::l10),
        Case.of("put, quiet, get on both sides: not both old (L11)", "p quiet g", OrderCases::l11),
        Case.of(
            "set, fetch on both sides: not both old (L11a)",
            "atomic_set atomic_fetch",
            OrderCases::l11a),
        Case.of(
                "two see two sets in the same order (L13a)",
                "atomic_set atomic_fetch",
                OrderCases::l13a)
            .from(4),
        Case.of("put, barrier, get: all new (L12)", "p barrier_all g", OrderCases::l12),
        Case.of("put, fence, put: the second stays (L14)", "p fence", OrderCases::l14),
        Case.of("put, quiet, get of the own put (L16)", "p quiet g", OrderCases::l16),
        Case.of("barrierAll completes puts (L24b)", "put barrier_all", OrderCases::l24b),
        Case.of("syncAll shows plain stores (L24d)", "ptr sync_all", OrderCases::l24d),
        Case.of("a neighbour's first put survives calloc (L28)", "calloc p", OrderCases::l28),
        Case.of("malloc gives memory at once (L28b)", "malloc p", OrderCases::l28b),
        Case.of("free waits for those who still read (L29)", "free malloc", OrderCases::l29),
        Case.of(
            "one thread puts, another calls quiet (L33)", "p quiet query_thread", OrderCases::l33),
        Case.of(
            "operations complete at a PE that never calls in (L36)",
            "p g put atomic_inc atomic_fetch quiet",
            OrderCases::l36));
  }

  private OrderCases() {}

  private static void l1(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    int block = 512;
    SymmetricLongs data = shmem.longs(block);
    SymmetricLongs flag = shmem.longs(1);
    long[] values = new long[block];
    for (long round = 1; round <= rounds; round++) {
      Arrays.fill(values, round);
      data.put(values, right(shmem));
      shmem.fence();
      flag.atomicSet(0, round, right(shmem));
      flag.waitUntil(0, Compare.GE, round);
      for (int i = 0; i < block; i += 73) {
        equal(round, data.at(i), "element " + i);
      }
      equal(round, data.at(block - 1), "last");
      shmem.barrierAll();
    }
    shmem.free(data);
    shmem.free(flag);
  }

  private static void l1e(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs data = shmem.longs(1);
    SymmetricLongs flag = shmem.longs(1);
    var peer = data.segment(right(shmem));
    for (long round = 1; round <= rounds; round++) {
      peer.set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, round);
      shmem.fence();
      flag.atomicSet(0, round, right(shmem));
      flag.waitUntil(0, Compare.GE, round);
      that(data.at(0) >= round, "data " + data.at(0) + " in round " + round);
      shmem.barrierAll();
    }
    shmem.free(data);
    shmem.free(flag);
  }

  private static void l7(Shmem shmem) {
    toldByPutter(
        shmem,
        rounds(shmem, ROUNDS),
        (data, round, pe) -> {
          data.p(round, round, pe);
          shmem.quiet();
        });
  }

  /** Puts the round's number into its element at a PE, and returns when it is there. */
  interface Putter {
    void put(SymmetricLongs data, int round, int pe);
  }

  /** PE 0 puts to the last PE and tells PE 1, who looks there (L7). */
  static void toldByPutter(Shmem shmem, int rounds, Putter putter) {
    SymmetricLongs data = shmem.longs(rounds + 1L);
    SymmetricLongs flag = shmem.longs(1);
    int last = shmem.pes() - 1;
    int third = Math.min(1, last);
    for (int round = 1; round <= rounds; round++) {
      if (shmem.pe() == 0) {
        putter.put(data, round, last);
        flag.atomicSet(0, round, third);
      }
      if (shmem.pe() == third) {
        flag.waitUntil(0, Compare.GE, round);
        equal((long) round, data.g(round, last), "data of the round");
      }
    }
    shmem.barrierAll();
    shmem.free(data);
    shmem.free(flag);
  }

  private static void l9(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs x = shmem.longs(2);
    int last = shmem.pes() - 1;
    int third = Math.min(1, last);
    for (long round = 1; round <= rounds; round++) {
      if (shmem.pe() == 0) {
        x.atomicSet(0, round, third);
      }
      if (shmem.pe() == third) {
        x.waitUntil(0, Compare.GE, round);
        x.atomicSet(1, round, last);
      }
      if (shmem.pe() == last) {
        x.waitUntil(1, Compare.GE, round);
        that(x.atomicFetch(0, third) >= round, "old");
      }
    }
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void l10(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs data = shmem.longs(rounds + 1L);
    SymmetricLongs flags = shmem.longs(2);
    int last = shmem.pes() - 1;
    int third = Math.min(1, last);
    for (int round = 1; round <= rounds; round++) {
      if (shmem.pe() == 0) {
        data.p(round, round, last);
        shmem.quiet();
        flags.atomicSet(0, round, third);
      }
      if (shmem.pe() == third) {
        flags.waitUntil(0, Compare.GE, round);
        flags.atomicSet(1, round, last);
      }
      if (shmem.pe() == last) {
        flags.waitUntil(1, Compare.GE, round);
        equal((long) round, data.at(round), "data of the round");
      }
    }
    shmem.barrierAll();
    shmem.free(data);
    shmem.free(flags);
  }

  /** How PE 0 and PE 1 write to the other and then read what the other writes to them. */
  private interface Both {
    long seen(SymmetricLongs x, long index, int other, int own);
  }

  private static void l11(Shmem shmem) {
    notBothOld(
        shmem,
        (x, index, other, own) -> {
          x.p(index, 1, other);
          shmem.quiet();
          return x.g(index, own);
        });
  }

  private static void l11a(Shmem shmem) {
    notBothOld(
        shmem,
        (x, index, other, own) -> {
          x.atomicSet(index, 1, other);
          return x.atomicFetch(index, own);
        });
  }

  private static void notBothOld(Shmem shmem, Both both) {
    int slots = times(2_000);
    int apart = 8;
    SymmetricLongs x = shmem.longs((long) slots * apart);
    SymmetricLongs results = shmem.longs(2L * slots);
    shmem.barrierAll();
    if (shmem.pe() < 2) {
      int other = Math.min(1 - shmem.pe(), shmem.pes() - 1);
      long[] seen = new long[slots];
      for (int i = 0; i < slots; i++) {
        seen[i] = both.seen(x, (long) i * apart, other, shmem.pe());
      }
      results.put((long) slots * shmem.pe(), seen, 0, slots, 0);
    }
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      for (int i = 0; i < slots; i++) {
        that(results.at(i) + results.at(slots + i) > 0, "both old in slot " + i);
      }
    }
    shmem.free(x);
    shmem.free(results);
  }

  /** PE 0 and PE 1 set a word each; PE 2 and PE 3 read both, in opposite orders. */
  private static void l13a(Shmem shmem) {
    int slots = times(2_000);
    SymmetricLongs x = shmem.longs(2L * slots);
    SymmetricLongs seen = shmem.longs(4L * slots);
    shmem.barrierAll();
    for (int i = 0; i < slots; i++) {
      int me = shmem.pe();
      if (me < 2) {
        x.atomicSet(2L * i + me, 1, me);
      } else if (me < 4) {
        int first = me - 2;
        long one = x.atomicFetch(2L * i + first, first);
        long other = x.atomicFetch(2L * i + 1 - first, 1 - first);
        seen.p(2L * i + first, one == 1 && other == 0 ? 1 : 0, 0);
      }
    }
    shmem.barrierAll();
    for (int i = 0; shmem.pe() == 0 && i < slots; i++) {
      that(seen.at(2L * i) + seen.at(2L * i + 1) < 2, "opposite orders in slot " + i);
    }
    shmem.barrierAll();
    shmem.free(x);
    shmem.free(seen);
  }

  private static void l12(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs x = shmem.longs(1);
    for (long round = 1; round <= rounds; round++) {
      x.p(0, round, right(shmem));
      shmem.barrierAll();
      equal(round, x.g(0, left(shmem)), "at the left");
      equal(round, x.at(0), "here");
      shmem.barrierAll();
    }
    shmem.free(x);
  }

  private static void l14(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs x = shmem.longs(rounds);
    for (int i = 0; i < rounds; i++) {
      x.p(i, 1, right(shmem));
      shmem.fence();
      x.p(i, 2, right(shmem));
    }
    shmem.barrierAll();
    for (int i = 0; i < rounds; i++) {
      equal(2L, x.at(i), "element");
    }
    shmem.free(x);
  }

  private static void l16(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs x = shmem.longs(1);
    for (long round = 1; round <= rounds; round++) {
      x.p(0, round, right(shmem));
      shmem.quiet();
      equal(round, x.g(0, right(shmem)), "own put");
    }
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void l24b(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS / 10);
    int block = 1_000;
    SymmetricLongs x = shmem.longs(block);
    long[] values = new long[block];
    for (long round = 1; round <= rounds; round++) {
      Arrays.fill(values, round);
      x.put(values, right(shmem));
      shmem.barrierAll();
      equal(round, x.at(0), "first");
      equal(round, x.at(block - 1), "last");
      shmem.barrierAll();
    }
    shmem.free(x);
  }

  private static void l24d(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLongs x = shmem.longs(1);
    for (long round = 1; round <= rounds; round++) {
      x.segment(right(shmem)).set(java.lang.foreign.ValueLayout.JAVA_LONG, 0, round);
      shmem.syncAll();
      equal(round, x.at(0), "stored by the left");
      shmem.syncAll();
    }
    shmem.free(x);
  }

  /** Open MPI zeroes after the barrier; then nearly every first put is lost. */
  private static void l28(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    for (int round = 1; round <= rounds; round++) {
      SymmetricLongs dirty = shmem.heap().malloc(ElementType.LONG, 600);
      dirty.fill(-1);
      shmem.free(dirty);
      SymmetricLongs x = shmem.heap().calloc(ElementType.LONG, 600);
      x.p(599, round, right(shmem));
      equal(0L, x.at(0), "zeroed");
      shmem.barrierAll();
      equal((long) round, x.at(599), "the neighbour's first put");
      shmem.free(x);
    }
  }

  private static void l28b(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    for (int round = 1; round <= rounds; round++) {
      SymmetricLongs x = shmem.heap().malloc(ElementType.LONG, 10);
      x.p(9, round, right(shmem));
      shmem.barrierAll();
      equal((long) round, x.at(9), "the neighbour's first put");
      shmem.free(x);
    }
  }

  private static void l29(Shmem shmem) throws InterruptedException {
    for (int round = 0; round < 20; round++) {
      SymmetricLongs x = shmem.longs(4);
      x.fill(7);
      shmem.barrierAll();
      if (shmem.pe() == 0) {
        Thread.sleep(2);
        for (int pe = 0; pe < shmem.pes(); pe++) {
          equal(7L, x.g(3, pe), "read before the free, at PE " + pe);
        }
      }
      shmem.free(x);
      SymmetricLongs y = shmem.heap().malloc(ElementType.LONG, 4);
      equal(x.offset(), y.offset(), "same place");
      y.fill(9);
      shmem.free(y);
    }
  }

  private static void l33(Shmem shmem) throws InterruptedException {
    int rounds = rounds(shmem, ROUNDS / 5);
    SymmetricLongs x = shmem.longs(1);
    SymmetricLongs flag = shmem.longs(1);
    for (long round = 1; round <= rounds; round++) {
      CountDownLatch put = new CountDownLatch(1);
      long value = round;
      Thread thread =
          Thread.ofPlatform()
              .start(() -> {
                x.p(0, value, right(shmem));
                put.countDown();
              });
      put.await();
      shmem.quiet();
      flag.atomicSet(0, round, right(shmem));
      flag.waitUntil(0, Compare.GE, round);
      that(x.at(0) >= round, "old data");
      thread.join();
      shmem.barrierAll();
    }
    shmem.free(x);
    shmem.free(flag);
  }

  /** Every PE in turn only spins on a plain variable of its own until the others are through. */
  private static void l36(Shmem shmem) {
    int me = shmem.pe();
    SymmetricLongs came = shmem.longs(1);
    SymmetricLongs x = shmem.longs(3L * shmem.pes());
    for (int silent = 0; silent < shmem.pes(); silent++) {
      shmem.barrierAll();
      if (shmem.pe() == silent) {
        var segment = came.segment();
        var cell = java.lang.foreign.ValueLayout.JAVA_LONG.varHandle();
        while ((long) cell.getVolatile(segment, 0L) < shmem.pes() - 1) {
          Thread.yield();
        }
      } else {
        x.p(3L * me, 5, silent);
        shmem.quiet();
        equal(5L, x.g(3L * me, silent), "get");
        x.atomicInc(3L * me + 1, silent);
        equal(1L, x.atomicFetch(3L * me + 1, silent), "fetch");
        x.put(3L * me + 2, new long[] {6}, 0, 1, silent);
        shmem.quiet();
        came.atomicInc(0, silent);
      }
    }
    shmem.barrierAll();
    shmem.free(came);
    shmem.free(x);
  }
}
