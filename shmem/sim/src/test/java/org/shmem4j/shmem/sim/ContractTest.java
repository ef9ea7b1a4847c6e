package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.WaitTimeoutException;
import org.shmem4j.shmem.sim.Finding.Kind;

/** What a simulated PE may count on is what any PE may, no less and no more. */
class ContractTest {
  private static final CheckOptions OPTIONS =
      CheckOptions.of(2).withSchedules(50).withHeapBytes(1 << 20);

  private static CheckReport check(ShmemProgram program) {
    return check(OPTIONS, program);
  }

  private static CheckReport check(CheckOptions options, ShmemProgram program) {
    return Checker.check(options, pe -> () -> Shmem.run(program), schedule -> {});
  }

  private static Set<Kind> kinds(CheckReport report) {
    return report.findings().stream().map(Finding::kind).collect(Collectors.toSet());
  }

  /** PE 0 stores and tells PE 1 on a context, and PE 1 reads what was stored (L1d, L1e). */
  private static CheckReport checkStore(ContextOption... options) {
    return check(shmem -> {
      SymmetricLongs data = shmem.longs(1);
      SymmetricLongs flag = shmem.longs(1);
      if (shmem.pe() == 0) {
        try (ShmemContext context = shmem.createContext(options)) {
          data.set(0, 1);
          context.fence();
          flag.on(context).atomicSet(0, 1, 1);
        }
      } else {
        flag.waitUntil(0, Compare.EQ, 1);
        data.g(0, 0);
      }
      shmem.barrierAll();
      shmem.free(data);
      shmem.free(flag);
    });
  }

  @Test
  void shouldOrderStoresByTheFenceOfAContext() {
    assertEquals(Set.of(), kinds(checkStore()));
  }

  @Test
  void shouldNotOrderStoresByTheFenceOfAContextWithNostore() {
    assertEquals(Set.of(Kind.MISSING_QUIET), kinds(checkStore(ContextOption.NOSTORE)));
  }

  @Test
  void shouldLeaveAndJoinAgain() {
    CheckReport report =
        check(shmem -> {
          shmem.barrierAll();
          shmem.close();
          try (Shmem again = Shmem.init()) {
            SymmetricLongs x = again.longs(1);
            x.p(0, 7, 1 - again.pe());
            again.barrierAll();
            if (x.at(0) != 7) {
              throw new AssertionError("was " + x.at(0));
            }
          }
        });

    assertEquals("[]", report.findings().toString());
  }

  @Test
  void shouldNameTheSetOfAWaitThatDidNotEnd() {
    CheckReport report =
        check(shmem -> {
          SymmetricLongs x = shmem.longs(3);
          x.set(0, 1);
          try {
            x.waitUntilAll(0, 3, null, Compare.EQ, 1, Duration.ofMillis(5));
          } catch (WaitTimeoutException e) {
            if (!e.getMessage().contains("all of 3 cells, 2 missing, the first longs#1[3]")) {
              throw new AssertionError(e);
            }
          }
          shmem.barrierAll();
        });

    assertEquals("[]", report.findings().toString());
  }

  @Test
  void shouldEndWaitsByTheSimulatedClockOnly() {
    CheckReport report =
        check(shmem -> {
          SymmetricLongs x = shmem.longs(1);
          long deadlines = 0;
          for (int i = 0; i < 1_000; i++) {
            try {
              x.waitUntil(0, Compare.EQ, 1, Duration.ofDays(1));
            } catch (WaitTimeoutException e) {
              deadlines++;
            }
          }
          if (deadlines != 1_000) {
            throw new AssertionError("waits that ended: " + deadlines);
          }
          shmem.barrierAll();
        });

    assertEquals("[]", report.findings().toString());
  }

  @Test
  void shouldTellAnOvershootAlsoAmongSeveralCells() {
    CheckReport report =
        check(shmem -> {
          SymmetricLongs counts = shmem.longs(2);
          counts.atomicAdd(0, 1, 0);
          counts.atomicAdd(0, 1, 0);
          if (shmem.pe() == 0) {
            counts.waitUntilAll(0, 1, null, Compare.EQ, 1);
          }
          shmem.barrierAll();
        });

    assertTrue(kinds(report).contains(Kind.OVERSHOOT), () -> report.findings().toString());
  }

