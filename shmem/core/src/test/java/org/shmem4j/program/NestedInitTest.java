package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.program.Jobs.Helper;
import org.shmem4j.program.Jobs.Texts;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.ThreadLevel;

/** Joining and leaving a job several times (OpenSHMEM 1.6, Library Setup, Exit, and Query). */
class NestedInitTest {
  private static void assertMeets(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    box.p(0, shmem.pe() + 1, Jobs.right(shmem));
    shmem.barrierAll();
    assertEquals(Jobs.left(shmem) + 1, box.at(0));
    shmem.free(box);
  }

  /** All inits give one handle; objects live until the last is taken back. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldLeaveWithTheLastClose(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          SymmetricLongs box = shmem.longs(1);
          for (int depth = 0; depth < 10; depth++) {
            assertSame(shmem, Shmem.init());
          }
          Shmem.run(inner -> assertSame(shmem, inner));
          for (int depth = 0; depth < 10; depth++) {
            shmem.close();
            assertTrue(Shmem.isInitialized());
            box.p(0, depth, Jobs.right(shmem));
            shmem.barrierAll();
            assertEquals(depth, box.at(0));
            shmem.barrierAll();
          }
          shmem.close();
          assertFalse(Shmem.isInitialized());
          assertThrows(IllegalStateException.class, shmem::barrierAll);
          assertTrue(box.isFreed());
          shmem.close(); // once more does nothing
          assertFalse(Shmem.isInitialized());
        });
  }

  /** An inner close completes and meets as barrierAll does, and is told apart from leaving. */
  @Test
  void shouldLeaveAtTheEndOfTheProgramWhateverWasNotClosed() {
    Jobs.run(
        2,
        shmem -> {
          if (shmem.pe() == 1) {
            assertSame(shmem, Shmem.init());
          }
        });
  }

  @Test
  void shouldMeetAtAnInnerClose() {
    Texts texts = new Texts(2);
    AtomicInteger before = new AtomicInteger();
    Jobs.run(
        2,
        shmem -> {
          SymmetricLongs box = shmem.longs(1);
          for (int round = 1; round <= 200; round++) {
            try (Shmem inner = Shmem.init()) {
              box.p(0, round, Jobs.right(inner));
              var _ = before.incrementAndGet();
            }
            assertTrue(before.get() >= 2 * round, "the other has come to its close");
            assertEquals(round, box.at(0));
            shmem.barrierAll();
          }
          assertSame(shmem, Shmem.init());
          String text =
              texts.assertAllThrow(
                  shmem,
                  SymmetryException.class,
                  () -> {
                    if (shmem.pe() == 0) {
                      shmem.close();
                    } else {
                      shmem.syncAll();
                    }
                  });
          assertTrue(
              text.contains("PE 0: barrierAll at org.shmem4j.program.NestedInitTest."), text);
          shmem.close(); // nothing had been taken back
          assertMeets(shmem);
        });
  }

  @Test
  void shouldTellOfAPeThatLeavesWhileAnotherClosesAnInnerInit() {
    Texts texts = new Texts(2);
    Jobs.run(
        2,
        shmem -> {
          if (shmem.pe() == 1) {
            assertSame(shmem, Shmem.init());
          }
          String text = texts.assertAllThrow(shmem, SymmetryException.class, shmem::close);
          assertTrue(text.contains("PE 0: finalize at "), text);
          assertTrue(text.contains("PE 1: barrierAll at "), text);
          if (shmem.pe() == 0) {
            shmem.barrierAll();
          } else {
            shmem.close();
          }
          assertMeets(shmem);
        });
  }

