package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hot operations allocate nothing, so that the garbage collector never disturbs them. */
class AllocationTest {
  private static final int WARM_UP = 60_000;
  private static final int REPETITIONS = 100_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private interface Op {
    void run(int i);
  }

  private static double bytesPerRun(Op op) {
    for (int i = 0; i < WARM_UP; i++) {
      op.run(i);
    }
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < REPETITIONS; i++) {
      op.run(i);
    }
    return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / REPETITIONS;
  }

  private static void assertNone(Map<String, Op> ops) {
    List<String> guilty = new ArrayList<>();
    ops.forEach((name, op) -> {
      double bytes = bytesPerRun(op);
      if (bytes >= 1) {
        guilty.add(name + ": " + bytes + " bytes");
      }
    });
    assertEquals(List.of(), guilty);
  }

  @Test
  void shouldMeasureWhatIsAllocated() {
    Object[] escape = new Object[1];
    assertTrue(bytesPerRun(i -> escape[0] = new long[1]) >= 16);
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "DIRECT_SLEEPING"})
  void shouldMoveDataWithoutAllocating(World world) {
    world.run(
        2,
        shmem -> {
          int to = 1 - shmem.pe();
          SymmetricBytes bytes = shmem.bytes(1024);
          SymmetricShorts shorts = shmem.shorts(1024);
          SymmetricInts ints = shmem.ints(1024);
          SymmetricLongs longs = shmem.longs(1024);
          SymmetricFloats floats = shmem.floats(1024);
          SymmetricDoubles doubles = shmem.doubles(1024);
          Signal signal = shmem.signal();
          byte[] byteArray = new byte[64];
          short[] shortArray = new short[64];
          int[] intArray = new int[64];
          long[] longArray = new long[64];
          float[] floatArray = new float[64];
          double[] doubleArray = new double[64];
          AtomicLongArray sink = new AtomicLongArray(1);
          Duration second = Duration.ofSeconds(1);
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment nativeSegment = arena.allocate(512);
            MemorySegment heapSegment = MemorySegment.ofArray(new long[64]);
            Map<String, Op> ops = new LinkedHashMap<>();
            ops.put("bytes p", i -> bytes.p(i & 1023, (byte) i, to));
            ops.put("shorts p", i -> shorts.p(i & 1023, (short) i, to));
            ops.put("ints p", i -> ints.p(i & 1023, i, to));
            ops.put("longs p", i -> longs.p(i & 1023, i, to));
            ops.put("floats p", i -> floats.p(i & 1023, i, to));
            ops.put("doubles p", i -> doubles.p(i & 1023, i, to));
            ops.put("bytes g", i -> sink.setPlain(0, bytes.g(i & 1023, to)));
            ops.put("ints g", i -> sink.setPlain(0, ints.g(i & 1023, to)));
            ops.put("longs g", i -> sink.setPlain(0, longs.g(i & 1023, to)));
            ops.put("doubles g", i -> sink.setPlain(0, (long) doubles.g(i & 1023, to)));
            ops.put("at and set", i -> longs.set(i & 1023, longs.at(i + 1 & 1023)));
            ops.put("bytes put", i -> bytes.put(i & 511, byteArray, 0, 64, to));
            ops.put("shorts put", i -> shorts.put(i & 511, shortArray, 0, 64, to));
            ops.put("ints put", i -> ints.put(i & 511, intArray, 0, 64, to));
            ops.put("longs put", i -> longs.put(i & 511, longArray, 0, 64, to));
            ops.put("floats put", i -> floats.put(i & 511, floatArray, 0, 64, to));
            ops.put("doubles put", i -> doubles.put(i & 511, doubleArray, 0, 64, to));
            ops.put("whole put", i -> longs.put(longArray, to));
            ops.put("bytes get", i -> bytes.get(i & 511, byteArray, 0, 64, to));
            ops.put("longs get", i -> longs.get(i & 511, longArray, 0, 64, to));
            ops.put("doubles get", i -> doubles.get(i & 511, doubleArray, 0, 64, to));
            ops.put("whole get", i -> longs.get(longArray, to));
            ops.put("native put", i -> longs.put(i & 511, nativeSegment, 0, 64, to));
            ops.put("heap put", i -> longs.put(i & 511, heapSegment, 0, 64, to));
            ops.put("native get", i -> longs.get(i & 511, nativeSegment, 0, 64, to));
            ops.put("heap get", i -> longs.get(i & 511, heapSegment, 0, 64, to));
            ops.put("symmetric put", i -> longs.put(0, longs, i & 511, 64, to));
            ops.put("symmetric get", i -> longs.get(0, longs, i & 511, 64, to));
            ops.put(
                "putSignal",
                i -> longs.putSignal(i & 511, longArray, 0, 64, signal, SignalOp.SET, i, to));
            ops.put("putSignal ADD", i -> longs.putSignal(longArray, signal, SignalOp.ADD, 1, to));
            ops.put(
                "putSignal segment",
                i -> longs.putSignal(0, nativeSegment, 0, 64, signal, SignalOp.SET, i, to));
            ops.put("bytes iput", i -> bytes.iput(i & 511, 3, byteArray, 1, 2, 30, to));
            ops.put("shorts iput", i -> shorts.iput(i & 511, 3, shortArray, 1, 2, 30, to));
            ops.put("ints iput", i -> ints.iput(i & 511, 3, intArray, 1, 2, 30, to));
            ops.put("longs iput", i -> longs.iput(i & 511, 3, longArray, 1, 2, 30, to));
            ops.put("floats iput", i -> floats.iput(i & 511, 3, floatArray, 1, 2, 30, to));
            ops.put("doubles iput", i -> doubles.iput(i & 511, 3, doubleArray, 1, 2, 30, to));
            ops.put("bytes iget", i -> bytes.iget(i & 511, 3, byteArray, 1, 2, 30, to));
            ops.put("longs iget", i -> longs.iget(i & 511, 3, longArray, 1, 2, 30, to));
            ops.put("doubles iget", i -> doubles.iget(i & 511, 3, doubleArray, 1, 2, 30, to));
            ops.put("longs ibput", i -> longs.ibput(i & 511, 5, longArray, 1, 4, 4, 15, to));
            ops.put("longs ibget", i -> longs.ibget(i & 511, 5, longArray, 1, 4, 4, 15, to));
            ops.put("native iput", i -> longs.iput(i & 511, 3, nativeSegment, 8, 2, 30, to));
            ops.put("heap iput", i -> longs.iput(i & 511, 3, heapSegment, 8, 2, 30, to));
            ops.put("native iget", i -> longs.iget(i & 511, 3, nativeSegment, 8, 2, 30, to));
            ops.put("heap ibget", i -> longs.ibget(i & 511, 5, heapSegment, 8, 4, 4, 15, to));
            ops.put("symmetric iput", i -> longs.iput(i & 511, 3, longs, 0, 2, 30, to));
            ops.put("symmetric ibget", i -> longs.ibget(i & 511, 5, longs, 0, 4, 4, 15, to));
            ops.put("putNbi", i -> longs.putNbi(i & 511, longArray, 0, 64, to).await());
            ops.put("whole putNbi", i -> doubles.putNbi(doubleArray, to).awaitSource());
            ops.put("native putNbi", i -> longs.putNbi(0, nativeSegment, 0, 64, to).await(second));
            ops.put("symmetric putNbi", i -> longs.putNbi(0, longs, i & 511, 64, to).isDone());
            ops.put("getNbi", i -> longs.getNbi(i & 511, longArray, 0, 64, to).isSourceDone());
            ops.put("native getNbi", i -> longs.getNbi(0, nativeSegment, 0, 64, to).await());
            ops.put(
                "putSignalNbi",
                i -> longs.putSignalNbi(longArray, signal, SignalOp.SET, i, to).await());
            ops.put("fence", i -> shmem.fence());
            ops.put("quiet", i -> shmem.quiet());
            assertNone(ops);
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "DIRECT_SLEEPING"})
  void shouldDoAtomicsAndSignalsWithoutAllocating(World world) {
    world.run(
        2,
        shmem -> {
          int to = 1 - shmem.pe();
          SymmetricInts ints = shmem.ints(8);
          SymmetricLongs longs = shmem.longs(8);
          SymmetricFloats floats = shmem.floats(8);
          SymmetricDoubles doubles = shmem.doubles(8);
          Signal signal = shmem.signal();
          AtomicLongArray sink = new AtomicLongArray(1);
          Duration timeout = Duration.ofSeconds(5);
          int[] intArray = new int[2];
          long[] longArray = new long[2];
          double[] doubleArray = new double[2];
          ints.set(7, 1);
          longs.set(7, 1);
          shmem.barrierAll();
          Map<String, Op> ops = new LinkedHashMap<>();
          ops.put("int fetch", i -> sink.setPlain(0, ints.atomicFetch(0, to)));
          ops.put("int set", i -> ints.atomicSet(0, i, to));
          ops.put("int swap", i -> sink.setPlain(0, ints.atomicSwap(0, i, to)));
          ops.put("int cas", i -> sink.setPlain(0, ints.atomicCompareSwap(0, i, i + 1, to)));
          ops.put("int fetchAdd", i -> sink.setPlain(0, ints.atomicFetchAdd(0, i, to)));
          ops.put("int fetchInc", i -> sink.setPlain(0, ints.atomicFetchInc(0, to)));
          ops.put("int inc", i -> ints.atomicInc(0, to));
          ops.put("int and", i -> ints.atomicAnd(0, i, to));
          ops.put("int or", i -> ints.atomicOr(0, i, to));
          ops.put("int xor", i -> ints.atomicXor(0, i, to));
          ops.put("long fetch", i -> sink.setPlain(0, longs.atomicFetch(0, to)));
          ops.put("long set", i -> longs.atomicSet(0, i, to));
          ops.put("long swap", i -> sink.setPlain(0, longs.atomicSwap(0, i, to)));
          ops.put("long cas", i -> sink.setPlain(0, longs.atomicCompareSwap(0, i, i + 1, to)));
          ops.put("long add", i -> longs.atomicAdd(0, i, to));
          ops.put("long fetchAnd", i -> sink.setPlain(0, longs.atomicFetchAnd(0, i, to)));
          ops.put("long fetchOr", i -> sink.setPlain(0, longs.atomicFetchOr(0, i, to)));
          ops.put("long fetchXor", i -> sink.setPlain(0, longs.atomicFetchXor(0, i, to)));
          ops.put("float add", i -> floats.atomicAdd(0, 1, to));
          ops.put("float swap", i -> sink.setPlain(0, (long) floats.atomicSwap(0, i, to)));
          ops.put("double add", i -> doubles.atomicAdd(0, 1, to));
          ops.put("int min", i -> ints.atomicMin(0, i, to));
          ops.put("long max", i -> longs.atomicMax(0, i, to));
          ops.put("float fetchMax", i -> sink.setPlain(0, (long) floats.atomicFetchMax(0, i, to)));
          ops.put("double min", i -> doubles.atomicMin(0, -i, to));
          ops.put("int fetchNbi", i -> ints.atomicFetchNbi(intArray, 1, 0, to).await());
          ops.put("int fetchAddNbi", i -> ints.atomicFetchAddNbi(intArray, 1, 0, 1, to).await());
          ops.put(
              "long casNbi", i -> longs.atomicCompareSwapNbi(longArray, 1, 0, 1, 2, to).await());
          ops.put("long fetchXorNbi", i -> longs.atomicFetchXorNbi(longArray, 1, 0, i, to).await());
          ops.put("double swapNbi", i -> doubles.atomicSwapNbi(doubleArray, 1, 0, i, to).await());
          ops.put("double set", i -> doubles.atomicSet(0, i, to));
          ops.put("double fetch", i -> sink.setPlain(0, (long) doubles.atomicFetch(0, to)));
          ops.put("signal set", i -> signal.set(1, to));
          ops.put("signal add", i -> signal.add(1, to));
          ops.put("signal fetch", i -> sink.setPlain(0, signal.fetch()));
          ops.put("signal test", i -> signal.test(Compare.LT, i));
          ops.put("int test", i -> ints.test(7, Compare.EQ, 1));
          ops.put("long test", i -> longs.test(7, Compare.EQ, 1));
          ops.put("signal waitUntil", i -> signal.waitUntil(Compare.GE, 0));
          ops.put("int waitUntil", i -> ints.waitUntil(7, Compare.EQ, 1));
          ops.put("long waitUntil", i -> longs.waitUntil(7, Compare.EQ, 1));
          ops.put("timed waitUntil", i -> longs.waitUntil(7, Compare.EQ, 1, timeout));
          assertNone(ops);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "DIRECT_SLEEPING"})
  void shouldWaitForSetsWithoutAllocating(World world) {
    world.run(
        1,
        shmem -> {
          SymmetricInts ints = shmem.ints(8);
          SymmetricLongs longs = shmem.longs(8);
          Signal[] signals = shmem.signals(4);
          int[] status = {0, 1, 0, 1};
          int[] indices = new int[4];
          int[] zeros = new int[4];
          long[] ones = {1, 1, 1, 1};
          AtomicLongArray sink = new AtomicLongArray(1);
          Duration timeout = Duration.ofSeconds(5);
          ints.set(3, 1);
          longs.fill(1);
          signals[2].set(1, 0);
          Map<String, Op> ops = new LinkedHashMap<>();
          ops.put("all", i -> ints.waitUntilAll(4, 4, status, Compare.EQ, 0));
          ops.put("all vector", i -> longs.waitUntilAll(4, 4, null, Compare.EQ, ones, timeout));
          ops.put("any", i -> sink.setPlain(0, ints.waitUntilAny(1, 4, status, Compare.EQ, 1)));
          ops.put(
              "any vector",
              i -> sink.setPlain(0, ints.waitUntilAny(1, 4, null, Compare.NE, zeros)));
          ops.put(
              "some",
              i -> sink.setPlain(0, longs.waitUntilSome(0, 4, indices, null, Compare.EQ, 1)));
          ops.put("signals all", i -> Signal.waitUntilAll(signals, status, Compare.GE, 0, timeout));
          ops.put(
              "signals any",
              i -> sink.setPlain(0, Signal.waitUntilAny(signals, null, Compare.GT, 0)));
          ops.put("test all", i -> longs.testAll(0, 8, null, Compare.GT, i));
          ops.put("test any", i -> sink.setPlain(0, longs.testAny(0, 8, null, Compare.GT, i)));
          ops.put(
              "test some",
              i -> sink.setPlain(0, Signal.testSome(signals, indices, null, Compare.GT, i)));
          ops.put("reset", i -> sink.setPlain(0, longs.waitAndReset(0, Compare.EQ, 1, 1)));
          ops.put("signal reset", i -> sink.setPlain(0, signals[0].waitAndReset(Compare.EQ, 0, 0)));
          assertNone(ops);
        });
  }

  @Test
  void shouldMeetWithoutAllocatingWhenNobodyIsLate() {
    World.DIRECT.run(
        1,
        shmem -> {
          Map<String, Op> ops = new LinkedHashMap<>();
          ops.put("barrierAll", i -> shmem.barrierAll());
          ops.put("syncAll", i -> shmem.syncAll());
          assertNone(ops);
        });
  }

  /** Also when the other is late, so that the wait goes through all its stages. */
  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "DIRECT_SLEEPING"})
  void shouldMeetAndPlayPingPongWithoutAllocating(World world) {
    world.run(
        2,
        shmem -> {
          Signal signal = shmem.signal();
          SymmetricLongs longs = shmem.longs(1);
          int to = 1 - shmem.pe();
          int[] round = new int[1];
          long[] message = new long[1];
          Map<String, Op> ops = new LinkedHashMap<>();
          ops.put(
              "ping-pong",
              i -> {
                int number = ++round[0];
                if (shmem.pe() == 0) {
                  signal.set(number, 1);
                  signal.waitUntil(Compare.EQ, number);
                } else {
                  signal.waitUntil(Compare.EQ, number);
                  longs.putSignal(message, signal, SignalOp.SET, number, to);
                }
              });
          ops.put("barrierAll", i -> shmem.barrierAll());
          ops.put("syncAll", i -> shmem.syncAll());
          List<String> guilty = new ArrayList<>();
          ops.forEach((name, op) -> {
            double bytes = bytesPerRun(op);
            if (bytes >= 1) {
              guilty.add(name + ": " + bytes + " bytes");
            }
          });
          shmem.barrierAll();
          assertEquals(List.of(), guilty);
        });
  }
}
