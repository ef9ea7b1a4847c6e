package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** The end of one PE reaches all others, wherever they wait (case 33 and 52). */
class PeFailureTest {
  /** What the others do meanwhile, and what they are then told to have waited for. */
  enum Wait {
    BARRIER("PE [0-9] in barrierAll, the job's collective number 4") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        shmem.barrierAll();
      }
    },
    ALLOCATION("PE [0-9] in calloc, the job's collective number 4") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        shmem.longs(1);
      }
    },
    SIGNAL("signal#1\\[1\\] index=0 until == 1, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        signal.waitUntil(Compare.EQ, 1);
      }
    },
    INT("ints#2\\[5\\] index=4 until != 0, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        ints.waitUntil(4, Compare.NE, 0);
      }
    },
    LONG("longs#3\\[5\\] index=3 until > 0, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        longs.waitUntil(3, Compare.GT, 0);
      }
    },
    ALL("all of 3 cells, 2 missing, the first longs#3\\[5\\] index=2 until <= 1, now=2") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        longs.fill(2);
        longs.set(4, 1);
        longs.waitUntilAll(1, 4, new int[] {7, 0, 0, 0}, Compare.LE, 1);
      }
    },
    ANY("any of 2 cells, the first ints#2\\[5\\] index=1 until > 4, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        var _ =
            ints.waitUntilAny(0, 4, new int[] {1, 0, 1, 0}, Compare.GT, new int[] {-1, 4, -1, 3});
      }
    },
    SOME("any of 1 cells, the first signal#1\\[1\\] index=0 until != 0, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        var _ = Signal.waitUntilSome(new Signal[] {signal}, new int[1], null, Compare.NE, 0);
      }
    },
    TEST("any of 5 cells, the first longs#3\\[5\\] index=0 until == 1, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        while (longs.testAny(0, 5, null, Compare.EQ, 1) < 0) {
          Thread.yield();
        }
      }
    },
    TEST_ALL("all of 5 cells, 4 missing, the first ints#2\\[5\\] index=0 until == 1, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        ints.set(2, 1);
        while (!ints.testAll(0, 5, null, Compare.EQ, 1)) {
          Thread.yield();
        }
      }
    },
    RESET("signal#1\\[1\\] index=0 until > 0, now=0") {
      @Override
      void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs) {
        var _ = signal.waitAndReset(Compare.GT, 0, 0);
      }
    };

    private final String told;

    Wait(String told) {
      this.told = told;
    }

    abstract void apply(Shmem shmem, Signal signal, SymmetricInts ints, SymmetricLongs longs);
  }

  private static void run(int pes, boolean maySleep, ShmemProgram program) {
    Shmem.threads(new JobSpec(pes, 1 << 16, HeapBacking.MAPPED, true, maySleep), program);
  }

  /** PE 1 acts after a pause, all others wait; returns what the others' waits threw. */
  private static Map<Integer, Throwable> whileOthersWait(
      int pes, boolean maySleep, Wait wait, ShmemProgram action, boolean rethrow) {
    Map<Integer, Throwable> thrown = new TreeMap<>();
    run(
        pes,
        maySleep,
        shmem -> {
          Signal signal = shmem.signal();
          SymmetricInts ints = shmem.ints(5);
          SymmetricLongs longs = shmem.longs(5);
          if (shmem.pe() == 1) {
            Thread.sleep(30);
            action.run(shmem);
            return;
          }
          try {
            wait.apply(shmem, signal, ints, longs);
          } catch (Throwable e) {
            synchronized (thrown) {
              thrown.put(shmem.pe(), e);
            }
            if (rethrow) {
              throw e;
            }
          }
        });
    return thrown;
  }

  @ParameterizedTest
  @EnumSource(Wait.class)
  void shouldTellWaitersWhichPeHasFailed(Wait wait) {
    for (boolean maySleep : new boolean[] {false, true}) {
      Map<Integer, Throwable> thrown = new TreeMap<>();
      IOException cause = new IOException("disk");
      ShmemException failure =
          assertThrows(
              ShmemException.class,
              () ->
                  run(
                      3,
                      maySleep,
                      shmem -> {
                        Signal signal = shmem.signal();
                        SymmetricInts ints = shmem.ints(5);
                        SymmetricLongs longs = shmem.longs(5);
                        if (shmem.pe() == 1) {
                          Thread.sleep(30);
                          throw cause;
                        }
                        try {
                          wait.apply(shmem, signal, ints, longs);
                        } catch (PeerFailedException e) {
                          synchronized (thrown) {
                            thrown.put(shmem.pe(), e);
                          }
                          throw e;
                        }
                      }));
      assertEquals(
          "PE 1 failed: org.shmem4j.shmem.ShmemException: the program failed:"
              + " java.io.IOException: disk",
          failure.getMessage());
      assertSame(cause, failure.getCause().getCause());
      assertEquals(2, thrown.size());
      for (Throwable each : thrown.values()) {
        PeerFailedException error = (PeerFailedException) each;
        assertEquals(1, error.pe());
        assertEquals(1, error.exitCode());
        assertTrue(
            error
                .getMessage()
                .matches(
                    "another PE ended before it finalized: pe=1 exitCode=1; this PE was waiting for "
                        + wait.told),
            error.getMessage());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReportAnUncheckedFailureAsItIs(boolean maySleep) {
    RuntimeException cause = new IllegalStateException("mine");
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                run(
                    3,
                    maySleep,
                    shmem -> {
                      if (shmem.pe() == 2) {
                        throw cause;
                      }
                      shmem.barrierAll();
                    }));
    assertEquals("PE 2 failed: java.lang.IllegalStateException: mine", failure.getMessage());
    assertSame(cause, failure.getCause());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReportAnErrorAsWell(boolean maySleep) {
    Error cause = new StackOverflowError("deep");
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                run(
                    2,
                    maySleep,
                    shmem -> {
                      if (shmem.pe() == 0) {
                        throw cause;
                      }
                      shmem.barrierAll();
                    }));
    assertSame(cause, failure.getCause());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldReportAllThatFailed(boolean maySleep) {
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                run(
                    3,
                    maySleep,
                    shmem -> {
                      throw new IllegalArgumentException("pe " + shmem.pe());
                    }));
    assertEquals("PE 0 failed: java.lang.IllegalArgumentException: pe 0", failure.getMessage());
    assertEquals(2, failure.getSuppressed().length);
    assertEquals("pe 2", failure.getSuppressed()[1].getMessage());
  }

  /** After a failure, local calls work and close meets nobody. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldLetThoseWhoCatchTheFailureFinish(boolean maySleep) {
    AtomicReferenceArray<String> done = new AtomicReferenceArray<>(3);
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                run(
                    3,
                    maySleep,
                    shmem -> {
                      SymmetricLongs longs = shmem.longs(5);
                      if (shmem.pe() == 1) {
                        throw new IllegalStateException("mine");
                      }
                      for (int i = 0; i < 3; i++) {
                        assertThrows(PeerFailedException.class, shmem::barrierAll);
                        assertThrows(PeerFailedException.class, () -> shmem.longs(5));
                      }
                      longs.set(0, 5);
                      assertEquals(5, longs.g(0, shmem.pe()));
                      assertEquals(5, longs.waitUntil(0, Compare.EQ, 5));
                      shmem.close();
                      done.set(shmem.pe(), "done");
                    }));
    assertEquals("PE 1 failed: java.lang.IllegalStateException: mine", failure.getMessage());
    for (Throwable other : failure.getSuppressed()) {
      throw new AssertionError("a PE that caught the failure failed itself", other);
    }
    assertEquals("done", done.get(0));
    assertNull(done.get(1));
    assertEquals("done", done.get(2));
  }

  /** Case 52: globalExit(0) ends everybody, and the job is fine. */
  @ParameterizedTest
  @EnumSource(Wait.class)
  void shouldEndAllWithStatusZeroWithoutAFailure(Wait wait) {
    for (boolean maySleep : new boolean[] {false, true}) {
      Map<Integer, Throwable> thrown =
          whileOthersWait(3, maySleep, wait, shmem -> shmem.globalExit(0), true);
      assertEquals("[0, 2]", thrown.keySet().toString());
      for (Throwable each : thrown.values()) {
        assertEquals("globalExit(0)", assertInstanceOf(Error.class, each).getMessage());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Wait.class)
  void shouldEndAllWithAnotherStatusAndSaySo(Wait wait) {
    for (boolean maySleep : new boolean[] {false, true}) {
      ShmemException failure =
          assertThrows(
              ShmemException.class,
              () -> whileOthersWait(3, maySleep, wait, shmem -> shmem.globalExit(3), true));
      assertEquals("a PE called globalExit: status=3", failure.getMessage());
      assertNull(failure.getCause());
    }
  }

  /** Who is in a loop of its own without the library is not waited for by the others for ever. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotReturnFromGlobalExit(boolean maySleep) {
    AtomicReferenceArray<String> after = new AtomicReferenceArray<>(2);
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                run(
                    2,
                    maySleep,
                    shmem -> {
                      shmem.globalExit(4 + shmem.pe());
                      after.set(shmem.pe(), "returned");
                    }));
    assertTrue(
        failure.getMessage().matches("a PE called globalExit: status=[45]"), failure.getMessage());
    assertNull(after.get(0));
    assertNull(after.get(1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTellOfAFailureThoughAnotherPeCalledGlobalExit(boolean maySleep) {
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                run(
                    2,
                    maySleep,
                    shmem -> {
                      if (shmem.pe() == 0) {
                        throw new IllegalStateException("mine");
                      }
                      shmem.globalExit(0);
                    }));
    assertEquals("PE 0 failed: java.lang.IllegalStateException: mine", failure.getMessage());
  }
}
