package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.shmem.internal.heap.HeapAllocator;
import org.shmem4j.shmem.internal.memory.Memory;

/** Errors come before anything is written: each test compares the memory of all PEs. */
class MisuseTest {
  private static final int LENGTH = 10;
  private static final long[] BAD_INDICES = {
    -1,
    LENGTH,
    LENGTH + 1,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    1L << 61,
    Long.MIN_VALUE,
    Long.MAX_VALUE
  };
  private static final long[][] BAD_RANGES = {
    {-1, 1},
    {0, LENGTH + 1},
    {LENGTH, 1},
    {LENGTH + 1, 0},
    {1, LENGTH},
    {0, -1},
    {5, Integer.MIN_VALUE},
    {Long.MAX_VALUE, 0},
    {Integer.MAX_VALUE, Integer.MAX_VALUE},
    {Long.MIN_VALUE, Integer.MAX_VALUE},
  };
  private static final long[][] BAD_LONG_RANGES = {
    {1, Long.MAX_VALUE},
    {Long.MAX_VALUE, Long.MAX_VALUE},
    {Long.MIN_VALUE, Long.MIN_VALUE},
    {0, 1L << 61},
    {0, (1L << 61) + 1},
    {0, 1L << 32},
  };
  private static final int[] BAD_PES = {-1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE};

  static Stream<Arguments> worldsAndTypes() {
    return Stream.of(World.DIRECT, World.REMOTE)
        .flatMap(world -> AnyArray.types().map(type -> Arguments.of(world, type)));
  }

  static Stream<Arguments> worldsAndIntegers() {
    return Stream.of(World.DIRECT, World.REMOTE)
        .flatMap(world -> AnyArray.integers().map(type -> Arguments.of(world, type)));
  }

  private static byte[] heap(Shmem shmem) {
    byte[] copy = new byte[(int) shmem.heap().size()];
    Memory.copyOut(shmem.ownBase(), ValueLayout.JAVA_BYTE, copy, 0, copy.length);
    return copy;
  }

  /** Fills every heap with a pattern, runs the misuse on PE 0, compares every heap. */
  private static void shouldChangeNothing(World world, ShmemProgram prepare) {
    world.run(
        2,
        65_536,
        shmem -> {
          for (long i = 0; i < shmem.heap().size(); i += Long.BYTES) {
            Memory.setLong(shmem.ownBase() + i, 0x0102_0304_0506_0708L * (i + 1));
          }
          byte[] before = heap(shmem);
          long free = shmem.heap().free();
          int objects = shmem.heap().objectCount();
          prepare.run(shmem);
          shmem.barrierAll();
          assertArrayEquals(before, heap(shmem));
          assertEquals(objects, shmem.heap().objectCount());
          assertEquals(free, shmem.heap().free());
        });
  }

  private static void refuse(Class<? extends Throwable> type, String message, Executable misuse) {
    assertEquals(message, assertThrows(type, misuse).getMessage());
  }

  private static void refuseIndex(String message, Executable misuse) {
    refuse(IndexOutOfBoundsException.class, message, misuse);
  }

  private static AnyArray malloc(Shmem shmem, ElementType<?> type) {
    return new AnyArray(shmem.heap().malloc(type, LENGTH));
  }