  /** New handles, an empty heap, boards that go on; what is of old memberships is refused. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldJoinAgainAndAgain(int pes) {
    Jobs.run(
        pes,
        first -> {
          Shmem shmem = first;
          for (int round = 0; round < 25; round++) {
            assertTrue(Shmem.isInitialized());
            assertEquals(first.pe(), shmem.pe());
            SymmetricLongs left = shmem.longs(100);
            assertEquals(0, left.offset());
            Team team = shmem.world().splitStrided(pes - 1, -1, pes);
            assertEquals("team#1", team.toString());
            for (int i = 0; i < round % 4; i++) {
              team.sync(); // so that sequence numbers differ from those of the world
              shmem.syncAll();
            }
            Team alone = shmem.pe() == 0 ? team.split(-1, 0) : team.split(shmem.pe(), 0);
            for (int i = 0; i < 3 * shmem.pe(); i++) {
              alone.sync();
            }
            assertMeets(shmem);
            ShmemContext context = shmem.createContext();
            Shmem old = shmem;
            old.close();
            assertFalse(Shmem.isInitialized());
            shmem = Shmem.init();
            assertNotSame(old, shmem);
            assertTrue(left.isFreed());
            assertThrows(IllegalStateException.class, () -> left.p(0, 1, 0));
            assertThrows(IllegalStateException.class, old::barrierAll);
            assertThrows(IllegalStateException.class, old::createContext);
            assertThrows(IllegalStateException.class, () -> old.heap().longs(1));
            assertThrows(IllegalStateException.class, team::barrier);
            assertThrows(IllegalStateException.class, context::quiet);
            old.close(); // does not end the new membership
            assertTrue(Shmem.isInitialized());
            SymmetricLongs box = shmem.longs(1);
            assertEquals(1, box.id());
            assertThrows(IllegalArgumentException.class, () -> box.on(context));
            assertThrows(IllegalArgumentException.class, () -> box.on(team));
            Team world = shmem.world();
            assertThrows(IllegalStateException.class, () -> team.translate(0, world));
            assertThrows(IllegalStateException.class, () -> world.translate(0, team));
            shmem.free(box);
            assertEquals(shmem.heap().size(), shmem.heap().largestFree());
            if (round % 2 == 0) { // also without anything between
              shmem.close();
              shmem = Shmem.init();
            }
          }
          shmem.close();
        });
  }

  /** Before, in and after; from threads that a PE starts, and from those that it does not. */
  @Test
  void shouldTellEveryThreadWhetherItsPeHasJoined() throws Exception {
    CyclicBarrier step = new CyclicBarrier(2);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    assertFalse(Shmem.isInitialized());
    Thread job =
        new Thread(() -> {
          try {
            Jobs.run(
                1,
                shmem -> {
                  assertSeenByHelpers(true);
                  await(step);
                  await(step);
                  shmem.close();
                  assertSeenByHelpers(false);
                  Shmem again = Shmem.init();
                  assertSeenByHelpers(true);
                  again.close();
                  assertSeenByHelpers(false);
                });
          } catch (Throwable e) {
            failure.set(e);
          }
        });
    job.start();
    await(step);
    assertFalse(Shmem.isInitialized(), "this thread is none of the PE's");
    await(step);
    job.join();
    assertNull(failure.get());
    assertFalse(Shmem.isInitialized());
  }

  private static void await(CyclicBarrier step) throws Exception {
    var _ = step.await(20, TimeUnit.SECONDS);
  }

  private static void assertSeenByHelpers(boolean expected) throws InterruptedException {
    assertEquals(expected, Shmem.isInitialized());
    new Helper(
            () -> {
              assertEquals(expected, Shmem.isInitialized());
              new Helper(() -> assertEquals(expected, Shmem.isInitialized())).join();
            })
        .join();
  }

  @ParameterizedTest
  @EnumSource
  void shouldGiveEveryThreadLevel(ThreadLevel requested) {
    Jobs.run(
        2,
        shmem -> {
          assertSame(shmem, Shmem.init(requested));
          assertEquals(ThreadLevel.MULTIPLE, shmem.threadLevel());
          assertThrows(NullPointerException.class, () -> Shmem.init(null));
          shmem.close(); // the null has not counted
          assertTrue(Shmem.isInitialized());
          shmem.close();
          assertFalse(Shmem.isInitialized());
        });
  }

