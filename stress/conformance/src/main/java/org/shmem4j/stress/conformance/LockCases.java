package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLock;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.WaitTimeoutException;

/** Locks, and what is done while one is held. */
final class LockCases {
  private static final int ROUNDS = 500;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(20);

  static List<Case> all() {
    return List.of(
        Case.of(
            "one PE at a time, with g and p (L27)", "set_lock clear_lock", LockCases::exclusion),
        Case.of("one PE at a time, with test", "test_lock clear_lock", LockCases::exclusionByTest),
        Case.of(
            "what was put is there for the next holder",
            "set_lock clear_lock put",
            LockCases::visibility),
        Case.of("one lock for each PE's data", "set_lock clear_lock", LockCases::manyLocks),
        Case.of("in the order of coming", "set_lock clear_lock", LockCases::order),
        Case.of("a deadline passes", "set_lock", LockCases::deadline),
        Case.of("all give up, then all get it", "set_lock clear_lock", LockCases::allGiveUp),
        Case.of("any mix of waiting and giving up", "set_lock clear_lock", LockCases::mix),
        Case.of("test does not wait", "test_lock clear_lock", LockCases::test),
        Case.of("threads of a PE", "set_lock clear_lock query_thread", LockCases::threads),
        // tests-sos mt_lock_test
        Case.of(
            "even PEs set, odd ones test, two threads each",
            "set_lock test_lock clear_lock query_thread",
            LockCases::setAndTest),
        Case.of("misuse", "set_lock clear_lock free", LockCases::misuse));
  }

  private LockCases() {}

  private static void giveUp(SymmetricLock lock, Duration timeout) {
    try {
      lock.set(timeout);
    } catch (WaitTimeoutException e) {
      return;
    }
    throw new AssertionError("got " + lock);
  }

  private static void increment(SymmetricLongs total, int pe) {
    total.p(0, total.g(0, pe) + 1, pe);
  }

  private static void exclusion(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLock lock = shmem.lock();
    SymmetricLongs total = shmem.longs(1);
    for (int i = 0; i < rounds; i++) {
      lock.set();
      increment(total, shmem.pes() - 1);
      lock.clear();
    }
    shmem.barrierAll();
    equal((long) rounds * shmem.pes(), total.g(0, shmem.pes() - 1), "total");
    lock.free();
    shmem.free(total);
  }

