package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.shmem.internal.transport.AtomicOp;
import org.shmem4j.shmem.internal.transport.DirectTransport;
import org.shmem4j.shmem.internal.transport.NoTransport;

/** Which calls each operation makes of a transport, and in which order. */
class TransportCallsTest {
  /** A program that also sees its PE's transport. */
  private interface Recorded {
    void run(Shmem shmem, RecordingTransport transport);
  }

  /** Runs the program on PE 0; PE 1 only takes part in its last barrier. */
  private static void run(ShmemProgram prepare, Recorded program) {
    AtomicReferenceArray<RecordingTransport> transports = new AtomicReferenceArray<>(2);
    Shmem.threads(
        World.spec(2, World.HEAP, false),
        membership -> {
          transports.set(membership.pe(), new RecordingTransport(new DirectTransport(membership)));
          return transports.get(membership.pe());
        },
        shmem -> {
          prepare.run(shmem);
          transports.get(shmem.pe()).drain();
          if (shmem.pe() == 0) {
            program.run(shmem, transports.get(0));
          }
          shmem.barrierAll();
        });
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#types")
  void shouldMakeOneCallForEachTransfer(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    Signal[] signals = new Signal[2];
    run(
        shmem -> {
          arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 20);
          signals[shmem.pe()] = shmem.signal();
        },
        (shmem, transport) -> {
          AnyArray array = arrays[0];
          Signal signal = signals[0];
          long width = type.bytes();
          long at = array.array().offset();
          long at3 = at + 3 * width;
          Object five = array.values(5, 1);
          MemorySegment segment = MemorySegment.ofArray(new byte[(int) (5 * width)]);

          array.call("put", five, 1);
          assertEquals(put(at, 5 * width), transport.drain());
          array.call("put", 3, five, 1, 4, 1);
          assertEquals(put(at3, 4 * width), transport.drain());
          array.array().put(3, segment, 0, 5, 1);
          assertEquals(put(at3, 5 * width), transport.drain());
          array.call("put", 3, array.array(), 10, 2, 1);
          assertEquals(put(at3, 2 * width), transport.drain());

          array.call("get", five, 1);
          assertEquals(get(at, 5 * width), transport.drain());
          array.call("get", 3, five, 1, 4, 1);
          assertEquals(get(at3, 4 * width), transport.drain());
          array.array().get(3, segment, 0, 5, 1);
          assertEquals(get(at3, 5 * width), transport.drain());
          array.call("get", 3, array.array(), 10, 2, 1);
          assertEquals(get(at3, 2 * width), transport.drain());

          array.call("putSignal", five, signal, SignalOp.SET, 7, 1);
          assertEquals(putSignal(at, 5 * width, signal, "SET 7"), transport.drain());
          array.call("putSignal", 3, five, 1, 4, signal, SignalOp.ADD, -1, 1);
          assertEquals(putSignal(at3, 4 * width, signal, "ADD -1"), transport.drain());
          array.array().putSignal(3, segment, 0, 0, signal, SignalOp.SET, 9, 1);
          assertEquals(putSignal(at3, 0, signal, "SET 9"), transport.drain());
          array.call("putSignal", 3, array.array(), 10, 2, signal, SignalOp.ADD, 1, 1);
          assertEquals(putSignal(at3, 2 * width, signal, "ADD 1"), transport.drain());

          var _ = array.call("putNbi", five, 1);
          assertEquals(nbi(put(at, 5 * width)), transport.drain());
          var _ = array.call("putNbi", 3, five, 1, 4, 1);
          assertEquals(nbi(put(at3, 4 * width)), transport.drain());
          var _ = array.array().putNbi(3, segment, 0, 5, 1);
          assertEquals(nbi(put(at3, 5 * width)), transport.drain());
          var _ = array.call("putNbi", 3, array.array(), 10, 2, 1);
          assertEquals(nbi(put(at3, 2 * width)), transport.drain());
          var _ = array.call("getNbi", five, 1);
          assertEquals(nbi(get(at, 5 * width)), transport.drain());
          var _ = array.call("getNbi", 3, five, 1, 4, 1);
          assertEquals(nbi(get(at3, 4 * width)), transport.drain());
          var _ = array.array().getNbi(3, segment, 0, 5, 1);
          assertEquals(nbi(get(at3, 5 * width)), transport.drain());
          var _ = array.call("getNbi", 3, array.array(), 10, 2, 1);
          assertEquals(nbi(get(at3, 2 * width)), transport.drain());
          var _ = array.call("putSignalNbi", five, signal, SignalOp.SET, 7, 1);
          assertEquals(nbi(putSignal(at, 5 * width, signal, "SET 7")), transport.drain());
          var _ = array.call("putSignalNbi", 3, five, 1, 4, signal, SignalOp.ADD, -1, 1);
          assertEquals(nbi(putSignal(at3, 4 * width, signal, "ADD -1")), transport.drain());
          var _ = array.array().putSignalNbi(3, segment, 0, 0, signal, SignalOp.SET, 9, 1);
          assertEquals(nbi(putSignal(at3, 0, signal, "SET 9")), transport.drain());
          var _ = array.call("putSignalNbi", 3, array.array(), 10, 2, signal, SignalOp.ADD, 1, 1);
          assertEquals(nbi(putSignal(at3, 2 * width, signal, "ADD 1")), transport.drain());

          signal.set(5, 1);
          signal.add(6, 1);
          assertEquals(
              List.of(
                  "signal pe=1 offset=" + signal.offset() + " SET 5",
                  "signal pe=1 offset=" + signal.offset() + " ADD 6"),
              transport.drain());
        });
  }

