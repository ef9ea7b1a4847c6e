package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.Interceptor.Operation;
import org.shmem4j.shmem.internal.transport.NoTransport;

/** What checked mode finds, and what it leaves alone. */
class CheckedModeTest {
  /** Without the report of what these programs leave open. */
  private static void run(World world, int pes, ShmemProgram program) {
    PrintStream before = System.err;
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    try {
      world.runChecked(pes, program);
    } finally {
      System.setErr(before);
    }
  }

  /** Runs in another thread; returns what it threw, or null. */
  private static Throwable inThread(Executable action) throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                action.execute();
              } catch (Throwable e) {
                thrown.set(e);
              }
            },
            "another");
    thread.start();
    thread.join();
    return thrown.get();
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "DIRECT_SLEEPING", "REMOTE"})
  void shouldRefuseSetAndAddOfTwoPesAtOnce(World world) {
    run(
        world,
        3,
        shmem -> {
          Signal signal = shmem.signal();
          Signal turn = shmem.signal();
          SymmetricLongs longs = shmem.longs(2);
          long[] source = {7, 8};
          if (shmem.pe() == 1) {
            signal.set(5, 0);
            turn.set(1, 2);
          } else if (shmem.pe() == 2) {
            // Ordered after PE 1's by a third PE's means, which the check does not see.
            turn.waitUntil(Compare.EQ, 1);
            for (Executable mixed :
                List.<Executable>of(
                    () -> signal.add(1, 0),
                    () -> longs.putSignal(source, signal, SignalOp.ADD, 1, 0),
                    () -> longs.putSignal(0, longs, 0, 1, signal, SignalOp.ADD, 1, 0))) {
              String message = assertThrows(IllegalStateException.class, mixed).getMessage();
              assertEquals(
                  "a signal is either set or added to until its owner has seen it:"
                      + " signal=signal#1[1] pe=0 operation=ADD by=2 earlier=SET earlierBy=1;"
                      + " nothing has been changed; let its owner wait or all PEs meet in between,"
                      + " or use two signals",
                  message);
            }
            signal.set(6, 0);
          }
          shmem.barrierAll();
          assertEquals(shmem.pe() == 0 ? 6 : 0, signal.fetch());
          assertEquals(0, longs.at(0));
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldAllowSetAndAddOneAfterTheOther(World world) {
    run(
        world,
        3,
        shmem -> {
          Signal signal = shmem.signal();
          Signal turn = shmem.signal();
          int pe = shmem.pe();
          for (int round = 0; round < 3; round++) {
            if (pe == 1) {
              signal.add(1, 0);
              signal.set(10, 0);
            } else if (pe == 0) {
              signal.waitUntil(Compare.EQ, 10);
              turn.set(1, 2);
              while (!signal.test(Compare.EQ, 11)) {
                Thread.onSpinWait();
              }
              turn.set(2, 1);
              signal.waitUntil(Compare.EQ, 30);
            } else {
              turn.waitUntil(Compare.EQ, 1);
              signal.add(1, 0);
              turn.set(0, 2);
            }
            if (pe == 1) {
              turn.waitUntil(Compare.EQ, 2);
              signal.set(30, 0);
              turn.set(0, 1);
            }
            // Meeting ends it as well.
            shmem.barrierAll();
            if (pe != 0) {
              signal.add(1, 0);
            }
            shmem.syncAll();
            if (pe == 2) {
              signal.set(0, 0);
            }
            shmem.barrierAll();
          }
          shmem.free(signal);
          Signal next = shmem.signal();
          if (pe == 1) {
            next.add(1, 0);
          }
          shmem.barrierAll();
          assertEquals(pe == 0 ? 1 : 0, next.fetch());
        });
  }

  /** Waits for several are as good as for one. */
  @Test
  void shouldSeeThatTheOwnerHasWaitedForSeveral() {
    run(
        World.DIRECT,
        3,
        shmem -> {
          Signal[] signals = shmem.signals(2);
          Signal turn = shmem.signal();
          if (shmem.pe() == 1) {
            signals[0].add(1, 0);
            signals[1].add(1, 0);
          } else if (shmem.pe() == 0) {
            Signal.waitUntilAll(signals, null, Compare.EQ, 1);
            turn.set(1, 2);
            assertEquals(5, signals[0].waitAndReset(Compare.EQ, 5, 0));
          } else {
            turn.waitUntil(Compare.EQ, 1);
            signals[1].set(5, 0);
            signals[0].set(5, 0);
          }
        });
  }

  @Test
  void shouldMixAsItLikesWithoutChecks() {
    World.DIRECT.run(
        2,
        shmem -> {
          Signal signal = shmem.signal();
          for (int i = 0; i < 100; i++) {
            signal.set(i, 0);
            signal.add(i, 0);
          }
          ShmemContext context = shmem.createContext(ContextOption.PRIVATE);
          assertSame(NoTransport.INSTANCE, context.transport);
          context.close();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECT", "REMOTE"})
  void shouldKeepAPrivateContextToItsThread(World world) {
    run(
        world,
        2,
        shmem -> {
          SymmetricLongs longs = shmem.longs(4);
          int to = 1 - shmem.pe();
          try (ShmemContext context = shmem.createContext(ContextOption.PRIVATE)) {
            SymmetricLongs there = longs.on(context);
            Signal signal = shmem.signal().on(context);
            there.p(0, 3, to);
            signal.set(1, to);
            context.quiet();
            for (Executable misuse :
                List.<Executable>of(
                    () -> there.p(0, 4, to),
                    () -> there.g(0, to),
                    () -> there.put(new long[1], to),
                    () -> there.get(new long[1], to),
                    () -> there.atomicInc(0, to),
                    () -> signal.add(1, to),
                    context::fence,
                    context::quiet,
                    () -> context.quiet(to))) {
              String message = inThread(misuse).getMessage();
              assertTrue(
                  message.startsWith(
                      "a private context is used by the thread that created it: context=context of"
                          + " world [PRIVATE] usedBy=pe-"
                          + shmem.pe()
                          + " thread=another operation="),
                  message);
            }
            // Views stay direct.
            if (!world.isRemote()) {
              assertEquals(longs.segment(to), there.segment(to));
              assertEquals(longs.segment(to), shmem.shared().segment(there, to));
            }
          }
          shmem.barrierAll();
          assertEquals(3, longs.at(0));
        });
  }

  @Test
  void shouldKeepASerializedContextToOneThreadAtATime() {
    run(
        World.DIRECT,
        2,
        shmem -> {
          SymmetricLongs longs = shmem.longs(4);
          try (ShmemContext context = shmem.createContext(ContextOption.SERIALIZED)) {
            SymmetricLongs there = longs.on(context);
            there.p(0, 1, 1);
            assertEquals(null, inThread(() -> there.p(1, 2, 1)));
            there.p(2, 3, 1);
          }
          ContextGuard guard = ContextGuard.of(shmem.world(), EnumSet.of(ContextOption.SERIALIZED));
          long begun = guard.begins(Operation.PUT, 0, 8);
          assertEquals(
              "a serialized context is used by one thread at a time: context=context of world"
                  + " [SERIALIZED] usedBy=pe-"
                  + shmem.pe()
                  + " thread=another operation=P; nothing has been changed",
              inThread(() -> guard.begins(Operation.P, 0, 8)).getMessage());
          guard.ends(Operation.PUT, 0, 8, begun);
          assertEquals(null, inThread(() -> guard.begins(Operation.P, 0, 8)));
          assertEquals(null, ContextGuard.of(shmem.world(), EnumSet.of(ContextOption.NOSTORE)));
        });
  }
}
