package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What signals, waits, fences and barriers promise in every world (OpenSHMEM 1.6, 9.9 to 9.12). */
abstract class SignalContract {
  private static final String TYPES = "org.shmem4j.shmem.AnyArray#types";
  private static final String INTEGERS = "org.shmem4j.shmem.AnyArray#integers";
  private static final Duration SHORT = Duration.ofMillis(30);

  private final World world;

  SignalContract(World world) {
    this.world = world;
  }

  private static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  private static int left(Shmem shmem) {
    return (shmem.pe() + shmem.pes() - 1) % shmem.pes();
  }

  @Test
  void shouldSetAddAndFetch() {
    world.run(
        2,
        shmem -> {
          Signal[] signals = shmem.signals(3);
          int to = right(shmem);
          signals[1].set(Long.MIN_VALUE, to);
          shmem.barrierAll();
          assertEquals(Long.MIN_VALUE, signals[1].fetch());
          shmem.barrierAll();
          signals[1].add(-1, to);
          shmem.barrierAll();
          assertEquals(Long.MAX_VALUE, signals[1].fetch());
          assertEquals(0, signals[0].fetch());
          assertEquals(0, signals[2].fetch());
          assertEquals("signal#" + signals[0].id() + "[1]", signals[0].toString());
          assertEquals(128, signals[1].offset() - signals[0].offset());
        });
  }

  /** Litmus test L6. */
  @Test
  void shouldCountEveryAddition() {
    world.run(
        4,
        shmem -> {
          Signal signal = shmem.signal();
          SymmetricBytes bytes = shmem.bytes(1);
          for (int i = 0; i < 1_000; i++) {
            signal.add(1, 0);
            bytes.putSignal(new byte[0], signal, SignalOp.ADD, 2, 0);
          }
          if (shmem.pe() == 0) {
            assertEquals(12_000, signal.waitUntil(Compare.GE, 12_000));
          }
          shmem.barrierAll();
          assertEquals(shmem.pe() == 0 ? 12_000 : 0, signal.fetch());
        });
  }

  private interface PutSignal {
    void apply(AnyArray array, Signal signal, SignalOp op, long value, int pe);
  }

