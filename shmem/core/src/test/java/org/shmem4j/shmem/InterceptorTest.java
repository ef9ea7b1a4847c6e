package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.internal.transport.NoTransport;
import org.shmem4j.shmem.job.Setting;

/** An interceptor sees each operation once; without one nothing is in their way. */
class InterceptorTest {
  private interface Op {
    void run() throws Exception;
  }

  @BeforeEach
  void name() {
    OperationCounts.ALL.clear();
    System.setProperty(Setting.INTERCEPTOR.property(), OperationCounts.class.getName());
  }

  @AfterEach
  void forget() {
    System.clearProperty(Setting.INTERCEPTOR.property());
  }

  private static OperationCounts countsOf(Shmem shmem) {
    return OperationCounts.ALL.stream()
        .filter(each -> each.pe == shmem.pe())
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(World.class)
  void shouldCountEachOperationOnceWithItsBytes(World world) {
    world.run(
        2,
        shmem -> {
          shmem.barrierAll(); // all have joined, and so have their interceptors
          OperationCounts counts = countsOf(shmem);
          SymmetricLongs longs = shmem.longs(8);
          SymmetricInts ints = shmem.ints(8);
          SymmetricBytes bytes = shmem.bytes(8);
          Signal signal = shmem.signal();
          int self = shmem.pe();
          MemorySegment segment = MemorySegment.ofArray(new long[4]);
          ShmemContext context = shmem.createContext();
          Map<String, Op> ops = new LinkedHashMap<>();
          ops.put("PUT 1x24", () -> longs.put(0, new long[3], 0, 3, self));
          ops.put("PUT 1x8", () -> bytes.put(new byte[8], self));
          ops.put("PUT 1x32", () -> longs.put(0, segment, 0, 4, self));
          ops.put("PUT 1x16", () -> longs.put(0, longs, 2, 2, self));
          ops.put("PUT 1x0", () -> longs.put(0, new long[0], 0, 0, self));
          ops.put("GET 1x64", () -> longs.get(new long[8], self));
          ops.put("GET 1x4", () -> ints.get(0, new int[1], 0, 1, self));
          ops.put("P 1x8", () -> longs.p(0, 1, self));
          ops.put("P 1x1", () -> bytes.p(0, (byte) 1, self));
          ops.put("G 1x4", () -> ints.g(0, self));
          ops.put("ATOMIC 1x8", () -> longs.atomicFetchAdd(0, 1, self));
          ops.put("ATOMIC 1x4", () -> ints.atomicCompareSwap(0, 1, 2, self));
          ops.put(
              "PUT_SIGNAL 1x8", () -> longs.putSignal(new long[1], signal, SignalOp.SET, 1, self));
          ops.put(
              "SIGNAL 2x16",
              () -> {
                signal.set(1, self);
                signal.add(1, self);
              });
          ops.put(
              "FENCE 2x0",
              () -> {
                shmem.fence();
                shmem.fence(self);
              });
          ops.put(
              "QUIET 3x0",
              () -> {
                shmem.quiet();
                shmem.quiet(0, 1);
              });
          ops.put("WAIT 1x8", () -> signal.waitUntil(Compare.GE, 1));
          ops.put(
              "WAIT 2x12",
              () -> {
                longs.waitUntil(7, Compare.EQ, 0);
                ints.waitUntil(7, Compare.EQ, 0);
              });
          ops.put("WAIT 1x32", () -> longs.waitUntilAll(4, 4, null, Compare.EQ, 0));
          ops.put(
              "BARRIER 2x0",
              () -> {
                shmem.barrierAll();
                shmem.world().barrier();
              });
          ops.put(
              "SYNC 2x0",
              () -> {
                shmem.syncAll();
                shmem.world().sync();
              });
          ops.put("ALLOCATION 2x0", () -> shmem.free(shmem.longs(1)));
          ops.put("PUT 1x40", () -> longs.on(context).put(0, new long[5], 0, 5, self));
          ops.put("QUIET 1x0", context::quiet);
          ops.put(
              "",
              () -> {
                longs.set(0, longs.at(1));
                longs.fill(0);
                signal.fetch();
                signal.test(Compare.EQ, 2);
                context.close();
                context.close();
              });
          counts.drain();
          for (Map.Entry<String, Op> op : ops.entrySet()) {
            op.getValue().run();
            assertEquals(op.getKey(), counts.drain());
          }
          longs.p(0, 1, self);
          shmem.profilingControl(0);
          longs.p(0, 1, self);
          shmem.barrierAll();
          shmem.profilingControl(1);
          assertEquals("P 1x8", counts.drain());
          shmem.close();
          assertEquals("FINALIZE 1x0", counts.drain());
          assertTrue(counts.hasLeft);
        });
  }

  @Test
  void shouldKeepMemoryDirect() {
    World.DIRECT.run(
        2,
        shmem -> {
          int to = 1 - shmem.pe();
          SymmetricLongs longs = shmem.longs(4);
          assertTrue(shmem.isDirect(to));
          assertEquals(2, shmem.shared().pes());
          longs.segment(to).setAtIndex(ValueLayout.JAVA_LONG, 1, 5);
          shmem.shared().segment(longs, to).setAtIndex(ValueLayout.JAVA_LONG, 2, 6);
          longs.p(3, 7, to);
          shmem.barrierAll();
          assertEquals(5, longs.at(1));
          assertEquals(6, longs.at(2));
          assertEquals(7, longs.at(3));
        });
  }

  @Test
  void shouldCostNothingIfThereIsNone() {
    forget();
    World.DIRECT.run(
        2,
        shmem -> {
          assertSame(NoTransport.INSTANCE, shmem.context().transport);
          assertTrue(shmem.context().bases[1 - shmem.pe()] != 0);
          shmem.profilingControl(2);
        });
    assertTrue(OperationCounts.ALL.isEmpty());
  }

  @Test
  void shouldSayWhichClassIsNoInterceptor() {
    for (String wrong : new String[] {"no.such.Class", "java.lang.String"}) {
      System.setProperty(Setting.INTERCEPTOR.property(), wrong);
      String message =
          assertThrows(ShmemException.class, () -> World.DIRECT.run(1, _ -> {}))
              .getCause()
              .getMessage();
      assertTrue(message.startsWith("an interceptor is a public class on the class path"), message);
      assertTrue(message.contains("shmem4j.interceptor=" + wrong), message);
    }
  }
}
