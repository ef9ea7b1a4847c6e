package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.internal.boot.Membership;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.Transport;

/**
 * What every {@link Transport} promises, at the level of bytes and offsets. A subclass says how to
 * make one; the contracts of the operations are the other half.
 */
abstract class TransportContract {
  private static final long BOX = 256;
  private static final long SIGNAL = 128;

  /** Makes the transport of one PE. */
  abstract Transport create(Membership membership);

  private interface Program {
    void run(Shmem shmem, Transport transport, SymmetricBytes own) throws Exception;
  }

  /** Runs PEs with a zeroed object at offset 0, so that offsets in it are offsets in the heap. */
  private void run(int pes, boolean maySleep, Program program) {
    Shmem.threads(
        World.spec(pes, World.HEAP, maySleep),
        this::create,
        shmem -> {
          SymmetricBytes own = shmem.bytes(65_536);
          assertEquals(0, own.offset());
          program.run(shmem, shmem.transport(), own);
          shmem.barrierAll();
        });
  }

  private void run(int pes, Program program) {
    run(pes, false, program);
  }

  private static byte[] bytes(int length, int seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (seed + i);
    }
    return bytes;
  }

  @Test
  void shouldCopyAnyNumberOfBytesFromAnywhereToAnywhere() {
    run(
        2,
        (shmem, transport, own) -> {
          int to = 1 - shmem.pe();
          try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment local :
                List.of(MemorySegment.ofArray(new byte[64]), arena.allocate(64))) {
              for (int length = 0; length <= 33; length++) {
                for (int offset = 0; offset < 16; offset++) {
                  int from = 15 - offset;
                  transport.put(to, BOX, MemorySegment.ofArray(bytes(64, 100)), 0, 64);
                  transport.fence();
                  local.fill((byte) 0);
                  MemorySegment.copy(
                      MemorySegment.ofArray(bytes(length, 1)), 0, local, from, length);
                  transport.put(to, BOX + offset, local, from, length);
                  local.fill((byte) -1);
                  transport.quiet();
                  byte[] expected = bytes(64, 100);
                  System.arraycopy(bytes(length, 1), 0, expected, offset, length);
                  byte[] copy = new byte[64];
                  transport.get(to, BOX, MemorySegment.ofArray(copy), 0, 64);
                  assertArrayEquals(expected, copy);

                  transport.get(to, BOX + offset, local, from, length);
                  byte[] got = new byte[64];
                  Arrays.fill(got, (byte) -1);
                  System.arraycopy(bytes(length, 1), 0, got, from, length);
                  assertArrayEquals(got, local.toArray(ValueLayout.JAVA_BYTE));
                }
              }
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void shouldStoreAndLoadSignedCellsAndHarmNoNeighbour(int width) {
    run(
        2,
        (shmem, transport, own) -> {
          int to = 1 - shmem.pe();
          for (long bits :
              new long[] {-1, 0, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0x8080_8080_8080_8080L}) {
            transport.put(to, BOX, MemorySegment.ofArray(bytes(24, 50)), 0, 24);
            transport.fence();
            transport.store(to, BOX + 8, width, bits);
            transport.quiet();
            int unused = Long.SIZE - 8 * width;
            assertEquals(bits << unused >> unused, transport.load(to, BOX + 8, width));
            byte[] copy = new byte[24];
            transport.get(to, BOX, MemorySegment.ofArray(copy), 0, 24);
            assertArrayEquals(bytes(8, 50), Arrays.copyOf(copy, 8));
            assertArrayEquals(
                bytes(16 - width, 58 + width), Arrays.copyOfRange(copy, 8 + width, 24));
          }
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = AtomicOp.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ADD_FLOATING", "MIN_FLOATING", "MAX_FLOATING"})
  void shouldChangeCellsAtomicallyAndReturnTheOldValue(AtomicOp op) {
    run(
        2,
        (shmem, transport, own) -> {
          int to = 1 - shmem.pe();
          long[] edges = {0, 1, -1, 0x55, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE};
          for (int width : new int[] {4, 8}) {
            int unused = Long.SIZE - 8 * width;
            for (long old : edges) {
              for (long operand : edges) {
                for (long expected : edges) {
                  transport.put(to, BOX, MemorySegment.ofArray(bytes(24, 50)), 0, 24);
                  transport.quiet();
                  transport.atomic(AtomicOp.SET, to, BOX + 8, width, old, 0);
                  long was = transport.atomic(op, to, BOX + 8, width, operand, expected);
                  long shortOld = old << unused >> unused;
                  if (op != AtomicOp.SET) {
                    assertEquals(shortOld, was);
                  }
                  long result =
                      switch (op) {
                        case FETCH -> old;
                        case SET, SWAP -> operand;
                        case COMPARE_SWAP ->
                            shortOld == expected << unused >> unused ? operand : old;
                        case ADD -> old + operand;
                        case AND -> old & operand;
                        case OR -> old | operand;
                        case XOR -> old ^ operand;
                        case MIN -> Math.min(shortOld, operand << unused >> unused);
                        case MAX -> Math.max(shortOld, operand << unused >> unused);
                        case ADD_FLOATING, MIN_FLOATING, MAX_FLOATING -> throw new AssertionError();
                      };
                  assertEquals(
                      result << unused >> unused,
                      transport.atomic(AtomicOp.FETCH, to, BOX + 8, width, 0, 0));
                }
              }
            }
            byte[] copy = new byte[24];
            transport.get(to, BOX, MemorySegment.ofArray(copy), 0, 24);
            assertArrayEquals(bytes(8, 50), Arrays.copyOf(copy, 8));
            assertArrayEquals(
                bytes(16 - width, 58 + width), Arrays.copyOfRange(copy, 8 + width, 24));
          }
        });
  }

  @Test
  void shouldAddFloatingPoint() {
    run(
        4,
        (shmem, transport, own) -> {
          long half = Double.doubleToRawLongBits(0.5);
          long quarter = Float.floatToRawIntBits(0.25f);
          for (int i = 0; i < 1_000; i++) {
            transport.atomic(AtomicOp.ADD_FLOATING, 0, BOX, 8, half, 0);
            transport.atomic(AtomicOp.ADD_FLOATING, 0, BOX + 8, 4, quarter, 0);
          }
          shmem.barrierAll();
          assertEquals(
              2_000.0, Double.longBitsToDouble(transport.atomic(AtomicOp.FETCH, 0, BOX, 8, 0, 0)));
          assertEquals(
              1_000.0f,
              Float.intBitsToFloat((int) transport.atomic(AtomicOp.FETCH, 0, BOX + 8, 4, 0, 0)));
          assertEquals(0, transport.load(0, BOX + 12, 4));
        });
  }

  @Test
  void shouldKeepTheSmallerOrLargerFloatingPointNumber() {
    run(
        2,
        (shmem, transport, own) -> {
          int to = 1 - shmem.pe();
          double[] edges = {0.0, -0.0, 1.5, -1.5, Double.NaN, Double.NEGATIVE_INFINITY};
          for (double old : edges) {
            for (double value : edges) {
              for (AtomicOp op : List.of(AtomicOp.MIN_FLOATING, AtomicOp.MAX_FLOATING)) {
                double kept =
                    op == AtomicOp.MIN_FLOATING ? Math.min(old, value) : Math.max(old, value);
                long bits = Double.doubleToRawLongBits(old);
                var _ = transport.atomic(AtomicOp.SET, to, BOX, 8, bits, 0);
                long operand = Double.doubleToRawLongBits(value);
                assertEquals(
                    old, Double.longBitsToDouble(transport.atomic(op, to, BOX, 8, operand, 0)));
                assertEquals(
                    kept,
                    Double.longBitsToDouble(transport.atomic(AtomicOp.FETCH, to, BOX, 8, 0, 0)));
                int shortBits = Float.floatToRawIntBits((float) old);
                var _ = transport.atomic(AtomicOp.SET, to, BOX + 8, 4, shortBits, 0);
                int shortOperand = Float.floatToRawIntBits((float) value);
                long was = transport.atomic(op, to, BOX + 8, 4, shortOperand, 0);
                assertEquals((float) old, Float.intBitsToFloat((int) was));
                assertEquals(
                    (float) kept,
                    Float.intBitsToFloat(
                        (int) transport.atomic(AtomicOp.FETCH, to, BOX + 8, 4, 0, 0)));
              }
            }
          }
          shmem.barrierAll();
          assertEquals(0, transport.load(to, BOX + 12, 4));
        });
  }

  private interface Ending {
    void end(Transport transport, Completion completion);
  }

  private static final List<Ending> ENDINGS =
      List.of(
          (transport, completion) -> transport.quiet(),
          (transport, completion) -> completion.await(),
          (transport, completion) -> completion.remote().join());

  @Test
  void shouldCompleteNonblockingOperations() {
    run(
        2,
        (shmem, transport, own) -> {
          int to = 1 - shmem.pe();
          Signal signal = shmem.signal();
          MemorySegment fetched = MemorySegment.ofArray(new byte[24]);
          for (Ending ending : ENDINGS) {
            for (int length = 0; length <= 33; length++) {
              for (int offset = 0; offset < 16; offset += 3) {
                MemorySegment source = MemorySegment.ofArray(bytes(64, length));
                MemorySegment target = MemorySegment.ofArray(bytes(64, 7));
                transport.putNbi(to, BOX, MemorySegment.ofArray(bytes(64, 100)), 0, 64);
                transport.fence();
                ending.end(transport, transport.putNbi(to, BOX + offset, source, 9, length));
                ending.end(transport, transport.getNbi(to, BOX, target, 0, 64));
                byte[] expected = bytes(64, 100);
                System.arraycopy(bytes(64, length), 9, expected, offset, length);
                assertArrayEquals(expected, target.toArray(ValueLayout.JAVA_BYTE));
              }
            }
            for (int width : new int[] {4, 8}) {
              var _ = transport.atomic(AtomicOp.SET, to, BOX, width, -3, 0);
              fetched.fill((byte) 0x55);
              ending.end(
                  transport, transport.atomicNbi(AtomicOp.ADD, to, BOX, width, 5, 0, fetched, 9));
              byte[] expectedFetched = new byte[24];
              Arrays.fill(expectedFetched, (byte) 0x55);
              Arrays.fill(expectedFetched, 9, 9 + width, (byte) -1);
              expectedFetched[9] = -3;
              assertArrayEquals(expectedFetched, fetched.toArray(ValueLayout.JAVA_BYTE));
              assertEquals(2, transport.atomic(AtomicOp.FETCH, to, BOX, width, 0, 0));
            }
            MemorySegment source = MemorySegment.ofArray(bytes(500, 3));
            ending.end(
                transport,
                transport.putSignalNbi(
                    to, BOX + 1_000, source, 0, 500, signal.offset(), SignalOp.ADD, 1));
            assertEquals(1, signal.waitUntil(Compare.NE, 0));
            assertEquals((byte) (3 + 499), own.at(BOX + 1_499));
            shmem.barrierAll();
            transport.signal(to, signal.offset(), SignalOp.SET, 0);
            shmem.barrierAll();
          }
        });
  }

  /** Nobody calls anything while they are on their way. */
  @Test
  void shouldMakeProgressByItself() {
    run(
        2,
        (shmem, transport, own) -> {
          int to = 1 - shmem.pe();
          byte[] copy = new byte[8];
          Completion put = transport.putNbi(to, BOX, MemorySegment.ofArray(bytes(8, 1)), 0, 8);
          put.source().join();
          put.remote().join();
          Completion get = transport.getNbi(to, BOX, MemorySegment.ofArray(copy), 0, 8);
          get.remote().join();
          assertArrayEquals(bytes(8, 1), copy);
        });
  }

  @Test
  void shouldLoseNothingUnderContention() {
    run(
        4,
        (shmem, transport, own) -> {
          for (int i = 0; i < 2_000; i++) {
            transport.atomic(AtomicOp.ADD, 3, BOX, 8, 3, 0);
            transport.atomic(AtomicOp.ADD, 3, BOX + 8, 4, -1, 0);
            transport.signal(3, SIGNAL, SignalOp.ADD, 1);
          }
          shmem.barrierAll();
          assertEquals(24_000, transport.load(3, BOX, 8));
          assertEquals(-8_000, transport.load(3, BOX + 8, 4));
          assertEquals(8_000, transport.load(3, SIGNAL, 8));
        });
  }

  @Test
  void shouldShowTheDataOfAPutSignalToWhoSeesTheSignal() {
    int length = 20_000;
    run(
        2,
        (shmem, transport, own) -> {
          Signal signal = shmem.signal();
          int to = 1 - shmem.pe();
          byte[] message = new byte[length];
          for (int round = 1; round <= 200; round++) {
            Arrays.fill(message, (byte) round);
            MemorySegment source = MemorySegment.ofArray(message);
            transport.putSignal(to, BOX, source, 0, length, signal.offset(), SignalOp.ADD, 1);
            Arrays.fill(message, (byte) -1);
            signal.waitUntil(Compare.GE, round);
            for (int i = 0; i < length; i += 97) {
              assertEquals((byte) round, own.at(BOX + i));
            }
            shmem.barrierAll();
          }
          transport.putSignal(to, BOX, MemorySegment.NULL, 0, 0, signal.offset(), SignalOp.SET, -5);
          assertEquals(-5, signal.waitUntil(Compare.LT, 0));
        });
  }

  @Test
  void shouldKeepTheOrderOfAFence() {
    run(
        2,
        (shmem, transport, own) -> {
          Signal signal = shmem.signal();
          for (int round = 1; round <= 2_000; round++) {
            if (shmem.pe() == 0) {
              transport.store(1, BOX, 4, round);
              transport.store(1, BOX + 512, 8, round);
              transport.fence();
              transport.signal(1, signal.offset(), SignalOp.SET, round);
              signal.waitUntil(Compare.EQ, round);
            } else {
              signal.waitUntil(Compare.EQ, round);
              assertEquals(round, transport.load(1, BOX, 4));
              assertEquals(round, transport.load(1, BOX + 512, 8));
              transport.signal(0, signal.offset(), SignalOp.SET, round);
            }
          }
        });
  }

  @Test
  void shouldHaveCompletedEverythingOnceQuiet() {
    run(
        3,
        (shmem, transport, own) -> {
          Signal signal = shmem.signal();
          for (int round = 1; round <= 300; round++) {
            if (shmem.pe() == 0) {
              byte[] message = bytes(1_000, round);
              transport.put(2, BOX, MemorySegment.ofArray(message), 0, 1_000);
              transport.store(2, BOX + 2_000, 8, round);
              transport.atomic(AtomicOp.ADD, 2, BOX + 2_008, 8, 1, 0);
              transport.quiet();
              transport.signal(1, signal.offset(), SignalOp.SET, round);
            } else if (shmem.pe() == 1) {
              signal.waitUntil(Compare.EQ, round);
              byte[] copy = new byte[1_000];
              transport.get(2, BOX, MemorySegment.ofArray(copy), 0, 1_000);
              assertArrayEquals(bytes(1_000, round), copy);
              assertEquals(round, transport.load(2, BOX + 2_000, 8));
              assertEquals(round, transport.load(2, BOX + 2_008, 8));
            }
            shmem.barrierAll();
          }
        });
  }

  /** A transport that changes a cell wakes who sleeps on it. */
  @Test
  void shouldWakeSleepers() {
    run(
        2,
        true,
        (shmem, transport, own) -> {
          World.REMOTE_SLEEPING.useUpSleepsWithoutBell(shmem);
          Signal signal = shmem.signal();
          SymmetricInts ints = shmem.ints(1);
          SymmetricLongs longs = shmem.longs(1);
          MemorySegment none = MemorySegment.NULL;
          for (int i = 0; i < 9; i++) {
            shmem.barrierAll();
            if (shmem.pe() == 0) {
              Thread.sleep(5);
              switch (i) {
                case 0 -> transport.signal(1, signal.offset(), SignalOp.SET, 1);
                case 1 -> transport.signal(1, signal.offset(), SignalOp.ADD, 1);
                case 2 -> transport.putSignal(1, 0, none, 0, 0, signal.offset(), SignalOp.SET, 3);
                case 3 -> transport.putSignal(1, 0, none, 0, 0, signal.offset(), SignalOp.ADD, 1);
                case 4 -> transport.store(1, ints.offset(), 4, 5);
                case 5 -> transport.store(1, longs.offset(), 8, 6);
                case 6 -> transport.atomic(AtomicOp.ADD, 1, ints.offset(), 4, 2, 0);
                case 7 -> transport.atomic(AtomicOp.SET, 1, longs.offset(), 8, 8, 0);
                default -> transport.atomic(AtomicOp.COMPARE_SWAP, 1, longs.offset(), 8, 9, 8);
              }
            } else if (i < 4) {
              signal.waitUntil(Compare.EQ, i + 1);
            } else if (i == 4 || i == 6) {
              ints.waitUntil(0, Compare.EQ, i + 1);
            } else {
              longs.waitUntil(0, Compare.EQ, i + 1);
            }
          }
          shmem.barrierAll();
          assertTrue(World.sleeps(shmem) > 0);
          assertEquals(0, World.control(shmem).backstops());
        });
  }
}