  /** The same calls, non-blocking. */
  private static List<String> nbi(List<String> calls) {
    return calls.stream().map(call -> call.replaceFirst(" ", "Nbi ")).toList();
  }

  /**
   * A block is one call, whatever the local side is, and an element comes in one piece; nothing to
   * move is no call.
   */
  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#types")
  void shouldMakeOneCallForEachBlock(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    run(
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 20),
        (shmem, transport) -> {
          AnyArray array = arrays[0];
          long width = type.bytes();
          long at = array.array().offset();
          MemorySegment segment = MemorySegment.ofArray(new byte[(int) (20 * width)]);
          for (Object local : new Object[] {array.values(20, 1), array.array(), segment}) {
            var _ = array.call("iput", 2, 3, local, 0, 1, 2, 1);
            assertEquals(
                concat(cell("store", at + 2 * width, width), cell("store", at + 5 * width, width)),
                transport.drain().stream().map(call -> call.replaceAll(" bits=.*", "")).toList());
            var _ = array.call("iget", 2, 3, local, 0, 1, 2, 1);
            assertEquals(
                concat(cell("load", at + 2 * width, width), cell("load", at + 5 * width, width)),
                transport.drain());
            var _ = array.call("ibput", 2, 7, local, 0, 4, 4, 2, 1);
            assertEquals(
                concat(put(at + 2 * width, 4 * width), put(at + 9 * width, 4 * width)),
                transport.drain());
            var _ = array.call("ibget", 2, 7, local, 0, 4, 4, 2, 1);
            assertEquals(
                concat(get(at + 2 * width, 4 * width), get(at + 9 * width, 4 * width)),
                transport.drain());
            var _ = array.call("iput", 2, 3, local, 0, 1, 0, 1);
            var _ = array.call("ibget", 2, 3, local, 0, 1, 0, 9, 1);
            assertEquals(List.of(), transport.drain());
          }
        });
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static List<String> cell(String call, long offset, long width) {
    return List.of(call + " pe=1 offset=" + offset + " width=" + width);
  }

  private static List<String> put(long offset, long bytes) {
    return List.of("put pe=1 offset=" + offset + " bytes=" + bytes);
  }

  private static List<String> get(long offset, long bytes) {
    return List.of("get pe=1 offset=" + offset + " bytes=" + bytes);
  }

  private static List<String> putSignal(long offset, long bytes, Signal signal, String update) {
    return List.of(
        "putSignal pe=1 offset="
            + offset
            + " bytes="
            + bytes
            + " signalOffset="
            + signal.offset()
            + " "
            + update);
  }

