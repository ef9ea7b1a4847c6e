package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;

/** Waiters that sleep: who wakes them, what they leave for tools, what ends them otherwise. */
class WaiterTest {
  private static final int PES = 4;

  /** Cases 28 and 34: more PEs than processors pass a token round, and no wake-up is lost. */
  @ParameterizedTest
  @EnumSource(names = {"DIRECT_SLEEPING", "REMOTE_SLEEPING"})
  void shouldNeverNeedTheBackstopInAnOversubscribedRing(World world) {
    int rounds = 20_000;
    world.run(
        PES,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          SymmetricLongs box = shmem.longs(1);
          Signal arrived = shmem.signal();
          int right = (shmem.pe() + 1) % PES;
          long[] token = new long[1];
          for (int round = 1; round <= rounds; round++) {
            if (shmem.pe() == 0) {
              token[0] = round;
              box.putSignal(token, arrived, SignalOp.SET, round, right);
            }
            assertEquals(round, arrived.waitUntil(Compare.EQ, round));
            assertEquals(round, box.at(0));
            if (shmem.pe() != 0) {
              token[0] = round;
              box.putSignal(token, arrived, SignalOp.SET, round, right);
            }
          }
          SymmetricLongs bells = shmem.longs(1);
          bells.atomicAdd(0, shmem.statistics().bells(), 0);
          shmem.barrierAll();
          assertTrue(World.sleeps(shmem) > 0, "nobody slept");
          assertTrue(bells.g(0, 0) > 0, "nobody was woken");
          assertEquals(0, World.control(shmem).backstops());
        });
  }

  @Test
  void shouldNeverNeedTheBackstopInOversubscribedBarriers() {
    World.DIRECT_SLEEPING.run(
        PES,
        shmem -> {
          World.DIRECT_SLEEPING.useUpSleepsWithoutBell(shmem);
          for (int round = 0; round < 3_000; round++) {
            shmem.barrierAll();
          }
          assertEquals(0, World.control(shmem).backstops());
        });
  }

  /** A store through a view rings no bell. */
  @Test
  void shouldEndAndCountAWaitThatOnlyTheBackstopSees() {
    World world = World.DIRECT_SLEEPING;
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          SymmetricLongs longs = shmem.longs(2);
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            // In the middle of a sleep, so that nothing else can have woken it.
            long sleeps = sleepsOf(shmem, 1);
            while (sleepsOf(shmem, 1) == sleeps) {
              Thread.onSpinWait();
            }
            Thread.sleep(1);
            longs.segment(1).setAtIndex(ValueLayout.JAVA_LONG, 1, 7);
          } else {
            assertEquals(7, longs.waitUntil(1, Compare.NE, 0));
            assertEquals(1, World.control(shmem).backstops());
            assertEquals(1, shmem.statistics().backstops());
            assertTrue(shmem.statistics().sleeps() > 1, () -> shmem.statistics().toString());
          }
        });
  }

  @Test
  void shouldSleepAtOnceIfToldTo() throws Exception {
    List<String> impatient = List.of("-Dshmem4j.wait.impatient=true");
    assertEquals(Set.of(), OtherJvm.failures(impatient, List.of("ImpatientWaits")));
  }

  private static long sleepsOf(Shmem shmem, int pe) {
    return Memory.getOpaqueLong(
        World.control(shmem).base() + ControlLayout.block(pe) + ControlLayout.SLEEPS);
  }

  private static void awaitSleep(Shmem shmem, int pe) {
    long word = World.control(shmem).base() + ControlLayout.block(pe) + ControlLayout.ASLEEP;
    while (Memory.getAcquireLong(word) == 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldGiveUpAtTheDeadlineWhileAsleep() {
    World world = World.DIRECT_SLEEPING;
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          Signal signal = shmem.signal();
          for (int millis : new int[] {1, 5, 25}) {
            long start = System.nanoTime();
            assertThrows(
                WaitTimeoutException.class,
                () -> signal.waitUntil(Compare.EQ, 1, Duration.ofMillis(millis)));
            assertTrue(System.nanoTime() - start >= millis * 1_000_000L);
          }
          assertEquals(0, World.control(shmem).backstops());
          assertEquals(0, asleep(shmem));
        });
  }

  private static long asleep(Shmem shmem) {
    return Memory.getAcquireLong(
        World.control(shmem).base() + ControlLayout.block(shmem.pe()) + ControlLayout.ASLEEP);
  }

  @Test
  void shouldLearnOfADeathWhileAsleep() {
    World world = World.DIRECT_SLEEPING;
    AtomicInteger told = new AtomicInteger();
    assertThrows(
        ShmemException.class,
        () ->
            world.run(
                3,
                shmem -> {
                  world.useUpSleepsWithoutBell(shmem);
                  Signal signal = shmem.signal();
                  if (shmem.pe() == 1) {
                    awaitSleep(shmem, 0);
                    awaitSleep(shmem, 2);
                    throw new IllegalStateException("mine");
                  }
                  PeerFailedException error =
                      assertThrows(
                          PeerFailedException.class, () -> signal.waitUntil(Compare.EQ, 1));
                  assertEquals(1, error.pe());
                  assertEquals(0, asleep(shmem));
                  told.incrementAndGet();
                }));
    assertEquals(2, told.get());
  }

  /** Tools can read what a PE waits for. */
  @Test
  void shouldLeaveWhatItWaitsFor() {
    for (World world : new World[] {World.DIRECT, World.DIRECT_SLEEPING}) {
      world.run(
          2,
          shmem -> {
            world.useUpSleepsWithoutBell(shmem);
            SymmetricInts ints = shmem.ints(5);
            if (shmem.pe() == 1) {
              ints.waitUntil(3, Compare.GE, 42);
            } else {
              ControlFile control = World.control(shmem);
              long record = control.base() + ControlLayout.record(1, 0);
              while (Memory.getAcquireInt(record + ControlLayout.WAIT_KIND)
                  != ControlLayout.WAITS_FOR_CELL) {
                Thread.onSpinWait();
              }
              assertEquals(ints.id(), Memory.getLong(record + ControlLayout.OBJECT));
              assertEquals(3, Memory.getLong(record + ControlLayout.INDEX));
              assertEquals(Compare.GE.ordinal(), Memory.getLong(record + ControlLayout.COMPARE));
              assertEquals(42, Memory.getLong(record + ControlLayout.EXPECTED));
              long age = System.nanoTime() - Memory.getLong(record + ControlLayout.SINCE);
              assertTrue(age >= 0 && age < 60_000_000_000L, "age=" + age);
              ints.atomicSet(3, 42, 1);
              while (Memory.getAcquireInt(record + ControlLayout.WAIT_KIND)
                  == ControlLayout.WAITS_FOR_CELL) {
                Thread.onSpinWait();
              }
            }
          });
    }
  }

  @Test
  void shouldLeaveWhichSetItWaitsFor() {
    World.DIRECT_SLEEPING.run(
        2,
        shmem -> {
          World.DIRECT_SLEEPING.useUpSleepsWithoutBell(shmem);
          SymmetricInts ints = shmem.ints(5);
          Signal[] signals = shmem.signals(4);
          if (shmem.pe() == 1) {
            ints.set(3, 8);
            assertEquals(3, ints.waitUntilAny(1, 4, new int[] {1, 0, 0, 0}, Compare.GT, 8));
            Signal.waitUntilAll(
                signals, new int[] {1, 0, 0, 0}, Compare.EQ, new long[] {0, 5, 6, 0});
          } else {
            assertRecord(shmem, ControlLayout.WAITS_FOR_ANY, ints, 2, Compare.GT, 8, 3);
            ints.atomicSet(4, 9, 1);
            assertRecord(shmem, ControlLayout.WAITS_FOR_ALL, signals[1], 0, Compare.EQ, 5, 2);
            signals[1].set(5, 1);
            assertRecord(shmem, ControlLayout.WAITS_FOR_ALL, signals[2], 0, Compare.EQ, 6, 1);
            signals[2].set(6, 1);
          }
          shmem.barrierAll();
          assertEquals(0, World.control(shmem).backstops());
        });
  }

  /** Waits until PE 1 says that it waits for a set, so. */
  private static void assertRecord(
      Shmem shmem,
      int kind,
      SymmetricObject object,
      long index,
      Compare compare,
      long value,
      long missing) {
    long record = World.control(shmem).base() + ControlLayout.record(1, 0);
    while (Memory.getAcquireInt(record + ControlLayout.WAIT_KIND) != kind
        || Memory.getLong(record + ControlLayout.OBJECT) != object.id()) {
      Thread.onSpinWait();
    }
    assertEquals(index, Memory.getLong(record + ControlLayout.INDEX));
    assertEquals(compare.ordinal(), Memory.getLong(record + ControlLayout.COMPARE));
    assertEquals(value, Memory.getLong(record + ControlLayout.EXPECTED));
    assertEquals(missing, Memory.getLong(record + ControlLayout.MISSING));
  }

  @Test
  void shouldLeaveWhomItWaitsForInACollective() {
    World.DIRECT.run(
        2,
        shmem -> {
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            long record = World.control(shmem).base() + ControlLayout.record(1, 0);
            while (Memory.getAcquireInt(record + ControlLayout.WAIT_KIND)
                != ControlLayout.WAITS_FOR_TICKET) {
              Thread.onSpinWait();
            }
            assertEquals(0, Memory.getLong(record + ControlLayout.OBJECT));
            assertEquals(2, Memory.getLong(record + ControlLayout.EXPECTED));
          }
          shmem.syncAll();
        });
  }

  /** More waiting threads of a PE than it has wait records. */
  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "DIRECT_SLEEPING"})
  void shouldLetManyThreadsOfAPeWait(World world) {
    int threads = ControlLayout.RECORD_COUNT + 9;
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          Signal[] signals = shmem.signals(threads);
          AtomicInteger woken = new AtomicInteger();
          for (int round = 1; round <= 5; round++) {
            List<Thread> waiters = new ArrayList<>();
            if (shmem.pe() == 1) {
              int expected = round;
              for (Signal signal : signals) {
                Thread waiter =
                    new Thread(() -> {
                      assertEquals(expected, signal.waitUntil(Compare.GE, expected));
                      woken.incrementAndGet();
                    });
                waiter.start();
                waiters.add(waiter);
              }
              for (Thread waiter : waiters) {
                waiter.join();
              }
              assertEquals(round * threads, woken.get());
            } else {
              Thread.sleep(5);
              for (Signal signal : signals) {
                signal.set(round, 1);
              }
            }
            shmem.barrierAll();
          }
          assertEquals(0, asleep(shmem));
          for (int record = 0; record < ControlLayout.RECORD_COUNT; record++) {
            assertEquals(
                ControlLayout.WAITS_FOR_NOTHING,
                Memory.getAcquireInt(
                    World.control(shmem).base()
                        + ControlLayout.record(shmem.pe(), record)
                        + ControlLayout.WAIT_KIND));
          }
        });
  }

  /** Two threads of a PE that sleep on different cells are each woken by their own. */
  @Test
  void shouldWakeTheThreadThatSleepsOnTheCell() {
    World world = World.DIRECT_SLEEPING;
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          Signal[] signals = shmem.signals(2);
          if (shmem.pe() == 1) {
            Thread other = new Thread(() -> signals[1].waitUntil(Compare.EQ, 1));
            other.start();
            signals[0].waitUntil(Compare.EQ, 1);
            other.join();
          } else {
            long word = World.control(shmem).base() + ControlLayout.block(1) + ControlLayout.ASLEEP;
            while (Long.bitCount(Memory.getAcquireLong(word)) < 2) {
              Thread.onSpinWait();
            }
            signals[1].set(1, 1);
            signals[0].set(1, 1);
          }
          shmem.barrierAll();
          assertEquals(0, World.control(shmem).backstops());
        });
  }
}