  /** All four forms put the same five values at 2. */
  private static final List<PutSignal> FORMS =
      List.of(
          (array, signal, op, value, pe) ->
              array.call("putSignal", 2, array.values(8, 9), 1, 5, signal, op, value, pe),
          (array, signal, op, value, pe) -> {
            array.call("set", 12, array.value(10));
            for (int i = 0; i < 5; i++) {
              array.call("set", 12 + i, array.value(10 + i));
            }
            array.call("putSignal", 2, array.array(), 12, 5, signal, op, value, pe);
          },
          (array, signal, op, value, pe) -> {
            int width = array.type().bytes();
            byte[] odd = new byte[1 + 5 * width];
            AnyArray.copyBytes(array.values(5, 10), odd, 1);
            array.array().putSignal(2, MemorySegment.ofArray(odd), 1, 5, signal, op, value, pe);
          },
          (array, signal, op, value, pe) -> {
            Object whole = array.values(7, 8);
            java.lang.reflect.Array.set(whole, 0, array.value(0));
            java.lang.reflect.Array.set(whole, 1, array.value(0));
            array.call("putSignal", whole, signal, op, value, pe);
          });

  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldShowTheDataToWhoSeesTheSignal(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          for (PutSignal form : FORMS) {
            AnyArray array = AnyArray.calloc(shmem, type, 20);
            Signal[] signals = shmem.signals(3);
            form.apply(array, signals[1], SignalOp.SET, 41, right(shmem));
            assertEquals(41, signals[1].waitUntil(Compare.NE, 0));
            assertEquals(AnyArray.list(array.values(5, 10)), array.local().subList(2, 7));
            assertEquals(array.value(0), array.local().get(1));
            assertEquals(array.value(0), array.local().get(7));
            shmem.barrierAll();
            form.apply(array, signals[1], SignalOp.ADD, 2, right(shmem));
            assertEquals(43, signals[1].waitUntil(Compare.GT, 41));
            assertEquals(0, signals[0].fetch());
            assertEquals(0, signals[2].fetch());
          }
        });
  }

  /** Case 22 and litmus test L3z. */
  @ParameterizedTest
  @MethodSource(TYPES)
  void shouldChangeTheSignalWithoutData(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          Signal signal = shmem.signal();
          int to = right(shmem);
          array.call("putSignal", 3, array.values(2, 1), 2, 0, signal, SignalOp.ADD, 1, to);
          array.call("putSignal", 3, array.array(), 3, 0, signal, SignalOp.ADD, 1, to);
          array.call("putSignal", array.values(0, 1), signal, SignalOp.ADD, 1, to);
          array.array().putSignal(0, MemorySegment.NULL, 0, 0, signal, SignalOp.ADD, 1, to);
          assertEquals(4, signal.waitUntil(Compare.EQ, 4));
          assertEquals(java.util.Collections.nCopies(3, (Object) array.value(0)), array.local());
        });
  }

  /** Case 27 and litmus test L3, with messages that take a while to copy. */
  @Test
  void shouldShowLargeDataToWhoSeesTheSignal() {
    int length = 20_000;
    world.run(
        3,
        shmem -> {
          SymmetricLongs box = shmem.longs(length);
          Signal arrived = shmem.signal();
          Signal taken = shmem.signal();
          long[] message = new long[length];
          for (int round = 1; round <= 60; round++) {
            java.util.Arrays.fill(message, round * 10L + shmem.pe());
            box.putSignal(message, arrived, SignalOp.SET, round, right(shmem));
            assertEquals(round, arrived.waitUntil(Compare.EQ, round));
            for (long i = 0; i < length; i++) {
              assertEquals(round * 10L + left(shmem), box.at(i));
            }
            taken.set(round, left(shmem));
            assertEquals(round, taken.waitUntil(Compare.EQ, round));
          }
        });
  }

  /** Litmus test L5: two messages by ADD are both there once their sum is. */
  @Test
  void shouldShowAllMessagesOnceTheirSumIsThere() {
    world.run(
        4,
        shmem -> {
          SymmetricInts boxes = shmem.ints(4);
          Signal arrived = shmem.signal();
          for (int round = 1; round <= 200; round++) {
            for (int to = 0; to < 4; to++) {
              int[] message = {round};
              boxes.putSignal(shmem.pe(), message, 0, 1, arrived, SignalOp.ADD, 1, to);
            }
            assertEquals(4L * round, arrived.waitUntil(Compare.GE, 4L * round));
            assertEquals(round, boxes.at(0));
            assertEquals(round, boxes.at(1));
            assertEquals(round, boxes.at(2));
            assertEquals(round, boxes.at(3));
            shmem.barrierAll();
          }
        });
  }

  /** A comparison, a value it holds not yet for, and one that fulfils it. */
  private record Condition(Compare compare, long value, long before, long after) {}

  private static final List<Condition> CONDITIONS =
      List.of(
          new Condition(Compare.EQ, 5, 4, 5),
          new Condition(Compare.NE, 5, 5, 6),
          new Condition(Compare.LT, -5, -5, -6),
          new Condition(Compare.LE, -5, -4, -5),
          new Condition(Compare.GT, 5, 5, 6),
          new Condition(Compare.GE, 5, -6, 5));

  @Test
  void shouldWaitForASignalInAllSixComparisons() {
    for (int pes : new int[] {1, 2, 3, 5}) {
      world.run(
          pes,
          shmem -> {
            Signal[] signals = shmem.signals(CONDITIONS.size());
            for (int i = 0; i < signals.length; i++) {
              Condition condition = CONDITIONS.get(i);
              signals[i].set(condition.before, shmem.pe());
              shmem.barrierAll();
              assertFalse(signals[i].test(condition.compare, condition.value));
              shmem.barrierAll();
              signals[i].set(condition.after, right(shmem));
              assertEquals(
                  condition.after, signals[i].waitUntil(condition.compare, condition.value));
              assertTrue(signals[i].test(condition.compare, condition.value));
              assertEquals(
                  condition.after, signals[i].waitUntil(condition.compare, condition.value, SHORT));
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldWaitForAnElementInAllSixComparisons(ElementType<?> type) {
    for (int pes : new int[] {1, 2, 3, 5}) {
      world.run(
          pes,
          shmem -> {
            AnyArray array = AnyArray.calloc(shmem, type, CONDITIONS.size());
            for (int i = 0; i < CONDITIONS.size(); i++) {
              Condition condition = CONDITIONS.get(i);
              Object compare = condition.compare;
              array.call("atomicSet", i, condition.before, shmem.pe());
              shmem.barrierAll();
              assertEquals(false, array.call("test", i, compare, condition.value));
              shmem.barrierAll();
              array.call("atomicSet", i, condition.after, right(shmem));
              assertEquals(
                  condition.after, array.callLong("waitUntil", i, compare, condition.value));
              assertEquals(true, array.call("test", i, compare, condition.value));
              assertEquals(
                  condition.after, array.callLong("waitUntil", i, compare, condition.value, SHORT));
            }
          });
    }
  }

  private interface Change {
    void apply(AnyArray array, int pe);
  }

  /** Everything that a wait on an element may look for; each makes 3 out of 1. */
  private static final List<Change> CHANGES =
      List.of(
          (array, pe) -> array.call("p", 1, 3, pe),
          (array, pe) -> array.call("atomicSet", 1, 3, pe),
          (array, pe) -> array.call("atomicSwap", 1, 3, pe),
          (array, pe) -> array.call("atomicCompareSwap", 1, 1, 3, pe),
          (array, pe) -> array.call("atomicFetchAdd", 1, 2, pe),
          (array, pe) -> array.call("atomicAdd", 1, 2, pe),
          (array, pe) -> {
            array.call("atomicInc", 1, pe);
            array.call("atomicFetchInc", 1, pe);
          },
          (array, pe) -> array.call("atomicMax", 1, 3, pe),
          (array, pe) -> array.call("atomicFetchMax", 1, 3, pe),
          (array, pe) -> {
            array.call("atomicOr", 1, 6, pe);
            array.call("atomicFetchMin", 1, 3, pe);
          },
          (array, pe) -> array.call("atomicFetchAddNbi", array.values(1, 0), 0, 1, 2, pe),
          (array, pe) -> array.call("atomicSwapNbi", array.values(1, 0), 0, 1, 3, pe),
          (array, pe) -> array.call("atomicFetchOr", 1, 2, pe),
          (array, pe) -> array.call("atomicOr", 1, 2, pe),
          (array, pe) -> array.call("atomicFetchXor", 1, 2, pe),
          (array, pe) -> array.call("atomicXor", 1, 2, pe),
          (array, pe) -> {
            array.call("atomicOr", 1, 6, pe);
            array.call("atomicFetchAnd", 1, 3, pe);
          },
          (array, pe) -> {
            array.call("atomicOr", 1, 6, pe);
            array.call("atomicAnd", 1, 3, pe);
          });

  /** The pause lets the waiter fall asleep, so that each operation has to ring. */
  @ParameterizedTest
  @MethodSource(INTEGERS)
  void shouldBeWokenByEverythingThatChangesAnElement(ElementType<?> type) {
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          AnyArray array = AnyArray.calloc(shmem, type, 3);
          for (int i = 0; i < CHANGES.size(); i++) {
            array.call("atomicSet", 1, 1, shmem.pe());
            shmem.barrierAll();
            if (shmem.pe() == 0) {
              Thread.sleep(5);
              CHANGES.get(i).apply(array, 1);
            } else {
              assertEquals(3, array.callLong("waitUntil", 1, Compare.EQ, 3), "change " + i);
            }
            shmem.barrierAll();
          }
          assertEquals(0, World.control(shmem).backstops());
        });
  }

  @Test
  void shouldBeWokenByEverythingThatChangesASignal() {
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          SymmetricBytes bytes = shmem.bytes(1);
          Signal signal = shmem.signal();
          byte[] data = {1};
          for (int i = 0; i < 5; i++) {
            shmem.barrierAll();
            if (shmem.pe() == 0) {
              Thread.sleep(5);
              switch (i) {
                case 0 -> signal.set(1, 1);
                case 1 -> signal.add(1, 1);
                case 2 -> bytes.putSignal(data, signal, SignalOp.SET, 3, 1);
                case 3 -> {
                  var _ = bytes.putSignalNbi(data, signal, SignalOp.ADD, 1, 1);
                }
                default -> bytes.putSignal(data, signal, SignalOp.ADD, 1, 1);
              }
            } else {
              assertEquals(i + 1, signal.waitUntil(Compare.GT, i));
            }
          }
          assertEquals(0, World.control(shmem).backstops());
        });
  }

  @Test
  void shouldGiveUpAtTheDeadline() {
    world.run(
        2,
        shmem -> {
          Signal signal = shmem.signal();
          SymmetricInts ints = shmem.ints(4);
          SymmetricLongs longs = shmem.longs(4);
          signal.set(7, shmem.pe());
          shmem.quiet();
          ints.set(2, -3);
          for (Duration timeout : List.of(Duration.ZERO, Duration.ofNanos(1), SHORT)) {
            long start = System.nanoTime();
            assertEquals(
                "a wait did not end before its deadline: pe="
                    + shmem.pe()
                    + " waitedFor=signal#1[1] index=0 until == 8, now=7",
                assertThrows(
                        WaitTimeoutException.class, () -> signal.waitUntil(Compare.EQ, 8, timeout))
                    .getMessage());
            assertTrue(System.nanoTime() - start >= timeout.toNanos(), "gave up too early");
          }
          assertEquals(
              "a wait did not end before its deadline: pe="
                  + shmem.pe()
                  + " waitedFor=ints#2[4] index=2 until > 0, now=-3",
              assertThrows(
                      WaitTimeoutException.class, () -> ints.waitUntil(2, Compare.GT, 0, SHORT))
                  .getMessage());
          assertEquals(
              "a wait did not end before its deadline: pe="
                  + shmem.pe()
                  + " waitedFor=longs#3[4] index=3 until != 0, now=0",
              assertThrows(
                      WaitTimeoutException.class, () -> longs.waitUntil(3, Compare.NE, 0, SHORT))
                  .getMessage());
          assertEquals(
              "a timeout is not negative: timeout=PT-0.000000001S",
              assertThrows(
                      IllegalArgumentException.class,
                      () -> signal.waitUntil(Compare.EQ, 8, Duration.ofNanos(-1)))
                  .getMessage());
          assertEquals(7, signal.fetch());
          shmem.barrierAll();
          signal.set(9, right(shmem));
          assertEquals(9, signal.waitUntil(Compare.EQ, 9, Duration.ofSeconds(Long.MAX_VALUE)));
        });
  }

  /** Litmus tests L1 and L14. */
  @Test
  void shouldKeepTheOrderOfAFence() {
    world.run(
        2,
        shmem -> {
          SymmetricInts data = shmem.ints(64);
          SymmetricInts flag = shmem.ints(1);
          Signal back = shmem.signal();
          for (int round = 1; round <= 500; round++) {
            if (shmem.pe() == 0) {
              for (int i = 0; i < 64; i += 21) {
                data.p(i, round, 1);
              }
              shmem.fence();
              flag.atomicSet(0, round, 1);
              back.waitUntil(Compare.GE, round);
            } else {
              flag.waitUntil(0, Compare.GE, round);
              for (int i = 0; i < 64; i += 21) {
                assertEquals(round, data.at(i));
              }
              back.set(round, 0);
            }
          }
        });
  }

  /** Litmus test L7: what is quiet is seen by a third PE that was told so. */
  @Test
  void shouldShowToAThirdPeWhatIsQuiet() {
    world.run(
        3,
        shmem -> {
          SymmetricLongs data = shmem.longs(1);
          Signal told = shmem.signal();
          for (int round = 1; round <= 500; round++) {
            if (shmem.pe() == 0) {
              data.p(0, round, 2);
              shmem.quiet();
              told.set(round, 1);
            } else if (shmem.pe() == 1) {
              told.waitUntil(Compare.EQ, round);
              assertEquals(round, data.g(0, 2));
            }
            shmem.barrierAll();
          }
        });
  }

  /** Litmus test L11, which this library forbids: quiet is a full fence. */
  @Test
  void shouldNotLetTwoPesMissEachOthersQuietStores() {
    AtomicIntegerArray seen = new AtomicIntegerArray(2);
    world.run(
        2,
        shmem -> {
          int rounds = 500;
          SymmetricLongs cells = shmem.longs(rounds);
          int other = 1 - shmem.pe();
          for (int round = 0; round < rounds; round++) {
            shmem.barrierAll();
            cells.p(round, 1, other);
            shmem.quiet();
            seen.set(shmem.pe(), (int) cells.g(round, shmem.pe()));
            shmem.barrierAll();
            assertTrue(seen.get(0) + seen.get(1) > 0, "both missed the other's store");
          }
        });
  }

  /** Litmus tests L24b, L24d, L25. */
  @Test
  void shouldShowInABarrierWhatWasPutAndInASyncWhatWasStored() {
    for (int pes : new int[] {1, 2, 3, 5}) {
      world.run(
          pes,
          shmem -> {
            SymmetricLongs cells = shmem.longs(8);
            for (int round = 1; round <= 100; round++) {
              cells.p(0, round, right(shmem));
              shmem.barrierAll();
              assertEquals(round, cells.at(0));
              cells.set(1, round * 10L);
              shmem.syncAll();
              assertEquals(round * 10L, cells.g(1, left(shmem)));
              shmem.syncAll();
            }
          });
    }
  }

  /** Case 28: nobody leaves a barrier before the last has come. */
  @Test
  void shouldLetNobodyOutOfABarrierBeforeAllAreIn() {
    AtomicIntegerArray arrived = new AtomicIntegerArray(2_000);
    for (int pes : new int[] {1, 2, 3, 5}) {
      int base = pes * 200;
      world.run(
          pes,
          shmem -> {
            for (int round = 0; round < 200; round++) {
              arrived.incrementAndGet(base + round);
              if (round % 2 == 0) {
                shmem.barrierAll();
              } else {
                shmem.syncAll();
              }
              assertEquals(pes, arrived.get(base + round));
            }
          });
    }
  }
}