  private static long bits(ElementType<?> type, long value) {
    if (type == ElementType.FLOAT) {
      return Float.floatToRawIntBits((float) value);
    }
    return type == ElementType.DOUBLE ? Double.doubleToRawLongBits((double) value) : value;
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#types")
  void shouldStoreAndLoadCellsAsBits(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    run(
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 20),
        (shmem, transport) -> {
          AnyArray array = arrays[0];
          String cell =
              " pe=1 offset="
                  + (array.array().offset() + 3L * type.bytes())
                  + " width="
                  + type.bytes();
          array.call("p", 3, -2, 1);
          assertEquals(List.of("store" + cell + " bits=" + bits(type, -2)), transport.drain());
          assertEquals(array.value(-2), array.call("g", 3, 1));
          assertEquals(List.of("load" + cell), transport.drain());
          // Local access is local.
          array.call("set", 3, 5);
          array.call("at", 3);
          array.call("fill", 5);
          array.call("toArray");
          assertEquals(List.of(), transport.drain());
        });
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#integers")
  void shouldMakeOneCallForEachAtomic(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    run(
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 20),
        (shmem, transport) -> {
          AnyArray array = arrays[0];
          array.call("atomicFetch", 3, 1);
          array.call("atomicSet", 3, -5, 1);
          array.call("atomicSwap", 3, 6, 1);
          array.call("atomicCompareSwap", 3, -7, 8, 1);
          array.call("atomicFetchAdd", 3, 9, 1);
          array.call("atomicAdd", 3, 9, 1);
          array.call("atomicFetchInc", 3, 1);
          array.call("atomicInc", 3, 1);
          array.call("atomicFetchAnd", 3, 10, 1);
          array.call("atomicAnd", 3, 10, 1);
          array.call("atomicFetchOr", 3, 11, 1);
          array.call("atomicOr", 3, 11, 1);
          array.call("atomicFetchXor", 3, 12, 1);
          array.call("atomicXor", 3, 12, 1);
          array.call("atomicFetchMin", 3, -13, 1);
          array.call("atomicMin", 3, -13, 1);
          array.call("atomicFetchMax", 3, -14, 1);
          array.call("atomicMax", 3, -14, 1);
          assertEquals(
              List.of(
                  atomic(array, AtomicOp.FETCH, 0, 0),
                  atomic(array, AtomicOp.SET, -5, 0),
                  atomic(array, AtomicOp.SWAP, 6, 0),
                  atomic(array, AtomicOp.COMPARE_SWAP, 8, -7),
                  atomic(array, AtomicOp.ADD, 9, 0),
                  atomic(array, AtomicOp.ADD, 9, 0),
                  atomic(array, AtomicOp.ADD, 1, 0),
                  atomic(array, AtomicOp.ADD, 1, 0),
                  atomic(array, AtomicOp.AND, 10, 0),
                  atomic(array, AtomicOp.AND, 10, 0),
                  atomic(array, AtomicOp.OR, 11, 0),
                  atomic(array, AtomicOp.OR, 11, 0),
                  atomic(array, AtomicOp.XOR, 12, 0),
                  atomic(array, AtomicOp.XOR, 12, 0),
                  atomic(array, AtomicOp.MIN, -13, 0),
                  atomic(array, AtomicOp.MIN, -13, 0),
                  atomic(array, AtomicOp.MAX, -14, 0),
                  atomic(array, AtomicOp.MAX, -14, 0)),
              transport.drain());
          Object fetched = array.values(4, 0);
          var _ = array.call("atomicFetchNbi", fetched, 2, 3, 1);
          var _ = array.call("atomicSwapNbi", fetched, 2, 3, 6, 1);
          var _ = array.call("atomicCompareSwapNbi", fetched, 2, 3, -7, 8, 1);
          var _ = array.call("atomicFetchAddNbi", fetched, 2, 3, 9, 1);
          var _ = array.call("atomicFetchIncNbi", fetched, 2, 3, 1);
          var _ = array.call("atomicFetchAndNbi", fetched, 2, 3, 10, 1);
          var _ = array.call("atomicFetchOrNbi", fetched, 2, 3, 11, 1);
          var _ = array.call("atomicFetchXorNbi", fetched, 2, 3, 12, 1);
          assertEquals(
              Stream.of(
                      atomic(array, AtomicOp.FETCH, 0, 0),
                      atomic(array, AtomicOp.SWAP, 6, 0),
                      atomic(array, AtomicOp.COMPARE_SWAP, 8, -7),
                      atomic(array, AtomicOp.ADD, 9, 0),
                      atomic(array, AtomicOp.ADD, 1, 0),
                      atomic(array, AtomicOp.AND, 10, 0),
                      atomic(array, AtomicOp.OR, 11, 0),
                      atomic(array, AtomicOp.XOR, 12, 0))
                  .map(call -> atFetched(call, 2L * type.bytes()))
                  .toList(),
              transport.drain());
          // Waits and tests look at this PE's copy only.
          array.call("set", 3, 1);
          array.call("test", 3, Compare.EQ, 1);
          array.call("waitUntil", 3, Compare.EQ, 1);
          assertEquals(List.of(), transport.drain());
        });
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#floats")
  void shouldMakeOneCallForEachFloatingPointAtomic(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    run(
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 20),
        (shmem, transport) -> {
          AnyArray array = arrays[0];
          array.call("atomicFetch", 3, 1);
          array.call("atomicSet", 3, -5, 1);
          array.call("atomicSwap", 3, 6, 1);
          array.call("atomicFetchAdd", 3, 9, 1);
          array.call("atomicAdd", 3, 9, 1);
          assertEquals(
              List.of(
                  atomic(array, AtomicOp.FETCH, 0, 0),
                  atomic(array, AtomicOp.SET, bits(type, -5), 0),
                  atomic(array, AtomicOp.SWAP, bits(type, 6), 0),
                  atomic(array, AtomicOp.ADD_FLOATING, bits(type, 9), 0),
                  atomic(array, AtomicOp.ADD_FLOATING, bits(type, 9), 0)),
              transport.drain());
          array.call("atomicFetchMin", 3, 9, 1);
          array.call("atomicMin", 3, 9, 1);
          array.call("atomicFetchMax", 3, 9, 1);
          array.call("atomicMax", 3, 9, 1);
          assertEquals(
              List.of(
                  atomic(array, AtomicOp.MIN_FLOATING, bits(type, 9), 0),
                  atomic(array, AtomicOp.MIN_FLOATING, bits(type, 9), 0),
                  atomic(array, AtomicOp.MAX_FLOATING, bits(type, 9), 0),
                  atomic(array, AtomicOp.MAX_FLOATING, bits(type, 9), 0)),
              transport.drain());
          Object fetched = array.values(4, 0);
          var _ = array.call("atomicFetchNbi", fetched, 0, 3, 1);
          var _ = array.call("atomicSwapNbi", fetched, 1, 3, 6, 1);
          var _ = array.call("atomicFetchAddNbi", fetched, 2, 3, 9, 1);
          assertEquals(
              List.of(
                  atFetched(atomic(array, AtomicOp.FETCH, 0, 0), 0),
                  atFetched(atomic(array, AtomicOp.SWAP, bits(type, 6), 0), type.bytes()),
                  atFetched(
                      atomic(array, AtomicOp.ADD_FLOATING, bits(type, 9), 0), 2L * type.bytes())),
              transport.drain());
        });
  }

