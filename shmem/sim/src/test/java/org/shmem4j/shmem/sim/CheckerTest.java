package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.internal.sync.JobEnding;
import org.shmem4j.shmem.sim.Checker.PeProgram;
import org.shmem4j.shmem.sim.Finding.Kind;
import org.shmem4j.shmem.sim.load.ThreadCalls;

/** Programs that end otherwise than by themselves, or depend on more than their PEs. */
class CheckerTest {
  private static final int PES = 2;
  private static final int WATCHDOG = 1;

  private static CheckReport checkLoaded(StrategyKind strategy, int schedules, PeProgram program) {
    CheckOptions options = new CheckOptions(PES, schedules, 1, strategy, null, 1 << 16, WATCHDOG);
    return Checker.check(options, program, schedule -> {});
  }

  private static CheckReport check(StrategyKind strategy, int schedules, ShmemProgram program) {
    return checkLoaded(strategy, schedules, pe -> () -> Shmem.run(program));
  }

  private static List<Kind> kinds(CheckReport report) {
    return report.findings().stream().map(Finding::kind).toList();
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindWhatOnlyASleepOrders(StrategyKind strategy) {
    CheckReport report =
        check(
            strategy,
            200,
            shmem -> {
              SymmetricLongs x = shmem.longs(1);
              if (shmem.pe() == 0) {
                x.atomicSet(0, 1, 1);
              } else {
                sleep(1);
                if (x.atomicFetch(0, 1) != 1) {
                  throw new AssertionError("too early");
                }
              }
              shmem.barrierAll();
              shmem.free(x);
            });

    assertEquals(List.of(Kind.WRONG_RESULT), kinds(report));
  }

  private static void sleep(long millis) throws InterruptedException {
    ThreadCalls.sleep(millis); // as rewritten programs do
  }

  @Test
  void shouldNotEndAWaitBecauseSomebodySleepsLonger() {
    CheckReport report =
        check(
            StrategyKind.RANDOM,
            200,
            shmem -> {
              SymmetricLongs x = shmem.longs(1);
              if (shmem.pe() == 0) {
                Thread helper = new Thread(() -> sleepUnchecked(60_000));
                ThreadCalls.start(helper);
                x.atomicSet(0, 1, 1);
                ThreadCalls.join(helper);
              } else {
                x.waitUntil(0, Compare.EQ, 1, Duration.ofSeconds(5));
              }
              shmem.barrierAll();
              shmem.free(x);
            });

    assertEquals("[]", report.findings().toString());
  }

  private static void sleepUnchecked(long millis) {
    try {
      sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldEndLoopsThatOnlySleep() {
    AtomicBoolean[] flag = {new AtomicBoolean(), new AtomicBoolean()};
    CheckReport report =
        check(
            StrategyKind.PCT,
            20,
            shmem -> {
              AtomicBoolean mine = flag[shmem.pe()];
              mine.set(false);
              Thread helper = new Thread(() -> mine.set(true));
              ThreadCalls.start(helper);
              while (!mine.get()) {
                sleep(1);
              }
              ThreadCalls.join(helper);
            });

    assertEquals("[]", report.findings().toString());
  }

  /** In exhaustive trials most schedules end before the program does. */
  @Test
  void shouldNotTakeItsOwnEndForTheProgramsExit() {
    ShmemProgram program =
        shmem -> {
          SymmetricLongs x = shmem.longs(1);
          x.atomicAdd(0, 1, 0);
          x.atomicAdd(0, 1, 1);
          shmem.barrierAll();
          shmem.free(x);
        };
    CheckReport report =
        checkLoaded(
            StrategyKind.EXHAUSTIVE,
            1_000,
            pe ->
                () -> {
                  try {
                    Shmem.run(program);
                  } catch (Throwable e) {
                    throw new JobEnding(1);
                  }
                });

    assertEquals("[]", report.findings().toString());
    assertTrue(report.isComplete());
  }

  private static Shmem early;

  private static final class Initialized {
    static final int PES = meet();

    private static int meet() {
      early.barrierAll();
      return early.pes();
    }
  }

  @Test
  void shouldSayThatAnInitializerCannotGiveWay() {
    ShmemException refusal =
        assertThrows(
            ShmemException.class,
            () ->
                check(
                    StrategyKind.RANDOM,
                    1,
                    shmem -> {
                      if (shmem.pe() == 0) {
                        early = shmem;
                        assertEquals(2, Initialized.PES);
                      } else {
                        shmem.barrierAll();
                      }
                    }));

    assertTrue(
        refusal
            .getMessage()
            .matches(
                "a thread cannot give way to another PE in a static initializer or native code:"
                    + " PE 0 at=CheckerTest.java:\\d+; make shmem calls in a method"),
        refusal.getMessage());
  }

  @Test
  void shouldWaitLongerThanTheWatchdogForWhatIsOutside() {
    CheckReport report =
        check(
            StrategyKind.RANDOM,
            1,
            shmem -> {
              var _ =
                  CompletableFuture.supplyAsync(
                          () -> shmem, CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS))
                      .join();
            });

    assertEquals("[]", report.findings().toString());
    assertTrue(report.notes().toString().contains("PE 0 waits for a lock or the like"));
  }

  @Test
  void shouldBeInterrupted() {
    Thread checking = Thread.currentThread();
    CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(checking::interrupt);
    ShmemException thrown =
        assertThrows(
            ShmemException.class,
            () -> check(StrategyKind.RANDOM, 10_000_000, shmem -> shmem.barrierAll()));
    assertTrue(Thread.interrupted());
    assertInstanceOf(InterruptedException.class, thrown.getCause());
  }

  @Test
  void shouldSayThatAnOrderCouldNotBeRepeated() {
    AtomicInteger runs = new AtomicInteger();
    CheckReport report =
        check(
            StrategyKind.RANDOM,
            1,
            shmem -> {
              if (shmem.pe() == 0 && runs.getAndIncrement() == 0) {
                shmem.quiet();
                throw new AssertionError("only the first time");
              }
            });

    assertEquals(List.of(Kind.WRONG_RESULT), kinds(report));
    assertEquals(List.of(), report.traces());
    assertTrue(report.notes().getLast().startsWith("this order could not be repeated"));
  }

  private static volatile boolean isReleased;

  @Test
  void shouldGiveUpAThreadThatDoesNotComeBack() {
    CheckReport report =
        check(
            StrategyKind.RANDOM,
            1,
            shmem -> {
              while (!isReleased) {
                Thread.onSpinWait();
              }
            });
    isReleased = true;

    assertEquals(List.of(Kind.ENDLESS_LOOP), kinds(report));
  }
}
