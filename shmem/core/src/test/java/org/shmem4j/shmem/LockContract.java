package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lock promises in every world (OpenSHMEM 1.6, Distributed Locking Routines). */
abstract class LockContract {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final World world;

  LockContract(World world) {
    this.world = world;
  }

  /** Until a PE is the last of the queue. */
  private static void awaitTail(SymmetricLock lock, int pe) {
    while (lock.cells.atomicFetch(SymmetricLock.TAIL, lock.home) != pe + 1) {
      Thread.yield();
    }
  }

  private static void awaitState(SymmetricLock lock, int pe, long state) {
    while (state(lock, pe) != state) {
      Thread.yield();
    }
  }

  private static long state(SymmetricLock lock, int pe) {
    return lock.cells.atomicFetch(SymmetricLock.STATE, pe);
  }

  private static void assertFree(SymmetricLock lock, int pes) {
    assertEquals(SymmetricLock.NOBODY, lock.cells.atomicFetch(SymmetricLock.TAIL, lock.home));
    for (int pe = 0; pe < pes; pe++) {
      assertEquals(SymmetricLock.IDLE, state(lock, pe));
    }
  }

  /** How many threads of this PE wait for another one. */
  private static int queued(SymmetricLock lock) {
    synchronized (lock.turns) {
      return lock.turns.size();
    }
  }

  private static void giveUp(SymmetricLock lock) {
    assertThrows(WaitTimeoutException.class, () -> lock.set(SHORT));
  }