  private static void exclusionByTest(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS / 5);
    SymmetricLock lock = shmem.lock();
    SymmetricLongs total = shmem.longs(1);
    for (int i = 0; i < rounds; i++) {
      while (!lock.test()) {
        Thread.yield();
      }
      increment(total, 0);
      lock.clear();
    }
    shmem.barrierAll();
    equal((long) rounds * shmem.pes(), total.g(0, 0), "total");
    lock.free();
    shmem.free(total);
  }

  /** Every holder writes to every PE and never says quiet. */
  private static void visibility(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS / 5);
    SymmetricLock lock = shmem.lock();
    SymmetricLongs data = shmem.longs(64);
    long[] block = new long[64];
    for (int i = 0; i < rounds; i++) {
      try (var _ = lock.lock()) {
        long round = data.g(0, 0);
        for (int pe = 0; pe < shmem.pes(); pe++) {
          data.get(block, pe);
          equal(round, block[0], "first on PE " + pe);
          equal(round, block[63], "last on PE " + pe);
        }
        Arrays.fill(block, round + 1);
        for (int pe = 0; pe < shmem.pes(); pe++) {
          data.put(block, pe);
        }
      }
    }
    shmem.barrierAll();
    equal((long) rounds * shmem.pes(), data.at(63), "rounds");
    lock.free();
    shmem.free(data);
  }

  private static void manyLocks(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLock[] locks = new SymmetricLock[shmem.pes()];
    for (int pe = 0; pe < locks.length; pe++) {
      locks[pe] = shmem.lock();
    }
    SymmetricLongs total = shmem.longs(1);
    for (int i = 0; i < rounds; i++) {
      int pe = (shmem.pe() + i) % locks.length;
      try (var _ = locks[pe].lock()) {
        increment(total, pe);
      }
    }
    shmem.barrierAll();
    long sum = 0;
    for (int pe = 0; pe < locks.length; pe++) {
      sum += total.g(0, pe);
      locks[pe].free();
    }
    equal((long) rounds * shmem.pes(), sum, "sum");
    shmem.free(total);
  }

  /** PE after PE comes; nothing but time tells that the one before waits already. */
  private static void order(Shmem shmem) throws InterruptedException {
    SymmetricLock lock = shmem.lock();
    Signal coming = shmem.signal();
    SymmetricLongs came = shmem.longs(shmem.pes() + 1L);
    if (shmem.pe() > 0) {
      coming.waitUntil(Compare.EQ, 1);
      Thread.sleep(200);
    }
    if (shmem.pe() == 0) {
      lock.set();
    }
    if (shmem.pe() + 1 < shmem.pes()) {
      coming.set(1, shmem.pe() + 1);
    }
    if (shmem.pe() == 0) {
      Thread.sleep(200L * shmem.pes());
    } else {
      lock.set(LONG);
    }
    long index = came.g(shmem.pes(), 0);
    came.p(index, shmem.pe(), 0);
    came.p(shmem.pes(), index + 1, 0);
    lock.clear();
    shmem.barrierAll();
    for (int i = 0; i < shmem.pes(); i++) {
      equal((long) i, came.g(i, 0), "holder number " + i);
    }
    lock.free();
    shmem.free(coming);
    shmem.free(came);
  }

  private static void deadline(Shmem shmem) {
    SymmetricLock lock = shmem.lock();
    if (shmem.pe() == 0) {
      lock.set(Duration.ZERO);
    }
    shmem.barrierAll();
    if (shmem.pe() != 0) {
      long start = System.nanoTime();
      WaitTimeoutException e =
          expect(WaitTimeoutException.class, s -> lock.set(Duration.ofMillis(50)), shmem);
      long millis = (System.nanoTime() - start) / 1_000_000;
      that(millis >= 50 && millis < 2_000, "took " + millis + " ms");
      has(e, "lock=lock#" + lock.id(), "pe=" + shmem.pe(), "timeout=PT0.05S");
      giveUp(lock, Duration.ZERO);
    }
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      lock.clear();
    }
    lock.set(LONG);
    lock.clear();
    lock.free();
  }

  private static void allGiveUp(Shmem shmem) {
    SymmetricLock lock = shmem.lock();
    SymmetricLongs total = shmem.longs(1);
    for (int round = 0; round < 2 * shmem.pes(); round++) {
      boolean holds = round % shmem.pes() == shmem.pe();
      if (holds) {
        lock.set();
      }
      shmem.barrierAll();
      if (!holds) {
        giveUp(lock, round % 2 == 0 ? Duration.ZERO : SHORT);
      }
      shmem.barrierAll();
      if (holds) {
        lock.clear();
      }
      lock.set();
      increment(total, 0);
      lock.clear();
      shmem.barrierAll();
    }
    equal(2L * shmem.pes() * shmem.pes(), total.g(0, 0), "total");
    lock.free();
    shmem.free(total);
  }

  private static void mix(Shmem shmem) {
    int rounds = rounds(shmem, ROUNDS);
    SymmetricLock lock = shmem.lock();
    SymmetricLongs total = shmem.longs(1);
    SymmetricLongs holders = shmem.longs(2);
    Random random = new Random(shmem.pe());
    for (int i = 0; i < rounds; i++) {
      try {
        switch (random.nextInt(4)) {
          case 0 -> lock.set();
          case 1 -> lock.set(Duration.ZERO);
          default -> lock.set(Duration.ofNanos(random.nextInt(1_000_000)));
        }
      } catch (WaitTimeoutException e) {
        continue;
      }
      equal(0L, holders.atomicFetchInc(0, 0), "holders");
      increment(total, 0);
      holders.atomicInc(1, 0);
      if (random.nextInt(16) == 0) {
        Thread.yield();
      }
      holders.atomicAdd(0, -1, 0);
      lock.clear();
    }
    shmem.barrierAll();
    equal(holders.g(1, 0), total.g(0, 0), "total");
    that(total.g(0, 0) > 0, "somebody got it");
    lock.free();
    shmem.free(total);
    shmem.free(holders);
  }

  private static void test(Shmem shmem) {
    SymmetricLock lock = shmem.lock();
    for (int holder = 0; holder < shmem.pes(); holder++) {
      if (shmem.pe() == holder) {
        that(lock.test(), "is free");
      }
      shmem.barrierAll();
      that(!lock.test(), "is held by PE " + holder);
      shmem.barrierAll();
      if (shmem.pe() == holder) {
        lock.clear();
      }
      shmem.barrierAll();
    }
    lock.free();
  }

  private static void threads(Shmem shmem) throws InterruptedException {
    int rounds = rounds(shmem, ROUNDS / 5);
    SymmetricLock lock = shmem.lock();
    SymmetricLongs total = shmem.longs(1);
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.ofPlatform()
              .start(() -> {
                for (int round = 0; round < rounds; round++) {
                  try (var _ = lock.lock()) {
                    increment(total, 0);
                  }
                }
              });
    }
    for (Thread thread : threads) {
      thread.join();
    }
    shmem.barrierAll();
    equal((long) rounds * threads.length * shmem.pes(), total.g(0, 0), "total");
    lock.free();
    shmem.free(total);
  }

  private static void setAndTest(Shmem shmem) throws InterruptedException {
    int rounds = rounds(shmem, ROUNDS / 5);
    SymmetricLock lock = shmem.lock();
    SymmetricLongs total = shmem.longs(1);
    Runnable work =
        () -> {
          for (int i = 0; i < rounds; i++) {
            if (shmem.pe() % 2 == 0) {
              lock.set();
            } else {
              while (!lock.test()) {
                Thread.yield();
              }
            }
            increment(total, 0);
            lock.clear();
          }
        };
    Thread other = Thread.ofPlatform().start(work);
    work.run();
    other.join();
    shmem.barrierAll();
    equal(2L * rounds * shmem.pes(), total.g(0, 0), "total");
    lock.free();
    shmem.free(total);
  }

  private static void misuse(Shmem shmem) {
    SymmetricLock lock = shmem.lock();
    String it = "lock=lock#" + lock.id() + " pe=" + shmem.pe();
    if (shmem.pe() == 0) {
      lock.set();
    }
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      has(
          expect(IllegalStateException.class, s -> lock.set(), shmem),
          "a lock is not re-entrant: " + it);
    } else {
      has(
          expect(IllegalStateException.class, s -> lock.clear(), shmem),
          "a lock is cleared by the PE that holds it: " + it);
    }
    shmem.barrierAll();
    if (shmem.pe() == 0) {
      lock.clear();
    }
    lock.free();
    has(
        expect(IllegalStateException.class, s -> lock.set(), shmem),
        "the lock has been freed: lock=lock#" + lock.id(),
        LockCases.class.getName());
  }
}