  /** A thread that the PE has started joins, meets the others and leaves for it. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void shouldJoinFromAHelperThread(int pes) {
    Jobs.run(
        pes,
        shmem -> {
          new Helper(
                  () -> {
                    try (Shmem inner = Shmem.init()) {
                      assertSame(shmem, inner);
                      assertMeets(inner);
                    }
                  })
              .join();
          assertMeets(shmem);
          shmem.close();
          AtomicReference<Shmem> again = new AtomicReference<>();
          new Helper(
                  () -> {
                    again.set(Shmem.init());
                    assertMeets(again.get());
                  })
              .join();
          assertTrue(Shmem.isInitialized());
          assertEquals(shmem.pe(), again.get().pe());
          assertMeets(again.get());
          new Helper(again.get()::close).join();
          assertFalse(Shmem.isInitialized());
          Shmem.run(NestedInitTest::assertMeets);
          assertFalse(Shmem.isInitialized());
        });
  }

  /** Each job has its own memory and meetings, and refuses the other's objects. */
  @Test
  void shouldRunTwoWorldsAtOnce() throws Exception {
    AtomicReferenceArray<SymmetricLongs> boxes = new AtomicReferenceArray<>(2);
    CyclicBarrier all = new CyclicBarrier(4);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] jobs = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int world = i;
      jobs[i] =
          new Thread(() -> {
            try {
              Jobs.run(2, shmem -> runOneOfTwo(world, shmem, boxes, all));
            } catch (Throwable e) {
              failure.set(e);
            }
          });
      jobs[i].start();
    }
    for (Thread job : jobs) {
      job.join();
    }
    assertNull(failure.get());
  }

  private static void runOneOfTwo(
      int world, Shmem shmem, AtomicReferenceArray<SymmetricLongs> boxes, CyclicBarrier all)
      throws Exception {
    assertSame(shmem, Shmem.init());
    SymmetricLongs box = shmem.longs(1);
    if (shmem.pe() == 0) {
      boxes.set(world, box);
    }
    box.p(0, 10 * world + shmem.pe(), Jobs.right(shmem));
    await(all);
    shmem.barrierAll();
    assertEquals(10 * world + Jobs.left(shmem), box.at(0));
    SymmetricLongs foreign = boxes.get(1 - world);
    assertEquals(box.offset(), foreign.offset());
    assertThrows(IllegalArgumentException.class, () -> foreign.on(shmem.context()));
    assertThrows(IllegalArgumentException.class, () -> foreign.on(shmem.world()));
    assertThrows(IllegalArgumentException.class, () -> box.put(0, foreign, 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> shmem.world().segment(foreign, 0));
    assertThrows(IllegalArgumentException.class, () -> shmem.free(foreign));
    assertThrows(IllegalArgumentException.class, () -> shmem.heap().realloc(foreign, 2));
    await(all);
    shmem.close();
    for (int round = 0; round < 50; round++) {
      assertMeets(shmem);
    }
    if (world == 0) {
      shmem.close();
      assertFalse(Shmem.isInitialized());
    }
    await(all);
    if (world == 1) {
      assertTrue(Shmem.isInitialized(), "the end of one is not the end of the other");
      assertMeets(shmem);
    }
  }

  /** A PE can run a job of its own, whose PEs are no PEs of the outer one. */
  @Test
  void shouldRunAJobInsideAPe() {
    Jobs.run(
        2,
        outer -> {
          Jobs.run(
              3,
              inner -> {
                assertNotSame(outer, inner);
                try (Shmem same = Shmem.init()) {
                  assertSame(inner, same);
                }
                assertMeets(inner);
              });
          assertTrue(Shmem.isInitialized());
          try (Shmem same = Shmem.init()) {
            assertSame(outer, same);
          }
          assertMeets(outer);
        });
  }

  /** Who joins again alone is told who will not come, wherever it waits. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTellWhoJoinsAgainAloneThatTheOtherHasEnded(boolean sleeps) {
    AtomicReference<Thread> other = new AtomicReference<>();
    Jobs.run(
        sleeps ? 3 : 2,
        shmem -> {
          if (shmem.pe() == 1) {
            other.set(Thread.currentThread());
          }
          shmem.barrierAll();
          shmem.close();
          if (shmem.pe() != 0) {
            return;
          }
          other.get().join();
          Shmem again = Shmem.init();
          String text = assertThrows(ShmemException.class, again::barrierAll).getMessage();
          assertTrue(
              text.startsWith(
                  "another PE has left the job and ended, while this one has joined it again: pe=1;"
                      + " all PEs join again or none; this PE was waiting for "),
              text);
          assertTrue(text.contains("barrierAll"), text);
        });
  }

  /** While others have only left, and their threads go on, a PE waits for them to join again. */
  @Test
  void shouldWaitForWhoMayStillJoinAgain() {
    Jobs.run(
        2,
        shmem -> {
          shmem.close();
          if (shmem.pe() == 1) {
            Thread.sleep(400); // longer than the other's first looks
          }
          Shmem.run(NestedInitTest::assertMeets);
        });
  }

  /** close() meets nobody after another PE's failure, and the PE cannot join again. */
  @Test
  void shouldCloseAfterAPeersFailure() {
    AtomicInteger closed = new AtomicInteger();
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                Jobs.run(
                    3,
                    shmem -> {
                      assertSame(shmem, Shmem.init());
                      if (shmem.pe() == 1) {
                        throw new IllegalStateException("on purpose");
                      }
                      PeerFailedException e =
                          assertThrows(PeerFailedException.class, shmem::barrierAll);
                      assertEquals(1, e.pe());
                      shmem.close(); // the inner one
                      assertTrue(Shmem.isInitialized());
                      shmem.close();
                      assertFalse(Shmem.isInitialized());
                      assertThrows(IllegalStateException.class, shmem::barrierAll);
                      String text = assertThrows(ShmemException.class, Shmem::init).getMessage();
                      assertTrue(
                          text.startsWith("this PE cannot join its job again: pe=" + shmem.pe()),
                          text);
                      var _ = closed.incrementAndGet();
                    }));
    assertEquals("on purpose", failure.getCause().getMessage());
    assertEquals(2, closed.get());
  }

  /** A nested run that fails takes its init back, whoever catches what it throws. */
  @Test
  void shouldTakeBackWhatANestedRunHasInitialised() {
    Jobs.run(
        2,
        shmem -> {
          IllegalStateException thrown =
              assertThrows(
                  IllegalStateException.class,
                  () ->
                      Shmem.run(inner -> {
                        throw new IllegalStateException("on purpose");
                      }));
          assertEquals("on purpose", thrown.getMessage());
          ShmemException wrapped =
              assertThrows(
                  ShmemException.class,
                  () ->
                      Shmem.run(inner -> {
                        throw new IOException("checked");
                      }));
          assertEquals("checked", wrapped.getCause().getMessage());
          assertTrue(Shmem.isInitialized());
          assertMeets(shmem);
          Shmem.run(NestedInitTest::assertMeets);
          shmem.close();
          assertFalse(Shmem.isInitialized());
        });
  }

  /** And nobody catches it: the job ends, and those who wait hear of it. */
  @Test
  void shouldEndTheJobIfANestedRunFails() {
    AtomicReference<Throwable> seen = new AtomicReference<>();
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                Jobs.run(
                    2,
                    shmem -> {
                      if (shmem.pe() == 0) {
                        Shmem.run(inner -> {
                          throw new IllegalStateException("on purpose");
                        });
                      }
                      try {
                        Shmem.run(Shmem::barrierAll);
                      } catch (PeerFailedException e) {
                        seen.set(e);
                        throw e;
                      }
                    }));
    assertEquals("on purpose", failure.getCause().getMessage());
    assertEquals(0, ((PeerFailedException) seen.get()).pe());
  }
}