  private static String atFetched(String call, long offset) {
    return call.replaceFirst(" ", "Nbi ") + " fetchedOffset=" + offset;
  }

  private static String atomic(AnyArray array, AtomicOp op, long operand, long expected) {
    int width = array.type().bytes();
    return "atomic "
        + op
        + " pe=1 offset="
        + (array.array().offset() + 3L * width)
        + " width="
        + width
        + " operand="
        + operand
        + " expected="
        + expected;
  }

  @Test
  void shouldOrderAndCompleteByOneCallEach() {
    List<List<List<String>>> calls = new ArrayList<>();
    AtomicReferenceArray<RecordingTransport> transports = new AtomicReferenceArray<>(2);
    Shmem.threads(
        World.spec(2, World.HEAP, false),
        membership -> {
          transports.set(membership.pe(), new RecordingTransport(new DirectTransport(membership)));
          return transports.get(membership.pe());
        },
        shmem -> {
          RecordingTransport transport = transports.get(shmem.pe());
          List<List<String>> mine = new ArrayList<>();
          shmem.fence();
          mine.add(transport.drain());
          shmem.quiet();
          mine.add(transport.drain());
          shmem.barrierAll();
          mine.add(transport.drain());
          shmem.syncAll();
          mine.add(transport.drain());
          SymmetricInts malloc = shmem.heap().malloc(ElementType.INT, 5);
          mine.add(transport.drain());
          SymmetricInts calloc = shmem.ints(5);
          mine.add(transport.drain());
          Signal signal = shmem.signal();
          signal.fetch();
          signal.test(Compare.EQ, 0);
          signal.waitUntil(Compare.EQ, 0);
          mine.add(transport.drain());
          shmem.free(malloc);
          mine.add(transport.drain());
          shmem.heap().free(new SymmetricObject[] {calloc, signal});
          mine.add(transport.drain());
          shmem.close();
          mine.add(transport.drain());
          synchronized (calls) {
            calls.add(mine);
          }
        });
    List<String> quiet = List.of("quiet");
    List<List<String>> expected =
        List.of(
            List.of("fence"), quiet, quiet, List.of(), quiet, quiet, quiet, quiet, quiet, quiet);
    assertEquals(List.of(expected, expected), calls);
  }

