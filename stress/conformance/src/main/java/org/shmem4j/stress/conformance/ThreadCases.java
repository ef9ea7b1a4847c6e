package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.that;

import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.ThreadLevel;

/** All threads of a PE at once. */
final class ThreadCases {
  private static final int THREADS = 4;

  private ThreadCases() {}

  static List<Case> all() {
    return List.of(
        // tests-sos query_thread
        Case.of(
            "every level gives MULTIPLE", "init_thread query_thread finalize", ThreadCases::levels),
        // case 60; tests-sos mt_contention
        Case.of(
            "atomics and quiet from every thread",
            "atomic_fetch_add quiet query_thread",
            ThreadCases::contention),
        Case.of(
            "a context for each thread",
            "ctx_create atomic_add quiet query_thread",
            ThreadCases::contexts),
        // tests-sos mt_a2a
        Case.of(
            "every thread puts to every thread",
            "put barrier_all query_thread",
            ThreadCases::allToAll),
        // tests-sos thread_wait
        Case.of(
            "a store of one thread ends another's wait",
            "wait_until query_thread",
            ThreadCases::wait),
        // tests-sos mt_membar
        Case.of("what a thread saw, its siblings see", "wait_until p fence", ThreadCases::membar),
        Case.of(
            "collectives by one thread after another",
            "barrier_all malloc free query_thread",
            ThreadCases::inTurn),
        Case.of(
            "virtual threads",
            "put signal_add signal_wait_until query_thread",
            ThreadCases::virtual));
  }

  private interface Body {
    void run(int thread) throws Exception;
  }

  /** Runs threads and waits for them; fails if one does. */
  private static void inThreads(int threads, Thread.Builder builder, Body body)
      throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    Throwable[] failures = new Throwable[threads];
    for (int i = 0; i < threads; i++) {
      int thread = i;
      all.add(
          builder.start(() -> {
            try {
              body.run(thread);
            } catch (Throwable e) {
              failures[thread] = e;
            }
          }));
    }
    for (int i = 0; i < threads; i++) {
      all.get(i).join();
    }
    for (int i = 0; i < threads; i++) {
      if (failures[i] != null) {
        throw new AssertionError("thread " + i, failures[i]);
      }
    }
  }

  private static void levels(Shmem shmem) {
    for (ThreadLevel level : ThreadLevel.values()) {
      Shmem again = Shmem.init(level);
      that(again == shmem, "the same handle");
      that(again.threadLevel().compareTo(level) >= 0, "at least " + level);
      equal(ThreadLevel.MULTIPLE, again.threadLevel(), "level");
      again.close();
    }
  }

  private static void contention(Shmem shmem) throws InterruptedException {
    SymmetricLongs x = shmem.longs(2);
    int most = rounds(shmem, 500);
    inThreads(
        THREADS,
        Thread.ofPlatform(),
        thread -> {
          for (int i = 0; i < most; i++) {
            var _ = x.atomicFetchAdd(0, 1, i % shmem.pes());
            shmem.quiet();
            x.atomicInc(1, 0);
            shmem.fence();
          }
        });
    shmem.barrierAll();
    equal((long) THREADS * most * shmem.pes(), x.g(1, 0), "at PE 0");
    long sum = 0;
    for (int pe = 0; pe < shmem.pes(); pe++) {
      sum += x.g(0, pe);
    }
    equal((long) THREADS * most * shmem.pes(), sum, "at all");
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void contexts(Shmem shmem) throws InterruptedException {
    SymmetricLongs x = shmem.longs(1);
    int most = rounds(shmem, 500);
    inThreads(
        THREADS,
        Thread.ofPlatform(),
        thread -> {
          try (ShmemContext context = shmem.createContext()) {
            SymmetricLongs own = x.on(context);
            for (int i = 0; i < most; i++) {
              own.atomicAdd(0, 1, i % shmem.pes());
              context.quiet();
            }
          }
        });
    shmem.barrierAll();
    long sum = 0;
    for (int pe = 0; pe < shmem.pes(); pe++) {
      sum += x.g(0, pe);
    }
    equal((long) THREADS * most * shmem.pes(), sum, "at all");
    shmem.barrierAll();
    shmem.free(x);
  }

  private static void allToAll(Shmem shmem) throws InterruptedException {
    int block = 16;
    SymmetricLongs x = shmem.longs((long) block * THREADS * shmem.pes());
    for (long round = 1; round <= rounds(shmem, 20); round++) {
      long value = round * 100;
      inThreads(
          THREADS,
          Thread.ofPlatform(),
          thread -> {
            long[] values = new long[block];
            java.util.Arrays.fill(values, value + thread);
            for (int pe = 0; pe < shmem.pes(); pe++) {
              x.put((long) block * (shmem.pe() * THREADS + thread), values, 0, block, pe);
            }
          });
      shmem.barrierAll();
      for (int i = 0; i < x.length(); i++) {
        equal(value + i / block % THREADS, x.at(i), "element " + i);
      }
      shmem.barrierAll();
    }
    shmem.free(x);
  }

  private static void wait(Shmem shmem) throws InterruptedException {
    SymmetricLongs flags = shmem.longs(THREADS);
    inThreads(
        THREADS,
        Thread.ofPlatform(),
        thread -> {
          if (thread > 0) {
            flags.waitUntil(thread, Compare.EQ, 5);
          }
          int next = (thread + 1) % THREADS;
          flags.atomicSet(next, 5, shmem.pe());
          if (thread == 0) {
            flags.waitUntil(0, Compare.EQ, 5);
          }
        });
    shmem.free(flags);
  }

  private static void membar(Shmem shmem) throws InterruptedException {
    SymmetricLongs data = shmem.longs(1);
    SymmetricLongs flag = shmem.longs(1);
    for (long round = 1; round <= rounds(shmem, 50); round++) {
      long value = round;
      inThreads(
          2,
          Thread.ofPlatform(),
          thread -> {
            if (thread == 0) {
              data.p(0, value, right(shmem));
              shmem.fence();
              flag.atomicSet(0, value, right(shmem));
            } else {
              flag.waitUntil(0, Compare.GE, value);
              that(data.at(0) >= value, "old data");
            }
          });
      that(data.at(0) >= value, "old data for the first thread");
      shmem.barrierAll();
    }
    shmem.free(data);
    shmem.free(flag);
  }

  private static void inTurn(Shmem shmem) throws InterruptedException {
    for (int round = 0; round < rounds(shmem, 20); round++) {
      inThreads(
          1,
          Thread.ofPlatform(),
          thread -> {
            SymmetricLongs x = shmem.longs(1);
            x.p(0, shmem.pe(), right(shmem));
            shmem.barrierAll();
            equal((long) left(shmem), x.at(0), "from the left");
            shmem.free(x);
          });
    }
  }

  private static void virtual(Shmem shmem) throws InterruptedException {
    Signal signal = shmem.signal();
    SymmetricLongs x = shmem.longs(64);
    inThreads(
        64,
        Thread.ofVirtual(),
        thread -> {
          x.put(thread, new long[] {thread}, 0, 1, right(shmem));
          shmem.fence();
          signal.add(1, right(shmem));
        });
    signal.waitUntil(Compare.EQ, 64);
    for (int i = 0; i < 64; i++) {
      equal((long) i, x.at(i), "of thread " + i);
    }
    shmem.free(signal);
    shmem.free(x);
  }
}
