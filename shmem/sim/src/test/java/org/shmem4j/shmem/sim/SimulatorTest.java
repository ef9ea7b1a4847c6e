package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.WaitTimeoutException;
import org.shmem4j.shmem.sim.load.ThreadCalls;
import org.shmem4j.shmem.sim.load.TimeCalls;

/** Predicted times against what the model's formulas give. */
@Timeout(60)
class SimulatorTest {
  private static final long HEAP = 64 << 10;
  private static final double L = 1000;
  private static final double O = 300;
  private static final double GAP = 500;
  private static final double G = 2;
  private static final Network.Wire WIRE = new Network.Wire(L, O, GAP, G);
  private static final Network.Wire NEAR = new Network.Wire(100, 20, 0, 1);
  private static final Network NETWORK = new Network(WIRE, NEAR, 1);

  private static SimulationReport simulate(Network network, int pes, ShmemProgram program) {
    return Simulator.simulate(network, pes, HEAP, pe -> () -> Shmem.run(program));
  }

  /** What PE 0 sees between its two looks at the clock; the others run along. */
  private static double nanos(Network network, int pes, Timed program) {
    double[] nanos = new double[1];
    var _ =
        simulate(
            network,
            pes,
            shmem -> {
              SymmetricLongs box = shmem.longs(64);
              Signal signal = shmem.signal();
              double start = TimeCalls.nanoTime();
              program.run(shmem, box, signal);
              double end = TimeCalls.nanoTime();
              if (shmem.pe() == 0) {
                nanos[0] = end - start;
              }
            });
    return nanos[0];
  }

  private interface Timed {
    void run(Shmem shmem, SymmetricLongs box, Signal signal);
  }

  /** A put of so many bytes, from its call until the receiver's wait has ended. */
  private static double message(Network.Wire wire, long bytes) {
    return 2 * wire.overhead() + wire.latency() + (bytes - 1) * wire.gapPerByte();
  }