  @Test
  void shouldLookAtAnyNumberOfBytes() {
    CheckReport report =
        check(shmem -> {
          for (int length : new int[] {1, 3, 7, 8, 9, 64, 65}) {
            SymmetricBytes bytes = shmem.bytes(length);
            bytes.set(length - 1, (byte) length);
            if (bytes.toArray()[length - 1] != length) {
              throw new AssertionError("lost: length=" + length);
            }
            shmem.free(bytes);
          }
        });

    assertEquals("[]", report.findings().toString());
  }

  @Test
  void shouldReplayTheProgramsRandomNumbersToo() {
    CheckReport report =
        Checker.check(
            OPTIONS.withStrategy(StrategyKind.EXHAUSTIVE).withSeed(7),
            pe -> () -> Shmem.run(shmem -> shmem.longs(1).set(1, 1)),
            schedule -> {});

    Replay replay = report.replay().orElseThrow();
    assertEquals(new Replay(StrategyKind.EXHAUSTIVE, 7, replay.decisions()), replay);
    assertNotNull(replay.decisions());
  }

  /** What a check of a program that fails at the first of two PEs' schedules has counted. */
  private static CheckReport checkFailing(CheckOptions options, AtomicInteger runs) {
    return Checker.check(
        options,
        pe ->
            () -> {
              runs.addAndGet(1 - pe);
              Shmem.run(shmem -> {
                shmem.barrierAll();
                if (shmem.pe() == 0) {
                  throw new IllegalStateException("wrong");
                }
              });
            },
        schedule -> {});
  }

  @Test
  void shouldSayWhereItWasFoundAndHowManyWereTriedForACause() {
    AtomicInteger runs = new AtomicInteger();
    CheckReport report = checkFailing(OPTIONS.withSchedules(500), runs);

    assertEquals(Set.of(Kind.WRONG_RESULT), kinds(report));
    assertEquals(1, report.foundAt());
    assertEquals(51, report.tried());
    assertEquals(report.tried() + 1, runs.get(), "once more to know the lines");
  }

  @Test
  void shouldCountTheOperationsOfTheSchedulesThatWereTried() {
    CheckReport one = check(OPTIONS.withSchedules(1), Shmem::barrierAll);
    CheckReport ten = check(OPTIONS.withSchedules(10), Shmem::barrierAll);

    assertEquals(10 * one.operations(), ten.operations());
    assertEquals(10, ten.tried());
    assertEquals(0, ten.foundAt());
  }

  @ParameterizedTest
  @EnumSource(
      value = StrategyKind.class,
      names = {"PCT", "EXHAUSTIVE"})
  void shouldPlayOneScheduleInAReplay(StrategyKind strategy) {
    CheckOptions options = OPTIONS.withStrategy(strategy);
    Replay replay = checkFailing(options, new AtomicInteger()).replay().orElseThrow();
    CheckReport again =
        checkFailing(options.replaying(replay).withSchedules(9), new AtomicInteger());

    assertEquals(1, again.tried());
    assertEquals(1, again.foundAt());
    assertEquals(replay, again.replay().orElseThrow());
  }

  @Test
  void shouldNameTheObjectThatWasFreedLast() {
    CheckReport report =
        check(shmem -> {
          SymmetricLongs[] small = new SymmetricLongs[16];
          Arrays.setAll(small, i -> shmem.longs(16));
          long last = small[15].offset();
          for (SymmetricLongs each : small) {
            shmem.free(each);
          }
          SymmetricLongs large = shmem.longs(16 * 16);
          try (ShmemContext context = shmem.createContext()) {
            large.on(context).p((last - large.offset()) / Long.BYTES, 1, 1 - shmem.pe());
            shmem.free(large);
          }
        });

    List<String> freed =
        report.findings().stream()
            .filter(finding -> finding.kind() == Kind.USE_AFTER_FREE)
            .map(Finding::message)
            .toList();
    assertFalse(freed.isEmpty(), report::toString);
    freed.forEach(message -> assertTrue(message.contains(" to longs#17 on PE "), message));
  }
}
