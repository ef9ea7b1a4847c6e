package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLock;
import org.shmem4j.shmem.SymmetricLongs;

/** How many schedules whole small programs have, from joining the job to leaving it. */
class SmallProgramsTest {
  private static final int TURNS = 4;

  private static void expect(long expected, long seen) {
    if (seen != expected) {
      throw new IllegalStateException("expected=" + expected + " seen=" + seen);
    }
  }

  private static void ring(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    Signal arrived = shmem.signal();
    int pes = shmem.pes();
    int right = (shmem.pe() + 1) % pes;
    box.putSignal(new long[] {shmem.pe()}, arrived, SignalOp.SET, 1, right);
    arrived.waitUntil(Compare.EQ, 1);
    expect((shmem.pe() + pes - 1) % pes, box.at(0));
  }

  private static void message(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    Signal told = shmem.signal();
    if (shmem.pe() == 0) {
      x.p(0, 1, 1);
      shmem.fence();
      told.set(1, 1);
    } else if (shmem.pe() == 1) {
      told.waitUntil(Compare.EQ, 1);
      expect(1, x.at(0));
    }
  }

  private static void pingPong(Shmem shmem) {
    SymmetricLongs ball = shmem.longs(1);
    Signal arrived = shmem.signal();
    for (int turn = 1; turn <= TURNS && shmem.pe() < 2; turn++) {
      if (turn % 2 == shmem.pe()) {
        ball.putSignal(new long[] {turn}, arrived, SignalOp.SET, turn, 1 - shmem.pe());
      } else {
        arrived.waitUntil(Compare.EQ, turn);
        expect(turn, ball.at(0));
      }
    }
  }

  private static void counter(Shmem shmem) {
    SymmetricLongs sum = shmem.longs(1);
    sum.atomicAdd(0, 1, 0);
    shmem.barrierAll();
    expect(shmem.pes(), sum.g(0, 0));
  }

  private static void guarded(Shmem shmem) {
    SymmetricLongs sum = shmem.longs(1);
    SymmetricLock lock = shmem.lock();
    lock.set();
    sum.p(0, sum.g(0, 0) + 1, 0);
    lock.clear();
    shmem.barrierAll();
    expect(shmem.pes(), sum.g(0, 0));
  }

  private static Consumer<Shmem> program(String name) {
    return switch (name) {
      case "ring" -> SmallProgramsTest::ring;
      case "message" -> SmallProgramsTest::message;
      case "pingPong" -> SmallProgramsTest::pingPong;
      case "counter" -> SmallProgramsTest::counter;
      default -> SmallProgramsTest::guarded;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "ring, 2, 10",
    "ring, 3, 60",
    "ring, 4, 1020",
    "message, 2, 6",
    "message, 3, 24",
    "pingPong, 2, 6",
    "pingPong, 3, 36",
    "counter, 2, 8",
    "counter, 3, 62",
    "guarded, 2, 34",
    "guarded, 3, 902"
  })
  void shouldTryAllSchedules(String name, int pes, int schedules) {
    CheckOptions options =
        CheckOptions.of(pes)
            .withStrategy(StrategyKind.EXHAUSTIVE)
            .withSchedules(schedules + 1)
            .withHeapBytes(1 << 20);
    Consumer<Shmem> program = program(name);
    CheckReport report = Checker.check(options, _ -> () -> Shmem.run(program::accept), _ -> {});
    assertEquals(List.of(), report.findings());
    assertTrue(report.isComplete(), report::toString);
  }
}
