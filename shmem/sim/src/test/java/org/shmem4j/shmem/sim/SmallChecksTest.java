package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLock;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.sim.Finding.Kind;
import org.shmem4j.shmem.sim.load.ExitCalls;
import org.shmem4j.shmem.sim.load.ThreadCalls;

/** What a check says of programs of a few lines. */
class SmallChecksTest {
  private static final int PES = 2;
  private static final int SCHEDULES = 100;

  static final List<Arguments> PROGRAMS =
      List.of(
          right("a lock that one PE clears before another has made it", SmallChecksTest::lock),
          right("await of one operation, then a signal", s -> tellAfter(s, Completion::await)),
          right(
              "await with a deadline, then a signal",
              s -> tellAfter(s, c -> c.await(Duration.ofSeconds(30)))),
          right(
              "a loop until an operation is done, then a signal",
              s ->
                  tellAfter(
                      s,
                      c -> {
                        while (!c.isDone()) {
                          ThreadCalls.onSpinWait();
                        }
                      })),
          right("remote of an operation, then a signal", s -> tellAfter(s, c -> c.remote().join())),
          right(
              "what depends on an operation",
              s -> tellAfter(s, c -> c.remote().thenRun(() -> {}).join())),
          wrong(
              "no await of an operation, then a signal",
              s -> tellAfter(s, c -> {}),
              Kind.MISSING_FENCE),
          right("an atomic beside another int", SmallChecksTest::atomicOfAnInt),
          right("a fetch that is not waited for, and a load", SmallChecksTest::fetchLater),
          wrong("an exit of a thread", s -> inThread(() -> ExitCalls.exit(3)), Kind.WRONG_RESULT),
          wrong("an exit that is caught", SmallChecksTest::caughtExit, Kind.WRONG_RESULT),
          wrong(
              "an exit of one PE only",
              s -> {
                if (s.pe() == 0) {
                  s.quiet();
                  ExitCalls.exit(0);
                }
                s.barrierAll();
              },
              Kind.WRONG_RESULT),
          wrong(
              "a thread that fails",
              s ->
                  inThread(() -> {
                    throw new IllegalStateException("boom");
                  }),
              Kind.WRONG_RESULT),
          right("a thread that fails, and a handler", SmallChecksTest::handled),
          wrong("an operation in a pool", SmallChecksTest::pool, Kind.MISUSE),
          wrong("a signal that is set and added to", SmallChecksTest::setAndAdd, Kind.MISUSE));

  private static Arguments right(String name, ShmemProgram program) {
    return arguments(name, program, List.of());
  }

  private static Arguments wrong(String name, ShmemProgram program, Kind kind) {
    return arguments(name, program, List.of(kind));
  }

  @ParameterizedTest(name = "{0}")
  @FieldSource("PROGRAMS")
  void shouldSay(String name, ShmemProgram program, List<Kind> expected) {
    CheckReport report =
        Checker.check(
            new CheckOptions(PES, SCHEDULES, 1, StrategyKind.RANDOM, null, 1 << 16, 10),
            pe -> () -> Shmem.run(program),
            schedule -> {});
    Stream<Kind> kinds = report.findings().stream().map(Finding::kind).distinct();
    assertEquals(expected, kinds.toList(), () -> report.findings().toString());
  }

  private static void lock(Shmem shmem) {
    SymmetricLongs count = shmem.longs(1);
    SymmetricLock lock = shmem.lock();
    lock.set();
    count.p(0, shmem.pe(), 0);
    lock.clear();
    lock.free();
    shmem.free(count);
  }

  /** A completion's handling. */
  private interface Waits {
    void await(Completion completion);
  }

  private static void tellAfter(Shmem shmem, Waits waits) {
    SymmetricLongs data = shmem.longs(4);
    Signal there = shmem.signal();
    if (shmem.pe() == 0) {
      waits.await(data.putNbi(new long[] {1, 2, 3, 4}, 1));
      there.set(1, 1);
    } else {
      there.waitUntil(Compare.EQ, 1, Duration.ofSeconds(10));
      assertEquals(4, data.at(3));
    }
    shmem.barrierAll();
  }

  private static void atomicOfAnInt(Shmem shmem) {
    SymmetricInts cells = shmem.ints(2);
    if (shmem.pe() == 0) {
      var _ = cells.atomicFetchAddNbi(new int[1], 0, 0, 5, 1);
      shmem.quiet();
    } else {
      cells.set(1, 7);
      assertEquals(7, cells.at(1));
    }
    shmem.barrierAll();
  }

  private static void fetchLater(Shmem shmem) {
    SymmetricLongs cells = shmem.longs(1);
    if (shmem.pe() == 0) {
      var _ = cells.atomicFetchNbi(new long[1], 0, 0, 1);
      shmem.quiet();
    } else {
      assertEquals(0, cells.at(0));
    }
    shmem.barrierAll();
  }

  private static void inThread(Runnable body) throws InterruptedException {
    Thread thread = new Thread(body);
    ThreadCalls.start(thread);
    ThreadCalls.join(thread);
  }

  private static void caughtExit(Shmem shmem) {
    try {
      if (shmem.pe() == 1) {
        ExitCalls.exit(3);
      }
    } catch (Throwable e) {
      // So that nobody hears of it.
    }
  }

  private static void handled(Shmem shmem) throws InterruptedException {
    Throwable[] seen = new Throwable[1];
    Thread thread =
        new Thread(() -> {
          throw new IllegalStateException("boom");
        });
    thread.setUncaughtExceptionHandler((same, thrown) -> seen[0] = thrown);
    ThreadCalls.start(thread);
    ThreadCalls.join(thread);
    assertEquals("boom", seen[0].getMessage());
  }

  private static void pool(Shmem shmem) throws Exception {
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      var _ = pool.submit(() -> shmem.quiet()).get();
    }
  }

  private static void setAndAdd(Shmem shmem) {
    Signal signal = shmem.signal();
    if (shmem.pe() == 0) {
      signal.set(5, 1);
    } else {
      signal.add(1, 1);
    }
    shmem.barrierAll();
  }
}