  @Test
  void shouldOrderAndCompleteForTheNamedPesOnly() {
    run(
        shmem -> {},
        (shmem, transport) -> {
          shmem.fence(1);
          assertEquals(List.of("fence pe=1"), transport.drain());
          shmem.quiet(1);
          assertEquals(List.of("quiet pe=1"), transport.drain());
          shmem.quiet(1, 0);
          assertEquals(List.of("quiet pe=1", "quiet pe=0"), transport.drain());
          shmem.quiet(new int[0]);
          assertEquals(List.of(), transport.drain());
        });
  }

  @Test
  void shouldMakeNoCallThatReachesNobody() {
    run(
        shmem -> {},
        (shmem, transport) -> {
          assertThrows(IndexOutOfBoundsException.class, () -> shmem.isDirect(2));
          shmem.free(null);
          assertEquals(List.of(), transport.drain());
        });
  }

  /** A direct job has a transport that refuses every transfer: its operations make none. */
  @Test
  void shouldHaveNobodyToReachInADirectJob() {
    World.DIRECT.run(
        2,
        shmem -> {
          assertSame(NoTransport.INSTANCE, shmem.transport());
          MemorySegment segment = MemorySegment.ofArray(new byte[8]);
          NoTransport none = NoTransport.INSTANCE;
          for (Executable transfer :
              List.<Executable>of(
                  () -> none.put(1, 0, segment, 0, 8),
                  () -> none.get(1, 0, segment, 0, 8),
                  () -> none.store(1, 0, 8, 1),
                  () -> none.load(1, 0, 8),
                  () -> none.atomic(AtomicOp.FETCH, 1, 0, 8, 0, 0),
                  () -> none.putSignal(1, 0, segment, 0, 8, 64, SignalOp.SET, 1),
                  () -> none.signal(1, 64, SignalOp.SET, 1),
                  () -> none.putNbi(1, 0, segment, 0, 8),
                  () -> none.getNbi(1, 0, segment, 0, 8),
                  () -> none.putSignalNbi(1, 0, segment, 0, 8, 64, SignalOp.SET, 1),
                  () -> none.atomicNbi(AtomicOp.FETCH, 1, 0, 8, 0, 0, segment, 0))) {
            assertEquals(
                "this job has no remote PEs: pe=1",
                assertThrows(IllegalStateException.class, transfer).getMessage());
          }
          none.fence();
          none.quiet();
        });
  }
}