  private static Signal uninitialized(Shmem shmem, long offset) {
    return new Signal(shmem.context(), 99, offset);
  }

  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefuseElementsThatDoNotExist(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          if (shmem.pe() == 0) {
            for (long index : BAD_INDICES) {
              String message =
                  "no such element: object=" + type + "#1[10] index=" + index + " length=10";
              refuseIndex(message, () -> array.call("at", index));
              refuseIndex(message, () -> array.call("set", index, 1));
              refuseIndex(message, () -> array.call("p", index, 1, 1));
              refuseIndex(message, () -> array.call("g", index, 1));
            }
          }
          shmem.free(array.array());
        });
  }

  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefuseRangesThatDoNotExist(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          Signal signal = uninitialized(shmem, 4096);
          Object source = array.values(LENGTH + 1, 1);
          MemorySegment segment = MemorySegment.ofArray(new byte[200]);
          List<long[]> ranges = new ArrayList<>(List.of(BAD_RANGES));
          for (long[] range : ranges) {
            String message = badRange(type, range);
            int count = (int) range[1];
            refuseIndex(message, () -> array.call("put", range[0], source, 0, count, 1));
            refuseIndex(message, () -> array.call("get", range[0], source, 0, count, 1));
            refuseIndex(
                message,
                () ->
                    array.call(
                        "putSignal", range[0], source, 0, count, signal, SignalOp.SET, 1, 1));
          }
          ranges.addAll(List.of(BAD_LONG_RANGES));
          for (long[] range : ranges) {
            String message = badRange(type, range);
            long i = range[0];
            long n = range[1];
            SymmetricArray self = array.array();
            refuseIndex(message, () -> self.put(i, segment, 0, n, 1));
            refuseIndex(message, () -> self.get(i, segment, 0, n, 1));
            refuseIndex(
                message, () -> self.putSignal(i, segment, 0, n, signal, SignalOp.ADD, 1, 1));
            // The other side of a copy between symmetric arrays.
            refuseIndex(message, () -> array.call("put", 0, self, i, n, 1));
            refuseIndex(message, () -> array.call("get", 0, self, i, n, 1));
            refuseIndex(
                message, () -> array.call("putSignal", 0, self, i, n, signal, SignalOp.SET, 1, 1));
          }
          Object longer = array.values(LENGTH + 1, 1);
          String message = badRange(type, new long[] {0, LENGTH + 1});
          refuseIndex(message, () -> array.call("put", longer, 1));
          refuseIndex(message, () -> array.call("get", longer, 1));
          refuseIndex(message, () -> array.call("putSignal", longer, signal, SignalOp.SET, 1, 1));
          shmem.free(array.array());
        });
  }

  private static String badRange(ElementType<?> type, long[] range) {
    return "the range is outside the object: object="
        + type
        + "#1[10] index="
        + range[0]
        + " count="
        + range[1]
        + " length=10";
  }

  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefuseRangesOutsideTheJavaArray(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          Signal signal = uninitialized(shmem, 4096);
          Object source = array.values(5, 1);
          for (int[] range :
              new int[][] {
                {-1, 1}, {0, 6}, {5, 1}, {6, 0}, {Integer.MIN_VALUE, 2}, {Integer.MAX_VALUE, 10}
              }) {
            int i = range[0];
            int n = range[1];
            String message =
                "the range is outside the Java array: object="
                    + type
                    + "#1[10] index="
                    + i
                    + " count="
                    + n
                    + " arrayLength=5";
            refuseIndex(message, () -> array.call("put", 0, source, i, n, 1));
            refuseIndex(message, () -> array.call("get", 0, source, i, n, 1));
            refuseIndex(
                message,
                () -> array.call("putSignal", 0, source, i, n, signal, SignalOp.SET, 1, 1));
          }
          assertEquals(AnyArray.list(array.values(5, 1)), AnyArray.list(source));
          shmem.free(array.array());
        });
  }

  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefuseSegmentsThatAreTooShortOrReadOnly(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray any = malloc(shmem, type);
          SymmetricArray array = any.array();
          Signal signal = uninitialized(shmem, 4096);
          int width = type.bytes();
          try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment segment :
                List.of(MemorySegment.ofArray(new byte[4 * width]), arena.allocate(4L * width))) {
              for (long[] range :
                  new long[][] {
                    {0, 5}, {1, 4}, {-1, 1}, {4L * width + 1, 0}, {Long.MAX_VALUE, 1}
                  }) {
                String message =
                    "the range is outside the memory segment: object="
                        + type
                        + "#1[10] segmentOffset="
                        + range[0]
                        + " bytes="
                        + range[1] * width
                        + " segmentBytes="
                        + 4 * width;
                refuseIndex(message, () -> array.put(0, segment, range[0], range[1], 1));
                refuseIndex(message, () -> array.get(0, segment, range[0], range[1], 1));
                refuseIndex(
                    message,
                    () ->
                        array.putSignal(
                            0, segment, range[0], range[1], signal, SignalOp.SET, 1, 1));
              }
              refuse(
                  IllegalArgumentException.class,
                  "the target is read-only: object=" + type + "#1[10] pe=1",
                  () -> array.get(0, segment.asReadOnly(), 0, 4, 1));
              segment.asReadOnly();
            }
          }
          MemorySegment closed;
          try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(80);
          }
          assertThrows(IllegalStateException.class, () -> array.put(0, closed, 0, 4, 1));
          assertThrows(IllegalStateException.class, () -> array.get(0, closed, 0, 4, 1));
          assertThrows(
              IllegalStateException.class,
              () -> array.putSignal(0, closed, 0, 4, signal, SignalOp.SET, 1, 1));
          shmem.free(array);
        });
  }

  /** Ranges and PEs of non-blocking operations, whose completion never comes to be. */
  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefuseNonblockingTransfersThatCannotBe(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          SymmetricArray self = array.array();
          Signal signal = uninitialized(shmem, 4096);
          Object five = array.values(5, 1);
          Object longer = array.values(LENGTH + 1, 1);
          MemorySegment segment = MemorySegment.ofArray(new byte[200]);
          for (long[] range : BAD_RANGES) {
            String message = badRange(type, range);
            long i = range[0];
            int n = (int) range[1];
            for (String op : List.of("putNbi", "getNbi")) {
              refuseIndex(message, () -> array.call(op, i, longer, 0, n, 1));
              refuseIndex(message, () -> array.call(op, i, segment, 0, n, 1));
              refuseIndex(message, () -> array.call(op, 0, self, i, n, 1));
            }
            for (Object local : new Object[] {longer, segment}) {
              refuseIndex(
                  message,
                  () -> array.call("putSignalNbi", i, local, 0, n, signal, SignalOp.SET, 1, 1));
            }
            refuseIndex(
                message,
                () -> array.call("putSignalNbi", 0, self, i, n, signal, SignalOp.SET, 1, 1));
          }
          String java =
              "the range is outside the Java array: object="
                  + self
                  + " index=3 count=3 arrayLength=5";
          String memory =
              "the range is outside the memory segment: object="
                  + self
                  + " segmentOffset=200 bytes="
                  + type.bytes()
                  + " segmentBytes=200";
          for (String op : List.of("putNbi", "getNbi")) {
            refuseIndex(java, () -> array.call(op, 0, five, 3, 3, 1));
            refuseIndex(memory, () -> array.call(op, 0, segment, 200, 1, 1));
          }
          refuseIndex(
              java, () -> array.call("putSignalNbi", 0, five, 3, 3, signal, SignalOp.SET, 1, 1));
          refuseIndex(
              memory,
              () -> array.call("putSignalNbi", 0, segment, 200, 1, signal, SignalOp.SET, 1, 1));
          refuse(
              IllegalArgumentException.class,
              "the target is read-only: object=" + self + " pe=1",
              () -> self.getNbi(0, segment.asReadOnly(), 0, 4, 1));
          for (int pe : BAD_PES) {
            String message = "no such PE: object=" + self + " pe=" + pe + " valid=0..1";
            for (String op : List.of("putNbi", "getNbi")) {
              refuseIndex(message, () -> array.call(op, five, pe));
              refuseIndex(message, () -> array.call(op, 0, segment, 0, 5, pe));
              refuseIndex(message, () -> array.call(op, 0, self, 0, 5, pe));
            }
            refuseIndex(
                message, () -> array.call("putSignalNbi", five, signal, SignalOp.SET, 1, pe));
          }
          for (Executable misuse :
              List.<Executable>of(
                  () -> array.call("putSignalNbi", five, null, SignalOp.SET, 1, 1),
                  () -> array.call("putSignalNbi", five, signal, null, 1, 1),
                  () -> self.putNbi(0, null, 0, 1, 1),
                  () -> self.getNbi(0, null, 0, 1, 1))) {
            assertThrows(NullPointerException.class, misuse);
          }
          shmem.free(self);
          for (Executable misuse :
              List.<Executable>of(
                  () -> array.call("putNbi", five, 1),
                  () -> array.call("getNbi", 0, segment, 0, 0, 1),
                  () -> array.call("putSignalNbi", five, signal, SignalOp.SET, 1, 1))) {
            assertThrows(IllegalStateException.class, misuse);
          }
        });
  }

  /** An index, a stride, a block's size and a number of blocks that do not fit 10 elements. */
  private static final long[][] BAD_BLOCKS = {
    {0, 3, 1, 5},
    {-1, 1, 1, 1},
    {10, 1, 1, 1},
    {11, 1, 1, 0},
    {0, 1, 1, 11},
    {0, 1, 1, -1},
    {0, 9, 2, 2},
    {9, 2, 2, 1},
    {0, 11, 11, 1},
    {11, 1, 0, 5},
    {0, 1, -1, 1},
    {0, 10, 1, Integer.MAX_VALUE},
    {1, Integer.MAX_VALUE, 1, Integer.MAX_VALUE},
    {0, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE},
    {Integer.MIN_VALUE, 1, 1, 1},
  };

  private static final long[][] BAD_LONG_BLOCKS = {
    {1, Long.MAX_VALUE, 1, Long.MAX_VALUE},
    {0, 1L << 61, 1, 9},
    {0, Long.MAX_VALUE, 1L << 61, 1},
    {Long.MAX_VALUE, 1, 1, 1},
    {Long.MIN_VALUE, 1, 1, 1},
    {0, 2, 1, 1L << 63},
  };

  private static final long[][] BAD_STRIDES = {
    {0, 0, 1, 1}, {0, -1, 1, 2}, {0, 1, 2, 2}, {0, 0, 0, 0}, {0, Integer.MIN_VALUE, 1, 0}
  };

  private static String badBlocks(
      String where, SymmetricArray array, String start, long[] blocks, String size) {
    return (blocks[1] < Math.max(1, blocks[2])
            ? "a stride is at least 1 and not below the block's size: "
            : "the blocks are outside the " + where + ": ")
        + "object="
        + array
        + start
        + blocks[0]
        + " stride="
        + blocks[1]
        + (blocks[2] == 1 ? " count=" : " blockSize=" + blocks[2] + " blocks=")
        + blocks[3]
        + size
        + " pe=1";
  }

  private static Object callBlocks(
      AnyArray array, String op, long[] blocks, Object local, long[] localBlocks) {
    return array.call(
        op, blocks[0], blocks[1], local, localBlocks[0], localBlocks[1], blocks[2], blocks[3], 1);
  }

  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefuseBlocksThatDoNotFit(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          SymmetricArray self = array.array();
          Object java = array.values(LENGTH, 1);
          MemorySegment segment = MemorySegment.ofArray(new byte[LENGTH * type.bytes()]);
          for (String op : List.of("ibput", "ibget")) {
            List<long[]> all = new ArrayList<>(List.of(BAD_BLOCKS));
            all.addAll(List.of(BAD_STRIDES));
            for (long[] bad : all) {
              long[] good = {0, Math.max(1, bad[2])};
              String message = badBlocks("object", self, " index=", bad, " length=10");
              Class<? extends Throwable> kind =
                  bad[1] < Math.max(1, bad[2])
                      ? IllegalArgumentException.class
                      : IndexOutOfBoundsException.class;
              refuse(kind, message, () -> callBlocks(array, op, bad, java, good));
              String ofJava = badBlocks("Java array", self, " index=", bad, " arrayLength=10");
              long[] ok = {0, good[1], bad[2], bad[3]};
              if (bad[2] >= 0 && bad[3] >= 0 && bad[2] * bad[3] <= LENGTH) {
                refuse(kind, ofJava, () -> callBlocks(array, op, ok, java, bad));
              }
            }
            all.addAll(List.of(BAD_LONG_BLOCKS));
            for (long[] bad : all) {
              long[] good = {0, Math.max(1, bad[2])};
              String message = badBlocks("object", self, " index=", bad, " length=10");
              Class<? extends Throwable> kind =
                  bad[1] < Math.max(1, bad[2])
                      ? IllegalArgumentException.class
                      : IndexOutOfBoundsException.class;
              refuse(kind, message, () -> callBlocks(array, op, bad, segment, good));
              refuse(kind, message, () -> callBlocks(array, op, good(bad), self, bad));
              long[] ok = {0, good[1], bad[2], bad[3]};
              if (bad[2] >= 0 && bad[3] >= 0 && bad[2] * bad[3] <= LENGTH && bad[0] > -99) {
                long[] inBytes = {bad[0] * type.bytes(), bad[1], bad[2], bad[3]};
                refuse(
                    kind,
                    badBlocks(
                        "memory segment",
                        self,
                        " segmentOffset=",
                        inBytes,
                        " segmentBytes=" + segment.byteSize()),
                    () -> callBlocks(array, op, ok, segment, inBytes));
              }
            }
            long[] nine = {0, 1, 1, 9};
            for (Object missing : new Object[] {array.values(0, 0), MemorySegment.NULL}) {
              assertThrows(
                  IndexOutOfBoundsException.class,
                  () -> callBlocks(array, op, nine, missing, nine));
            }
            for (int pe : BAD_PES) {
              String message = "no such PE: object=" + self + " pe=" + pe + " valid=0..1";
              for (Object local : new Object[] {java, segment, self}) {
                refuseIndex(message, () -> array.call(op, 0, 2, local, 0, 2, 2, 2, pe));
                refuseIndex(message, () -> array.call("iput", 0, 2, local, 0, 2, 2, pe));
                refuseIndex(message, () -> array.call("iget", 0, 2, local, 0, 2, 2, pe));
              }
            }
          }
          refuse(
              IllegalArgumentException.class,
              "the target is read-only: object=" + self + " pe=1",
              () -> self.iget(0, 1, segment.asReadOnly(), 0, 1, 4, 1));
          assertEquals(AnyArray.list(array.values(LENGTH, 1)), AnyArray.list(java));
          shmem.free(self);
          for (Object local : new Object[] {java, segment, self}) {
            for (int count : new int[] {0, 1, -1}) {
              assertThrows(
                  IllegalStateException.class,
                  () -> array.call("iput", 0, 1, local, 0, 1, count, 1));
              assertThrows(
                  IllegalStateException.class,
                  () -> array.call("iget", 0, 1, local, 0, 1, count, 1));
            }
          }
        });
  }

  private static long[] good(long[] blocks) {
    return new long[] {0, Math.max(1, blocks[2]), blocks[2], blocks[3]};
  }

  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefusePesThatDoNotExist(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          SymmetricArray self = array.array();
          Signal signal = uninitialized(shmem, 4096);
          Object source = array.values(5, 1);
          MemorySegment segment = MemorySegment.ofArray(new byte[200]);
          for (int pe : BAD_PES) {
            String message = "no such PE: object=" + type + "#1[10] pe=" + pe + " valid=0..1";
            refuseIndex(message, () -> array.call("p", 0, 1, pe));
            refuseIndex(message, () -> array.call("g", 0, pe));
            refuseIndex(message, () -> array.call("put", source, pe));
            refuseIndex(message, () -> array.call("put", 0, source, 0, 5, pe));
            refuseIndex(message, () -> array.call("put", 0, self, 0, 5, pe));
            refuseIndex(message, () -> self.put(0, segment, 0, 5, pe));
            refuseIndex(message, () -> array.call("get", source, pe));
            refuseIndex(message, () -> array.call("get", 0, source, 0, 5, pe));
            refuseIndex(message, () -> array.call("get", 0, self, 0, 5, pe));
            refuseIndex(message, () -> self.get(0, segment, 0, 5, pe));
            refuseIndex(
                message, () -> array.call("putSignal", source, signal, SignalOp.SET, 1, pe));
            refuseIndex(
                message,
                () -> array.call("putSignal", 0, source, 0, 5, signal, SignalOp.SET, 1, pe));
            refuseIndex(
                message, () -> array.call("putSignal", 0, self, 0, 5, signal, SignalOp.SET, 1, pe));
            refuseIndex(
                message, () -> self.putSignal(0, segment, 0, 5, signal, SignalOp.SET, 1, pe));
            refuseIndex(message, () -> self.segment(pe));
            refuseIndex(message, () -> self.bytesStore(pe));
            String ofSignal = "no such PE: object=signal#99[1] pe=" + pe + " valid=0..1";
            refuseIndex(ofSignal, () -> signal.set(1, pe));
            refuseIndex(ofSignal, () -> signal.add(1, pe));
          }
          shmem.free(self);
        });
  }

  @ParameterizedTest
  @MethodSource("worldsAndIntegers")
  void shouldRefuseAtomicsOnWhatDoesNotExist(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          List<String> withValue =
              List.of(
                  "Set",
                  "Swap",
                  "FetchAdd",
                  "FetchAnd",
                  "FetchOr",
                  "FetchXor",
                  "Add",
                  "And",
                  "Or",
                  "Xor");
          List<String> without = List.of("Fetch", "FetchInc", "Inc");
          for (long index : BAD_INDICES) {
            String message =
                "no such element: object=" + type + "#1[10] index=" + index + " length=10";
            for (String op : withValue) {
              refuseIndex(message, () -> array.call("atomic" + op, index, 1, 1));
            }
            for (String op : without) {
              refuseIndex(message, () -> array.call("atomic" + op, index, 1));
            }
            refuseIndex(message, () -> array.call("atomicCompareSwap", index, 0, 1, 1));
            for (String op : List.of("Min", "Max", "FetchMin", "FetchMax")) {
              refuseIndex(message, () -> array.call("atomic" + op, index, 1, 1));
            }
            Object fetched = array.values(1, 0);
            for (String op : List.of("Swap", "FetchAdd", "FetchAnd", "FetchOr", "FetchXor")) {
              refuseIndex(
                  message, () -> array.call("atomic" + op + "Nbi", fetched, 0, index, 1, 1));
            }
            refuseIndex(message, () -> array.call("atomicFetchNbi", fetched, 0, index, 1));
            refuseIndex(message, () -> array.call("atomicFetchIncNbi", fetched, 0, index, 1));
            refuseIndex(
                message, () -> array.call("atomicCompareSwapNbi", fetched, 0, index, 0, 1, 1));
            refuseIndex(message, () -> array.call("test", index, Compare.EQ, 0));
            refuseIndex(message, () -> array.call("waitUntil", index, Compare.EQ, 0));
            refuseIndex(
                message,
                () -> array.call("waitUntil", index, Compare.EQ, 0, java.time.Duration.ZERO));
          }
          for (int pe : BAD_PES) {
            String message = "no such PE: object=" + type + "#1[10] pe=" + pe + " valid=0..1";
            for (String op : withValue) {
              refuseIndex(message, () -> array.call("atomic" + op, 0, 1, pe));
            }
            for (String op : without) {
              refuseIndex(message, () -> array.call("atomic" + op, 0, pe));
            }
            refuseIndex(message, () -> array.call("atomicCompareSwap", 0, 0, 1, pe));
            refuseIndex(message, () -> array.call("atomicMax", 0, 1, pe));
            Object fetched = array.values(1, 0);
            refuseIndex(message, () -> array.call("atomicFetchAddNbi", fetched, 0, 0, 1, pe));
          }
          for (int place : new int[] {-1, 2, Integer.MAX_VALUE}) {
            String message =
                "the range is outside the Java array: object="
                    + array.array()
                    + " index="
                    + place
                    + " count=1 arrayLength=2";
            Object fetched = array.values(2, 0);
            refuseIndex(message, () -> array.call("atomicFetchAddNbi", fetched, place, 0, 1, 1));
            refuseIndex(message, () -> array.call("atomicFetchNbi", fetched, place, 0, 1));
          }
          shmem.free(array.array());
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldRefuseFloatingPointAtomicsOnWhatDoesNotExist(World world) {
    shouldChangeNothing(
        world,
        shmem -> {
          for (ElementType<?> type : AnyArray.floats().toList()) {
            AnyArray array = malloc(shmem, type);
            String element = "no such element: object=" + array.array() + " index=10 length=10";
            String pe = "no such PE: object=" + array.array() + " pe=2 valid=0..1";
            for (String op : List.of("Set", "Swap", "FetchAdd", "Add")) {
              refuseIndex(element, () -> array.call("atomic" + op, 10, 1, 1));
              refuseIndex(pe, () -> array.call("atomic" + op, 0, 1, 2));
            }
            refuseIndex(element, () -> array.call("atomicFetch", 10, 1));
            refuseIndex(pe, () -> array.call("atomicFetch", 0, 2));
            shmem.free(array.array());
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldRefuseNull(World world) {
    shouldChangeNothing(
        world,
        shmem -> {
          SymmetricLongs array = shmem.heap().malloc(ElementType.LONG, LENGTH);
          Signal signal = uninitialized(shmem, 4096);
          long[] source = {1, 2};
          MemorySegment segment = MemorySegment.ofArray(source);
          for (Executable misuse :
              List.<Executable>of(
                  () -> array.put((long[]) null, 1),
                  () -> array.put(0, (long[]) null, 0, 1, 1),
                  () -> array.put(0, (SymmetricLongs) null, 0, 1, 1),
                  () -> array.put(0, (MemorySegment) null, 0, 1, 1),
                  () -> array.get((long[]) null, 1),
                  () -> array.get(0, (long[]) null, 0, 1, 1),
                  () -> array.get(0, (SymmetricLongs) null, 0, 1, 1),
                  () -> array.get(0, (MemorySegment) null, 0, 1, 1),
                  () -> array.putSignal(source, null, SignalOp.SET, 1, 1),
                  () -> array.putSignal(0, segment, 0, 2, null, SignalOp.SET, 1, 1),
                  () -> array.putSignal(0, array, 0, 2, null, SignalOp.SET, 1, 1),
                  () -> array.putSignal(source, signal, null, 1, 1),
                  () -> array.putSignal(0, segment, 0, 2, signal, null, 1, 1),
                  () -> array.putSignal(0, array, 0, 2, signal, null, 1, 1),
                  () -> array.waitUntil(0, null, 1),
                  () -> array.test(0, null, 1),
                  () -> signal.waitUntil(null, 1),
                  () -> signal.waitUntil(Compare.EQ, 1, null),
                  () -> signal.test(null, 1))) {
            assertThrows(NullPointerException.class, misuse);
          }
          shmem.free(array);
        });
  }

  @ParameterizedTest
  @MethodSource("worldsAndTypes")
  void shouldRefuseWhatHasBeenFreed(World world, ElementType<?> type) {
    shouldChangeNothing(
        world,
        shmem -> {
          AnyArray array = malloc(shmem, type);
          AnyArray living = malloc(shmem, type);
          SymmetricArray self = array.array();
          Signal signal = uninitialized(shmem, 4096);
          Object source = array.values(5, 1);
          MemorySegment segment = MemorySegment.ofArray(new byte[200]);
          shmem.free(self);
          assertTrue(self.isFreed());
          assertEquals(type + "#1 (freed)", self.toString());
          assertEquals(0, self.byteSize());
          List<Executable> misuses = new ArrayList<>();
          for (long index : new long[] {0, -1, LENGTH, Long.MAX_VALUE}) {
            misuses.add(() -> array.call("at", index));
            misuses.add(() -> array.call("set", index, 1));
            misuses.add(() -> array.call("p", index, 1, 1));
            misuses.add(() -> array.call("g", index, 1));
          }
          for (int count : new int[] {0, 1, 5, -1}) {
            misuses.add(() -> array.call("put", 0, source, 0, count, 1));
            misuses.add(() -> array.call("get", 0, source, 0, count, 1));
            misuses.add(() -> self.put(0, segment, 0, count, 1));
            misuses.add(() -> self.get(0, segment, 0, count, 1));
            misuses.add(() -> living.call("put", 0, self, 0, count, 1));
            misuses.add(() -> living.call("get", 0, self, 0, count, 1));
            misuses.add(
                () -> array.call("putSignal", 0, source, 0, count, signal, SignalOp.SET, 1, 1));
            misuses.add(() -> self.putSignal(0, segment, 0, count, signal, SignalOp.SET, 1, 1));
          }
          misuses.add(() -> array.call("put", source, 1));
          misuses.add(() -> array.call("get", source, 1));
          misuses.add(() -> array.call("fill", 1));
          misuses.add(() -> array.call("toArray"));
          misuses.add(self::length);
          misuses.add(self::segment);
          misuses.add(() -> self.segment(1));
          misuses.add(self::bytesStore);
          misuses.add(() -> self.bytesStore(1));
          for (Executable misuse : misuses) {
            String message = assertThrows(IllegalStateException.class, misuse).getMessage();
            assertTrue(
                message.startsWith("the object has been freed: object=" + type + "#1 freedAt="),
                message);
          }
          shmem.free(living.array());
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldRefuseASignalThatHasBeenFreed(World world) {
    shouldChangeNothing(
        world,
        shmem -> {
          SymmetricInts ints = shmem.heap().malloc(ElementType.INT, LENGTH);
          Signal signal = shmem.signal();
          long before = signal.fetch();
          assertEquals(0, before);
          shmem.free(signal);
          for (long i = 0; i < HeapAllocator.ALIGNMENT; i += Long.BYTES) {
            Memory.setLong(signal.own + i, 0x0102_0304_0506_0708L * (signal.offset + i + 1));
          }
          int[] source = {1};
          for (Executable misuse :
              List.<Executable>of(
                  () -> signal.set(1, 1),
                  () -> signal.add(1, 1),
                  signal::fetch,
                  () -> signal.test(Compare.EQ, 0),
                  () -> signal.waitUntil(Compare.EQ, 0),
                  signal::segment,
                  () -> ints.putSignal(source, signal, SignalOp.SET, 1, 1),
                  () -> ints.putSignal(0, source, 0, 0, signal, SignalOp.SET, 1, 1),
                  () -> ints.putSignal(0, ints, 0, 1, signal, SignalOp.SET, 1, 1))) {
            String message = assertThrows(IllegalStateException.class, misuse).getMessage();
            assertTrue(
                message.startsWith("the object has been freed: object=signal#2 freedAt="), message);
          }
          shmem.free(ints);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldRefuseWhatBelongsToAnotherWorld(World world) {
    AtomicReferenceArray<SymmetricInts> arrays = new AtomicReferenceArray<>(2);
    shouldChangeNothing(
        world,
        shmem -> {
          // Each PE's handle is a world of its own; threads can mix them up.
          SymmetricInts array = shmem.heap().malloc(ElementType.INT, LENGTH);
          arrays.set(shmem.pe(), array);
          Signal signal = uninitialized(shmem, 4096);
          shmem.barrierAll();
          SymmetricInts foreign = arrays.get(1 - shmem.pe());
          int[] source = {1};
          String message =
              "the two arrays belong to different worlds: object=ints#1[10] other=ints#1[10]";
          refuse(IllegalArgumentException.class, message, () -> array.put(0, foreign, 0, 1, 1));
          refuse(IllegalArgumentException.class, message, () -> array.get(0, foreign, 0, 1, 1));
          refuse(
              IllegalArgumentException.class,
              message,
              () -> array.putSignal(0, foreign, 0, 1, signal, SignalOp.SET, 1, 1));
          String ofSignal =
              "data and signal belong to different worlds: object=ints#1[10] signal=signal#99[1]";
          refuse(
              IllegalArgumentException.class,
              ofSignal,
              () -> foreign.putSignal(source, signal, SignalOp.SET, 1, 1));
          shmem.barrierAll();
          shmem.free(array);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldRefuseEverythingOnceThePeHasLeft(World world) {
    world.run(
        2,
        shmem -> {
          SymmetricInts ints = shmem.ints(3);
          Signal signal = shmem.signal();
          shmem.close();
          shmem.close();
          for (Executable misuse :
              List.<Executable>of(
                  () -> ints.p(0, 1, 0), () -> ints.g(0, 1), () -> ints.at(0), ints::segment)) {
            refuse(
                IllegalStateException.class,
                "the object has been freed: object=ints#1 freedAt=finalize",
                misuse);
          }
          refuse(
              IllegalStateException.class,
              "the object has been freed: object=signal#2 freedAt=finalize",
              () -> signal.set(1, 0));
          for (Executable misuse :
              List.<Executable>of(
                  shmem::barrierAll,
                  shmem::syncAll,
                  shmem::signal,
                  () -> shmem.ints(1),
                  () -> shmem.heap().malloc(ElementType.INT, 1),
                  () -> shmem.heap().bytesStore(),
                  () -> shmem.free(ints))) {
            refuse(
                IllegalStateException.class, "this PE has left the job: pe=" + shmem.pe(), misuse);
          }
          shmem.free((SymmetricObject) null);
          assertEquals(2, shmem.pes());
        });
  }

  @Test
  void shouldRefuseAnArrayThatNoJavaArrayCanHold() {
    World.DIRECT.run(
        1,
        1L << 32,
        shmem -> {
          SymmetricBytes bytes = shmem.heap().malloc(ElementType.BYTE, Integer.MAX_VALUE + 1L);
          refuse(
              IllegalStateException.class,
              "no Java array holds so many elements: object=bytes#1[2147483648]; get a part of them",
              bytes::toArray);
        });
  }
}