  /** A put of so many bytes, until its sender knows that it is there. */
  private static double answered(long bytes) {
    return O + (bytes - 1) * G + 2 * L;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 10", "64, 7"})
  void aPingPongTakesTwoMessagesARound(int longs, int rounds) {
    double nanos =
        nanos(
            NETWORK,
            2,
            (shmem, box, signal) -> {
              for (int round = 1; round <= rounds; round++) {
                if (shmem.pe() == 1) {
                  signal.waitUntil(Compare.GE, round);
                }
                box.putSignal(new long[longs], signal, SignalOp.SET, round, 1 - shmem.pe());
                if (shmem.pe() == 0) {
                  signal.waitUntil(Compare.GE, round);
                }
              }
            });
    assertEquals(2 * rounds * message(WIRE, 8L * longs + 8), nanos, 1);
  }

  @Test
  void peersOnOneHostTakeTheNearWire() {
    double nanos =
        nanos(
            NETWORK.withPesPerHost(2),
            2,
            (shmem, box, signal) -> {
              signal.set(1, 1 - shmem.pe());
              signal.waitUntil(Compare.EQ, 1);
            });
    assertEquals(message(NEAR, 8), nanos, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 64})
  void aTokenTakesAMessageForEachHopOfARing(int pes) {
    double nanos =
        nanos(
            NETWORK,
            pes,
            (shmem, box, signal) -> {
              if (shmem.pe() > 0) {
                signal.waitUntil(Compare.EQ, 1);
              }
              signal.set(1, (shmem.pe() + 1) % pes);
              if (shmem.pe() == 0) {
                signal.waitUntil(Compare.EQ, 1);
              }
            });
    assertEquals(pes * message(WIRE, 8), nanos, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9, 100})
  void aFlatBroadcastWaitsForTheGapBetweenItsMessages(int pes) {
    double nanos =
        nanos(
            NETWORK,
            pes,
            (shmem, box, signal) -> {
              if (shmem.pe() == 0) {
                for (int pe = 1; pe < pes; pe++) {
                  signal.set(1, pe);
                }
                shmem.quiet();
              } else {
                signal.waitUntil(Compare.EQ, 1);
              }
            });
    double left = O + (pes - 2) * (GAP + 7 * G);
    assertEquals(left + 7 * G + 2 * L, nanos, 1, "the last one's way and its acknowledgement");
  }

  @Test
  void thePesOfAHostShareItsAdapter() {
    SimulationReport alone = simulate(NETWORK, 8, SimulatorTest::sendToTheOtherHalf);
    SimulationReport shared =
        simulate(NETWORK.withPesPerHost(4), 8, SimulatorTest::sendToTheOtherHalf);
    double meetings = meeting(2, 4);
    double meetingsAlone = meeting(8, 1);
    // allocation and end; then all four send at once
    assertEquals(3 * meetingsAlone + answered(8), alone.nanos(), 1);
    assertEquals(3 * meetings + answered(8) + 3 * (GAP + 7 * G), shared.nanos(), 1);
  }

  private static void sendToTheOtherHalf(Shmem shmem) {
    Signal signal = shmem.signal();
    shmem.syncAll();
    if (shmem.pe() < 4) {
      signal.set(1, shmem.pe() + 4);
    } else {
      signal.waitUntil(Compare.EQ, 1);
    }
  }

  private static double meeting(int hosts, int pesPerHost) {
    return log2(pesPerHost) * message(NEAR, 8) + log2(hosts) * message(WIRE, 8);
  }

  private static int log2(int n) {
    return 32 - Integer.numberOfLeadingZeros(n - 1);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 1", "8, 1", "9, 1", "4, 4", "12, 4", "13, 4"})
  void aBarrierIsADissemination(int pes, int pesPerHost) {
    int hosts = (pes + pesPerHost - 1) / pesPerHost;
    double nanos =
        nanos(
            NETWORK.withPesPerHost(pesPerHost),
            pes,
            (shmem, box, signal) -> {
              shmem.barrierAll();
              shmem.barrierAll();
            });
    assertEquals(
        Math.max(2 * meeting(hosts, Math.min(pes, pesPerHost)), pes == 1 ? 25 : 0), nanos, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 100})
  void aBarrierWrittenAsADisseminationTakesAsLong(int pes) {
    int rounds = log2(pes);
    Network fast = new Network(new Network.Wire(L, O, 0, 0), NEAR, 1);
    double[] written = new double[1];
    var _ =
        simulate(
            fast,
            pes,
            shmem -> {
              Signal[] signals = shmem.signals(rounds);
              double start = TimeCalls.nanoTime();
              for (int round = 0; round < rounds; round++) {
                signals[round].set(1, (shmem.pe() + (1 << round)) % pes);
                signals[round].waitUntil(Compare.EQ, 1);
              }
              written[0] = TimeCalls.nanoTime() - start;
            });
    assertEquals(written[0], nanos(fast, pes, (shmem, box, signal) -> shmem.barrierAll()), 1);
    assertEquals(rounds * (2 * O + L), written[0], 1);
  }

  @Test
  void theLastToComeDecidesWhenAllLeave() {
    double nanos =
        nanos(
            NETWORK,
            4,
            (shmem, box, signal) -> {
              if (shmem.pe() == 3) {
                signal.set(1, 3);
                signal.waitUntil(Compare.EQ, 1);
              }
              shmem.syncAll();
            });
    assertEquals(NEAR.overhead() + NEAR.latency() + 7 + O + meeting(4, 1), nanos, 1);
  }

  @Test
  void getsAndAtomicsAreRoundTrips() {
    assertEquals(O + 2 * L + 63 * G, nanos(NETWORK, 2, SimulatorTest::get), 1);
    assertEquals(
        O + 2 * L + 7 * G,
        nanos(NETWORK, 2, (s, box, signal) -> box.atomicFetchAdd(0, 1, 1 - s.pe())),
        1);
  }

  private static void get(Shmem shmem, SymmetricLongs box, Signal signal) {
    box.get(new long[8], 1 - shmem.pe());
  }

  @Test
  void anAtomicIsDoneWhenItIsThereAndNotWhenItIsCalled() {
    // PE 1 is asked first by its neighbour on the host, though that one calls later.
    List<Long> order = Collections.synchronizedList(new ArrayList<>());
    var _ =
        simulate(
            NETWORK.withPesPerHost(2),
            3,
            shmem -> {
              SymmetricLongs box = shmem.longs(1);
              shmem.syncAll();
              if (shmem.pe() != 1) {
                if (shmem.pe() == 0) {
                  box.atomicFetchAdd(0, 0, 0); // takes a while
                }
                long before = box.atomicFetchAdd(0, 1, 1);
                order.add(10L * shmem.pe() + before);
              }
            });
    assertEquals(List.of(0L, 21L), order);
  }

  @Test
  void askingOneForMuchTakesTurns() {
    int pes = 6;
    SimulationReport report =
        simulate(
            NETWORK,
            pes,
            shmem -> {
              SymmetricLongs box = shmem.longs(64);
              if (shmem.pe() > 0) {
                box.get(new long[64], 0);
              }
            });
    double last = (pes - 2) * (GAP + 511 * G);
    assertEquals(2 * meeting(pes, 1) + O + 2 * L + 511 * G + last, report.nanos(), 1);
  }

  @Test
  void quietWaitsForTheAnswerOfAllThatIsOnItsWay() {
    double nanos =
        nanos(
            NETWORK,
            2,
            (shmem, box, signal) -> {
              var _ = box.putNbi(new long[64], 1 - shmem.pe());
              box.p(0, 1, 1 - shmem.pe());
              shmem.quiet();
              shmem.quiet();
            });
    assertEquals(O + 511 * G + GAP + 7 * G + 2 * L, nanos, 1);
  }

  @Test
  void whatIsSmallDoesNotOvertakeWhatIsLarge() {
    var _ =
        simulate(
            NETWORK,
            2,
            shmem -> {
              SymmetricLongs box = shmem.longs(4096);
              Signal signal = shmem.signal();
              if (shmem.pe() == 0) {
                long[] values = new long[4096];
                values[4095] = 7;
                box.put(values, 1);
                shmem.fence();
                signal.set(1, 1);
              } else {
                signal.waitUntil(Compare.EQ, 1);
                assertEquals(7, box.at(4095));
              }
            });
  }

  @Test
  void messagesAndBytesAreCountedByWhoSendsThem() {
    SimulationReport report =
        simulate(
            NETWORK,
            4,
            shmem -> {
              SymmetricLongs box = shmem.longs(10);
              Signal signal = shmem.signal();
              if (shmem.pe() == 0) {
                box.put(new long[10], 1);
                box.putSignal(new long[2], signal, SignalOp.SET, 1, 2);
                box.get(new long[5], 3);
                signal.add(1, 3);
              }
            });
    assertEquals(new SimulationReport.Traffic(1, 80), report.traffic().get(MessageKind.PUT));
    assertEquals(new SimulationReport.Traffic(1, 24), report.traffic().get(MessageKind.PUT_SIGNAL));
    assertEquals(new SimulationReport.Traffic(2, 40), report.traffic().get(MessageKind.GET));
    assertEquals(new SimulationReport.Traffic(1, 8), report.traffic().get(MessageKind.SIGNAL));
    // two allocations and the end, two rounds each
    assertEquals(
        new SimulationReport.Traffic(24, 192), report.traffic().get(MessageKind.COLLECTIVE));
    assertEquals(29, report.total().messages());
    assertEquals(344, report.total().bytes());
    assertEquals(new SimulationReport.Spread(6, 7, 10), report.messages());
    assertEquals(new SimulationReport.Spread(48, 88, 160), report.bytes());
  }

  @Test
  void whenPesAreDoneDiffers() {
    SimulationReport report =
        simulate(
            NETWORK,
            3,
            shmem -> {
              SymmetricLongs box = shmem.longs(1);
              for (int i = 0; i < shmem.pe(); i++) {
                var _ = box.g(0, 0);
              }
            });
    double start = meeting(3, 1);
    double g = O + 2 * L + 7 * G;
    assertEquals(start, report.ends().least(), 1);
    assertEquals(start + g, report.ends().median(), 1);
    assertEquals(start + 2 * g + GAP + 7 * G, report.ends().most(), 1, "after PE 1 once");
    assertEquals(report.ends().most() + start, report.nanos(), 1);
  }

  @Test
  void pollingLoopsEndWhenWhatTheyLookForIsThere() {
    double[] seen = new double[3];
    var _ =
        simulate(
            NETWORK,
            3,
            shmem -> {
              SymmetricLongs box = shmem.longs(1);
              Signal signal = shmem.signal();
              double start = TimeCalls.nanoTime();
              switch (shmem.pe()) {
                case 0 -> {
                  box.p(0, 1, 1);
                  signal.set(1, 2);
                }
                case 1 -> {
                  while (box.at(0) == 0) {
                    Thread.onSpinWait();
                  }
                }
                default -> {
                  while (!signal.test(Compare.EQ, 1)) {
                    Thread.onSpinWait();
                  }
                }
              }
              seen[shmem.pe()] = TimeCalls.nanoTime() - start;
            });
    assertEquals(O + 7 * G + L, seen[1], 1);
    assertEquals(O + GAP + 7 * G + 7 * G + L, seen[2], 1);
  }

  @Test
  void aLoopUntilAMomentEnds() {
    double nanos =
        nanos(
            NETWORK,
            2,
            (shmem, box, signal) -> {
              long end = TimeCalls.nanoTime() + 10_000;
              while (TimeCalls.nanoTime() < end) {
                Thread.onSpinWait();
              }
            });
    assertEquals(10_000, nanos, 100);
  }

  @Test
  void aLoopThatTestsUntilAMomentEndsThenThoughNothingHappens() {
    double nanos =
        nanos(
            NETWORK,
            2,
            (shmem, box, signal) -> {
              long end = TimeCalls.nanoTime() + 30_000;
              boolean isThere = shmem.pe() == 1;
              while (!isThere && TimeCalls.nanoTime() < end) {
                isThere = signal.test(Compare.EQ, 1);
              }
              if (shmem.pe() == 1) {
                sleep(1);
              }
            });
    assertEquals(30_000, nanos, 2 * O);
  }

  private static void sleep(int millis) {
    try {
      ThreadCalls.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sleepingTakesTime() {
    assertEquals(3_000_000, nanos(NETWORK, 2, (shmem, box, signal) -> sleep(3)), 1);
  }

  @Test
  void aWaitEndsAtItsDeadline() {
    double nanos =
        nanos(
            NETWORK,
            2,
            (shmem, box, signal) -> {
              if (shmem.pe() == 0) {
                assertThrows(
                    WaitTimeoutException.class,
                    () -> signal.waitUntil(Compare.EQ, 1, Duration.ofMillis(5)));
              } else {
                for (int i = 0; i < 5000; i++) {
                  box.p(0, i, 0);
                  shmem.quiet();
                }
              }
            });
    assertEquals(5_000_000, nanos, 1_000);
  }

  @Test
  void equalProgramsTakeEqualTimes() {
    ShmemProgram program =
        shmem -> {
          SymmetricLongs counter = shmem.longs(1);
          Signal signal = shmem.signal();
          for (int i = 0; i < 20; i++) {
            long ticket = counter.atomicFetchAdd(0, 1, 0);
            signal.add(1, (int) (ticket % shmem.pes()));
          }
          signal.waitUntil(Compare.EQ, 20);
        };
    SimulationReport first = simulate(Network.DEFAULT, 50, program);
    assertEquals(first, simulate(Network.DEFAULT, 50, program));
    assertTrue(first.nanos() > 20 * 2 * 1000);
  }

  @Test
  void fourThousandPesTakeSeconds() {
    int pes = 4096;
    SimulationReport report =
        simulate(
            NETWORK,
            pes,
            shmem -> {
              SymmetricLongs box = shmem.longs(1);
              Signal signal = shmem.signal();
              box.putSignal(
                  new long[] {shmem.pe()}, signal, SignalOp.SET, 1, (shmem.pe() + 1) % pes);
              signal.waitUntil(Compare.EQ, 1);
              assertEquals((shmem.pe() + pes - 1) % pes, box.at(0));
            });
    assertEquals(3 * meeting(pes, 1) + answered(16), report.nanos(), 1);
  }

  @Test
  void aFailureNamesThePe() {
    ShmemException e =
        assertThrows(
            ShmemException.class,
            () ->
                simulate(
                    NETWORK,
                    3,
                    shmem -> {
                      if (shmem.pe() == 1) {
                        throw new IllegalStateException("not today");
                      }
                      shmem.barrierAll();
                    }));
    assertEquals(
        "a simulated program failed: pe=1 error=java.lang.IllegalStateException: not today",
        e.getMessage());
  }

  @Test
  void aDeadlockIsToldWithWhoWaits() {
    ShmemException e =
        assertThrows(
            ShmemException.class,
            () ->
                simulate(
                    NETWORK,
                    20,
                    shmem -> {
                      Signal signal = shmem.signal();
                      signal.waitUntil(Compare.EQ, 1);
                    }));
    assertTrue(e.getMessage().startsWith("nobody can go on: PE 0 waits for "), e.getMessage());
    assertTrue(e.getMessage().endsWith("; and 15 more"), e.getMessage());
  }
}