  /** Litmus test L27. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldLetOnePeInAtATime(int pes) {
    int rounds = 500;
    world.run(
        pes,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          SymmetricLongs total = shmem.longs(1);
          for (int i = 0; i < rounds; i++) {
            lock.set();
            total.p(0, total.g(0, pes - 1) + 1, pes - 1);
            lock.clear();
          }
          shmem.barrierAll();
          assertEquals((long) pes * rounds, total.g(0, pes - 1));
          assertFree(lock, pes);
        });
  }

  /** Also what it put to a third PE, without a quiet. */
  @Test
  void shouldShowToTheNextHolderWhatTheLastOneDid() {
    world.run(
        3,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          SymmetricLongs data = shmem.longs(32);
          long[] seen = new long[32];
          for (int i = 0; i < 300; i++) {
            try (var _ = lock.lock()) {
              long round = data.g(0, 0);
              for (int pe = 0; pe < 3; pe++) {
                data.get(seen, pe);
                assertEquals(round, seen[31]);
                Arrays.fill(seen, round + 1);
                data.put(seen, pe);
              }
            }
          }
          shmem.barrierAll();
          assertEquals(900, data.at(16));
        });
  }

  @Test
  void shouldServeInTheOrderOfComing() {
    int pes = 5;
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    world.run(
        pes,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          int pe = shmem.pe();
          // Last PE first.
          if (pe < pes - 1) {
            awaitTail(lock, pe + 1);
          }
          lock.set();
          if (pe == pes - 1) {
            awaitTail(lock, 0);
          }
          order.add(pe);
          lock.clear();
        });
    assertEquals(List.of(4, 3, 2, 1, 0), order);
  }

  @Test
  void shouldGiveUpAtTheDeadline() {
    world.run(
        2,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          if (shmem.pe() == 0) {
            lock.set(Duration.ZERO);
          }
          shmem.barrierAll();
          if (shmem.pe() == 1) {
            for (Duration timeout : List.of(Duration.ZERO, Duration.ofNanos(1), SHORT)) {
              long start = System.nanoTime();
              assertEquals(
                  "a lock was not free before the deadline: lock=lock#1 pe=1 timeout=" + timeout,
                  assertThrows(WaitTimeoutException.class, () -> lock.set(timeout)).getMessage());
              assertTrue(System.nanoTime() - start >= timeout.toNanos(), "gave up too early");
            }
            assertThrows(WaitTimeoutException.class, () -> lock.lock(SHORT));
            assertThrows(IllegalArgumentException.class, () -> lock.set(SHORT.negated()));
          }
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            lock.clear();
          } else {
            lock.set(Duration.ofSeconds(Long.MAX_VALUE));
            lock.clear();
          }
          shmem.barrierAll();
          assertFree(lock, 2);
        });
  }

  /** The first and one in the middle. */
  @Test
  void shouldPassOverThoseWhoHaveGivenUp() {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    world.run(
        5,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          int pe = shmem.pe();
          if (pe == 0) {
            lock.set();
            awaitTail(lock, 4);
            awaitState(lock, 1, SymmetricLock.ABANDONED);
            awaitState(lock, 3, SymmetricLock.ABANDONED);
            order.add(pe);
            lock.clear();
          } else {
            awaitTail(lock, pe - 1);
            if (pe % 2 == 1) {
              giveUp(lock);
            } else {
              lock.set();
              order.add(pe);
              lock.clear();
            }
          }
          shmem.barrierAll();
          assertFree(lock, 5);
          shmem.barrierAll();
          lock.set();
          lock.clear();
        });
    assertEquals(List.of(0, 2, 4), order);
  }

  @Test
  void shouldBeFreeAfterAllHaveGivenUp() {
    world.run(
        4,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          for (int holder = 0; holder < 4; holder++) {
            if (shmem.pe() == holder) {
              lock.set();
            }
            shmem.barrierAll();
            if (shmem.pe() != holder) {
              giveUp(lock);
              giveUp(lock);
              assertFalse(lock.test());
            }
            shmem.barrierAll();
            if (shmem.pe() == holder) {
              lock.clear();
            }
            shmem.barrierAll();
            assertFree(lock, 4);
            shmem.barrierAll();
          }
        });
  }

  @Test
  void shouldKeepThePlaceOfWhoHasGivenUpAndComesBack() {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch seen = new CountDownLatch(1);
    world.run(
        3,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          int pe = shmem.pe();
          if (pe == 0) {
            lock.set();
            awaitTail(lock, 2);
            awaitState(lock, 1, SymmetricLock.ABANDONED);
            seen.countDown();
            awaitState(lock, 1, SymmetricLock.WAITING);
          } else if (pe == 1) {
            awaitTail(lock, 0);
            giveUp(lock);
            awaitTail(lock, 2);
            seen.await();
            lock.set();
          } else {
            awaitTail(lock, 1);
            lock.set();
          }
          order.add(pe);
          lock.clear();
        });
    assertEquals(List.of(0, 1, 2), order);
  }

  /** As if a holder took long between skipping this PE and letting it go. */
  @Test
  void shouldWaitUntilItsOldPlaceIsGone() {
    world.run(
        2,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          if (shmem.pe() == 0) {
            lock.cells.atomicSet(SymmetricLock.STATE, SymmetricLock.SKIPPED, 1);
          }
          shmem.barrierAll();
          if (shmem.pe() == 1) {
            assertFalse(lock.test());
            giveUp(lock);
            assertEquals(SymmetricLock.SKIPPED, state(lock, 1));
          }
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            Thread.sleep(20);
            lock.cells.atomicSet(SymmetricLock.STATE, SymmetricLock.IDLE, 1);
          } else {
            lock.set(LONG);
            lock.clear();
          }
          shmem.barrierAll();
          assertFree(lock, 2);
        });
  }

  /** Joins as a PE does that is slow to link itself to its predecessor; returns that. */
  private static int joinWithoutLink(SymmetricLock lock, int pe) {
    lock.cells.atomicSet(SymmetricLock.NEXT, SymmetricLock.NOBODY, pe);
    int before = (int) lock.cells.atomicSwap(SymmetricLock.TAIL, pe + 1, lock.home) - 1;
    lock.cells.atomicSet(SymmetricLock.STATE, SymmetricLock.WAITING, pe);
    return before;
  }

  private static void link(SymmetricLock lock, int pe, int before) {
    lock.cells.atomicSet(SymmetricLock.NEXT, pe + 1, before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldWaitForALinkThatIsLate(boolean afterSkipped) {
    world.run(
        3,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          if (shmem.pe() == 0) {
            lock.set();
          }
          shmem.barrierAll();
          if (shmem.pe() == 1 && afterSkipped) {
            giveUp(lock);
          }
          shmem.barrierAll();
          int before = shmem.pe() == 2 ? joinWithoutLink(lock, 2) : 0;
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            lock.clear();
            assertEquals(SymmetricLock.GRANTED, state(lock, 2));
          } else if (shmem.pe() == 2) {
            assertEquals(afterSkipped ? 1 : 0, before);
            Thread.sleep(30);
            assertEquals(SymmetricLock.WAITING, state(lock, 2));
            link(lock, 2, before);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTellWhoClearsThatTheNextHasEnded(boolean afterSkipped) {
    assertEquals(
        "another PE ended before it finalized: pe=2 exitCode=1; this PE was waiting for lock#1",
        failure(
            3,
            (shmem, lock) -> {
              if (shmem.pe() == 1 && afterSkipped) {
                giveUp(lock);
              }
              shmem.barrierAll();
              if (shmem.pe() == 2) {
                var _ = joinWithoutLink(lock, 2);
              }
              shmem.barrierAll();
            },
            (_, lock) -> lock.clear()));
  }

  private interface Part {
    void run(Shmem shmem, SymmetricLock lock) throws Exception;
  }

  /**
   * PE 0 gets the lock; after the preparation the last PE ends; returns what the victim is told.
   */
  private String failure(int pes, Part preparation, Part victim) {
    List<PeerFailedException> told = Collections.synchronizedList(new ArrayList<>());
    Part onPe0 =
        (shmem, lock) ->
            told.add(assertThrows(PeerFailedException.class, () -> victim.run(shmem, lock)));
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                world.run(
                    pes,
                    shmem -> {
                      SymmetricLock lock = shmem.lock();
                      if (shmem.pe() == 0) {
                        lock.set();
                      }
                      shmem.barrierAll();
                      preparation.run(shmem, lock);
                      if (shmem.pe() == 0) {
                        onPe0.run(shmem, lock);
                      } else if (shmem.pe() == pes - 1) {
                        Thread.sleep(30);
                        throw new IllegalStateException("mine");
                      }
                      shmem.barrierAll();
                    }));
    assertEquals("mine", failure.getCause().getMessage());
    assertEquals(1, told.size());
    assertInstanceOf(PeerFailedException.class, told.get(0).getCause());
    return told.get(0).getMessage();
  }

  private static final String TOLD =
      "another PE ended before it finalized: pe=1 exitCode=1; this PE was waiting for lock#1";

  /** The holder ends while others wait for the lock, without and with a deadline. */
  @Test
  void shouldTellWhoWaitsThatAPeHasEnded() {
    for (Duration timeout : new Duration[] {null, LONG}) {
      assertEquals(
          TOLD,
          failure(
              2,
              (shmem, lock) -> {
                if (shmem.pe() == 0) {
                  lock.clear();
                }
                shmem.barrierAll();
                if (shmem.pe() == 1) {
                  lock.set();
                }
                shmem.barrierAll();
              },
              (_, lock) -> {
                if (timeout == null) {
                  lock.set();
                } else {
                  lock.set(timeout);
                }
              }));
    }
  }

  @Test
  void shouldTellAThreadThatWaitsForAnotherThreadThatAPeHasEnded() {
    assertEquals(TOLD, failure(2, (_, _) -> {}, (_, lock) -> inThread(lock::set)));
  }

  @Test
  void shouldEndALoopOfTestsWhenAPeHasEnded() {
    assertEquals(
        TOLD,
        failure(
            2,
            (_, _) -> {},
            (_, lock) -> {
              while (!lock.test()) {
                Thread.yield();
              }
            }));
  }

  @Test
  void shouldTestWithoutWaiting() {
    world.run(
        2,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          if (shmem.pe() == 0) {
            assertTrue(lock.test());
            assertFalse(lock.test(), "this thread holds it");
            inThread(() -> assertFalse(lock.test(), "this PE holds it"));
          }
          shmem.barrierAll();
          if (shmem.pe() == 1) {
            assertFalse(lock.test());
            giveUp(lock);
            assertFalse(lock.test());
          }
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            lock.clear();
          }
          shmem.barrierAll();
          if (shmem.pe() == 1) {
            assertTrue(lock.test());
            lock.clear();
            assertTrue(lock.test());
            lock.clear();
          }
          shmem.barrierAll();
          assertFree(lock, 2);
        });
  }

  @Test
  void shouldBeClearedByItsGuardOnce() {
    world.run(
        2,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          if (shmem.pe() == 0) {
            SymmetricLock.Guard guard = lock.lock();
            guard.close();
            try (var _ = lock.lock(LONG)) {
              guard.close();
              inThread(() -> assertFalse(lock.test(), "cleared by an old guard"));
              assertThrows(IllegalStateException.class, lock::lock);
            }
          }
          shmem.barrierAll();
          assertFree(lock, 2);
        });
  }

  @Test
  void shouldSayWhatIsWrong() {
    world.run(
        2,
        shmem -> {
          SymmetricLongs first = shmem.longs(1);
          SymmetricLock lock = shmem.lock();
          assertEquals("lock#" + lock.id(), lock.toString());
          assertEquals(first.id() + 1, lock.id());
          for (int turn = 0; turn < 2; turn++) {
            shmem.barrierAll();
            if (shmem.pe() == turn) {
              String it = "lock=lock#2 pe=" + turn;
              String notHeld = "a lock is cleared by the PE that holds it: " + it;
              assertEquals(notHeld, message(lock::clear));
              lock.set();
              String again = "a lock is not re-entrant: " + it + "; clear it first";
              assertEquals(again, message(lock::set));
              assertEquals(again, message(() -> lock.set(SHORT)));
              assertEquals(again, message(lock::lock));
              lock.clear();
              assertEquals(notHeld, message(lock::clear));
            }
          }
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            lock.set();
          }
          shmem.barrierAll();
          if (shmem.pe() == 1) {
            assertEquals(
                "a lock is cleared by the PE that holds it: lock=lock#2 pe=1",
                message(lock::clear));
          }
          int objects = shmem.heap().objectCount();
          assertFalse(lock.isFreed());
          lock.free();
          assertTrue(lock.isFreed());
          assertEquals(objects - 1, shmem.heap().objectCount());
          for (Misuse use : List.<Misuse>of(lock::set, lock::test, lock::clear, lock::lock)) {
            String freed = message(use);
            assertTrue(freed.startsWith("the lock has been freed: lock=lock#2 freedAt="), freed);
          }
        });
  }

  private interface Misuse {
    void run() throws Exception;
  }

  private static String message(Misuse misuse) {
    return assertThrows(IllegalStateException.class, misuse::run).getMessage();
  }

  /** Runs in another thread of this PE, and throws what that throws. */
  private static void inThread(Runnable body) throws Exception {
    FutureTask<Void> task = new FutureTask<>(body, null);
    Thread.ofPlatform().start(task);
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    }
  }

  private static List<Thread> threads(int count, Runnable body) {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofPlatform().start(body));
    }
    return threads;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void shouldLetOneThreadInAtATime() {
    int rounds = 100;
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger tooMany = new AtomicInteger();
    world.run(
        2,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          SymmetricLongs total = shmem.longs(1);
          join(
              threads(
                  4,
                  () -> {
                    for (int i = 0; i < rounds; i++) {
                      try (var _ = lock.lock()) {
                        if (inside.incrementAndGet() != 1) {
                          tooMany.incrementAndGet();
                        }
                        total.p(0, total.g(0, 0) + 1, 0);
                        inside.decrementAndGet();
                      }
                    }
                  }));
          shmem.barrierAll();
          assertEquals(2L * 4 * rounds, total.g(0, 0));
          assertFree(lock, 2);
        });
    assertEquals(0, tooMany.get());
  }

  /** The second of three that queue gives up; a thread other than the one that set it clears it. */
  @Test
  void shouldServeThreadsInTheOrderOfComing() {
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    world.run(
        1,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          lock.set();
          List<Thread> threads = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            int number = i;
            threads.addAll(
                threads(
                    1,
                    () -> {
                      if (number == 1) {
                        giveUp(lock);
                      } else {
                        lock.set();
                        order.add(number);
                        lock.clear();
                      }
                    }));
            if (number == 1) {
              threads.get(1).join();
            } else {
              while (queued(lock) < threads.stream().filter(Thread::isAlive).count()) {
                Thread.yield();
              }
            }
          }
          assertFalse(lock.test());
          inThread(lock::clear);
          join(threads);
          lock.set(Duration.ZERO);
          lock.clear();
        });
    assertEquals(List.of(0, 2, 3), order);
  }

  /** Deadlines that pass at any moment, also while the lock is being handed over. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void shouldSurviveAnyMix(int pes) {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger gotIt = new AtomicInteger();
    AtomicInteger gaveUp = new AtomicInteger();
    world.run(
        pes,
        shmem -> {
          SymmetricLongs total = shmem.longs(1);
          SymmetricLongs entered = shmem.longs(1);
          for (int seed = 0; seed < 10; seed++) {
            SymmetricLock lock = shmem.lock();
            Random random = new Random(seed * 100L + shmem.pe());
            for (int i = 0; i < 40; i++) {
              if (!tryAnyWay(lock, random)) {
                gaveUp.incrementAndGet();
                continue;
              }
              assertEquals(1, inside.incrementAndGet(), "holders");
              total.p(0, total.g(0, 0) + 1, 0);
              entered.atomicInc(0, 0);
              if (random.nextInt(8) == 0) {
                LockSupport.parkNanos(random.nextInt(1_000_000));
              }
              gotIt.incrementAndGet();
              inside.decrementAndGet();
              lock.clear();
            }
            shmem.barrierAll();
            assertFree(lock, pes);
            assertEquals(entered.g(0, 0), total.g(0, 0));
            lock.free();
          }
        });
    assertTrue(gotIt.get() > 0 && gaveUp.get() > 0, gotIt + " got it, not " + gaveUp);
  }

  private static boolean tryAnyWay(SymmetricLock lock, Random random) {
    int way = random.nextInt(8);
    if (way == 0) {
      return lock.test();
    }
    if (way == 1) {
      lock.set();
      return true;
    }
    try {
      lock.set(Duration.ofNanos(random.nextInt(way == 2 ? 1 : 1_000_000)));
      return true;
    } catch (WaitTimeoutException e) {
      return false;
    }
  }
}
