package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.internal.memory.Tracer.Access;

/**
 * The order and mode of the accesses of each operation on a direct peer, which no result shows on
 * x86. Runs in a JVM with {@code -Dshmem4j.trace.memory=true}.
 */
class MemoryOrderTraceTest {
  private static final Access FULL_FENCE = new Access("fullFence", 0, 0);
  private static final Access RELEASE_FENCE = new Access("releaseFence", 0, 0);

  @BeforeAll
  static void shouldTrace() {
    assertTrue(Tracer.isOn(), "run with -Dshmem4j.trace.memory=true");
  }

  private static void run(int pes, boolean maySleep, ShmemProgram program) {
    Shmem.threads(World.spec(pes, World.HEAP, maySleep), program);
  }

  /** Runs a program on PE 0 of two, of which the other is past all waits; traces what it does. */
  private static void onPe0(boolean maySleep, ShmemProgram prepare, ShmemProgram program) {
    run(
        2,
        maySleep,
        shmem -> {
          prepare.run(shmem);
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            var _ = Tracer.drain();
            program.run(shmem);
          }
          // Not a barrier: its waiters would write into the trace, and be rung.
        });
  }

  private static Access at(
      String mode, long bytes, SymmetricObject object, int pe, long byteOffset) {
    return new Access(mode, bytes, object.bases[pe] + object.offset + byteOffset);
  }

  private static void assertTrace(Access... expected) {
    assertEquals(List.of(expected), Tracer.drain());
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#types")
  void shouldStoreASingleElementOpaquely(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    onPe0(
        false,
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 9),
        shmem -> {
          int width = type.bytes();
          arrays[0].call("p", 2, 1, 1);
          assertTrace(at("setOpaque", width, arrays[0].array(), 1, 2L * width));
          arrays[0].call("g", 2, 1);
          arrays[0].call("at", 2);
          arrays[0].call("get", arrays[0].values(3, 1), 1);
          assertTrace();
        });
  }

  /** A waiter may look for an element of these types, so p rings: publish, fence, look. */
  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#integers")
  void shouldFenceBeforeItLooksForSleepers(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    Signal[] signals = new Signal[2];
    onPe0(
        true,
        shmem -> {
          arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 9);
          signals[shmem.pe()] = shmem.signal();
        },
        shmem -> {
          int width = type.bytes();
          SymmetricArray array = arrays[0].array();
          arrays[0].call("p", 2, 1, 1);
          assertTrace(at("setOpaque", width, array, 1, 2L * width), FULL_FENCE);
          arrays[0].call("atomicSet", 2, 1, 1);
          assertTrace(at("setVolatile", width, array, 1, 2L * width), FULL_FENCE);
          arrays[0].call("atomicFetchAdd", 2, 1, 1);
          assertTrace(at("getAndAdd", width, array, 1, 2L * width), FULL_FENCE);
          arrays[0].call("atomicCompareSwap", 2, 2, 3, 1);
          assertTrace(at("compareAndExchange", width, array, 1, 2L * width), FULL_FENCE);
          arrays[0].call("atomicCompareSwap", 2, 2, 3, 1);
          assertTrace(at("compareAndExchange", width, array, 1, 2L * width));
          signals[0].set(1, 1);
          assertTrace(at("setRelease", 8, signals[0], 1, 0), FULL_FENCE);
          signals[0].add(1, 1);
          assertTrace(at("getAndAdd", 8, signals[0], 1, 0), FULL_FENCE);
          arrays[0].call("putSignal", arrays[0].values(4, 1), signals[0], SignalOp.SET, 3, 1);
          assertTrace(
              at("copy", 4L * width, array, 1, 0),
              at("setRelease", 8, signals[0], 1, 0),
              FULL_FENCE);
        });
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#types")
  void shouldPublishAfterTheData(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    Signal[] signals = new Signal[2];
    onPe0(
        false,
        shmem -> {
          arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 9);
          signals[shmem.pe()] = shmem.signal();
        },
        shmem -> {
          int width = type.bytes();
          SymmetricArray array = arrays[0].array();
          Object five = arrays[0].values(5, 1);
          MemorySegment segment = MemorySegment.ofArray(new byte[5 * width]);
          Access data = at("copy", 5L * width, array, 1, width);
          Access set = at("setRelease", 8, signals[0], 1, 0);
          Access add = at("getAndAdd", 8, signals[0], 1, 0);

          arrays[0].call("put", 1, five, 0, 5, 1);
          assertTrace(data);
          array.put(1, segment, 0, 5, 1);
          assertTrace(data);
          arrays[0].call("put", 1, array, 0, 5, 1);
          assertTrace(data);

          arrays[0].call("putSignal", 1, five, 0, 5, signals[0], SignalOp.SET, 1, 1);
          assertTrace(data, set);
          array.putSignal(1, segment, 0, 5, signals[0], SignalOp.SET, 1, 1);
          assertTrace(data, set);
          arrays[0].call("putSignal", 1, array, 0, 5, signals[0], SignalOp.SET, 1, 1);
          assertTrace(data, set);
          arrays[0].call("putSignal", 1, five, 0, 5, signals[0], SignalOp.ADD, 1, 1);
          assertTrace(data, add);
          array.putSignal(1, segment, 0, 0, signals[0], SignalOp.ADD, 1, 1);
          assertTrace(at("copy", 0, array, 1, width), add);

          var _ = arrays[0].call("putNbi", 1, five, 0, 5, 1);
          assertTrace(data);
          var _ = array.putNbi(1, segment, 0, 5, 1);
          assertTrace(data);
          var _ = arrays[0].call("putSignalNbi", 1, five, 0, 5, signals[0], SignalOp.SET, 1, 1);
          assertTrace(data, set);

          signals[0].set(1, 1);
          assertTrace(set);
          signals[0].add(1, 1);
          assertTrace(add);
          signals[0].fetch();
          assertTrace();
        });
  }

  /** Elements one by one in one piece, blocks as copies. */
  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#types")
  void shouldStoreStridedElementsOpaquely(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    onPe0(
        false,
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 12),
        shmem -> {
          int width = type.bytes();
          SymmetricArray array = arrays[0].array();
          MemorySegment segment = MemorySegment.ofArray(new byte[6 * width]);
          for (Object local : new Object[] {arrays[0].values(6, 1), segment, array}) {
            arrays[0].call("iput", 1, 4, local, 0, 2, 3, 1);
            assertTrace(
                at("setOpaque", width, array, 1, width),
                at("setOpaque", width, array, 1, 5L * width),
                at("setOpaque", width, array, 1, 9L * width));
            arrays[0].call("ibput", 1, 4, local, 0, 2, 2, 2, 1);
            assertTrace(
                at("copy", 2L * width, array, 1, width),
                at("copy", 2L * width, array, 1, 5L * width));
          }
          arrays[0].call("iget", 1, 4, arrays[0].values(6, 1), 0, 2, 3, 1);
          arrays[0].call("iget", 1, 4, segment, 0, 2, 3, 1);
          assertTrace();
        });
  }

  /** Completion is quiet's fence, for whoever asks for it. */
  @Test
  void shouldCompleteWithAFullFence() {
    onPe0(
        false,
        shmem -> {},
        shmem -> {
          Completion done = Completion.DONE;
          done.await();
          assertTrace(FULL_FENCE);
          done.await(java.time.Duration.ZERO);
          assertTrace(FULL_FENCE);
          assertTrue(done.isDone());
          assertTrace(FULL_FENCE);
          assertTrue(done.remote().isDone());
          assertTrace(FULL_FENCE);
          done.awaitSource();
          assertTrue(done.isSourceDone());
          assertTrue(done.source().isDone());
          assertTrace();
        });
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#integers")
  void shouldDoEachAtomicInOneAccess(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    onPe0(
        false,
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 9),
        shmem -> {
          for (String op :
              List.of(
                  "atomicSwap",
                  "atomicFetchAdd",
                  "atomicAdd",
                  "atomicFetchAnd",
                  "atomicAnd",
                  "atomicFetchOr",
                  "atomicOr",
                  "atomicFetchXor",
                  "atomicXor")) {
            arrays[0].call(op, 3, 5, 1);
            String mode =
                op.equals("atomicSwap")
                    ? "getAndSet"
                    : "getAnd" + op.replaceAll("atomic(Fetch)?", "");
            assertTrace(at(mode, type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          }
          for (String op : List.of("atomicFetchInc", "atomicInc")) {
            arrays[0].call(op, 3, 1);
            assertTrace(at("getAndAdd", type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          }
          arrays[0].call("atomicSet", 3, 5, 1);
          assertTrace(at("setVolatile", type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          arrays[0].call("atomicCompareSwap", 3, 5, 6, 1);
          assertTrace(
              at("compareAndExchange", type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          arrays[0].call("atomicFetch", 3, 1);
          assertTrace();
          var _ = arrays[0].call("atomicFetchXorNbi", arrays[0].values(1, 0), 0, 3, 6, 1);
          assertTrace(at("getAndXor", type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          arrays[0].call("atomicMax", 3, 9, 1);
          assertTrace(
              at("compareAndExchange", type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          arrays[0].call("atomicMax", 3, 8, 1); // changes nothing
          assertTrace();
        });
  }

  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#floats")
  void shouldAddFloatingPointByCompareAndExchange(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    onPe0(
        false,
        shmem -> arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 9),
        shmem -> {
          SymmetricArray array = arrays[0].array();
          int width = type.bytes();
          for (String op : List.of("atomicFetchAdd", "atomicAdd")) {
            arrays[0].call(op, 3, 5, 1);
            assertTrace(at("compareAndExchange", width, array, 1, 3L * width));
          }
          arrays[0].call("atomicSet", 3, 5, 1);
          assertTrace(at("setVolatile", width, array, 1, 3L * width));
          arrays[0].call("atomicSwap", 3, 5, 1);
          assertTrace(at("getAndSet", width, array, 1, 3L * width));
        });
  }

  @Test
  void shouldFenceWithReleaseAndBeQuietWithAFullFence() {
    onPe0(
        false,
        shmem -> {},
        shmem -> {
          shmem.fence();
          assertTrace(RELEASE_FENCE);
          shmem.quiet();
          assertTrace(FULL_FENCE);
        });
  }

  private static Access ticket(Shmem shmem, int sequence) {
    return new Access("setRelease", 8, World.control(shmem).ticket(shmem.pe(), 0, sequence));
  }

  /** A job of one PE waits for nobody, so that the trace is only what arriving takes. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBeQuietBeforeItArrives(boolean maySleep) {
    Access[] tail = maySleep ? new Access[] {FULL_FENCE} : new Access[0];
    run(
        1,
        maySleep,
        shmem -> {
          var _ = Tracer.drain();
          shmem.barrierAll();
          assertTrace(concat(tail, FULL_FENCE, ticket(shmem, 1)));
          shmem.syncAll();
          assertTrace(concat(tail, ticket(shmem, 2)));
          SymmetricInts malloc = shmem.heap().malloc(ElementType.INT, 100);
          assertTrace(concat(tail, FULL_FENCE, ticket(shmem, 3)));
          SymmetricInts calloc = shmem.ints(100);
          assertTrace(concat(tail, at("zero", 400, calloc, 0, 0), FULL_FENCE, ticket(shmem, 4)));
          shmem.free(malloc);
          assertTrace(concat(tail, FULL_FENCE, ticket(shmem, 5)));
          Signal[] signals = shmem.signals(2);
          assertTrace(
              concat(tail, at("zero", 256, signals[0], 0, 0), FULL_FENCE, ticket(shmem, 6)));
        });
  }

  private static Access[] concat(Access[] tail, Access... head) {
    return java.util.stream.Stream.concat(
            java.util.Arrays.stream(head), java.util.Arrays.stream(tail))
        .toArray(Access[]::new);
  }

  /** Among several PEs, arriving is the beginning of the trace; waiting may follow. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldArriveTheSameWayAmongSeveralPes(boolean maySleep) {
    run(
        3,
        maySleep,
        shmem -> {
          var _ = Tracer.drain();
          shmem.barrierAll();
          List<Access> trace = Tracer.drain();
          assertEquals(List.of(FULL_FENCE, ticket(shmem, 1)), trace.subList(0, 2));
          if (maySleep) {
            assertEquals(FULL_FENCE, trace.get(2));
          }
        });
  }

  /** Who sleeps announces itself, fences and looks again; who rings fences and looks for it. */
  @Test
  void shouldAnnounceASleepBeforeTheLastLook() {
    run(
        2,
        true,
        shmem -> {
          World.DIRECT_SLEEPING.useUpSleepsWithoutBell(shmem);
          Signal signal = shmem.signal();
          shmem.barrierAll();
          ControlFile control = World.control(shmem);
          long block = control.base() + ControlLayout.block(1);
          long record = control.base() + ControlLayout.record(1, 0);
          var _ = Tracer.drain();
          if (shmem.pe() == 1) {
            signal.waitUntil(Compare.EQ, 1);
            List<Access> trace = Tracer.drain();
            Access announce = new Access("getAndOr", 8, block + ControlLayout.ASLEEP);
            Access asleep = new Access("getAndAdd", 8, block + ControlLayout.SLEEPS);
            Access withdraw = new Access("getAndAnd", 8, block + ControlLayout.ASLEEP);
            int first = trace.indexOf(announce);
            assertTrue(first > 0, () -> "no announcement: " + trace);
            assertEquals(
                List.of(announce, FULL_FENCE, asleep, withdraw), trace.subList(first, first + 4));
            for (long key : new long[] {ControlLayout.KEY, ControlLayout.LAST_KEY}) {
              assertTrue(
                  trace.subList(0, first).contains(new Access("setOpaque", 8, record + key)),
                  "announced before it says what for");
            }
          } else {
            // Not the sleep in the barrier, from which it may not have woken yet.
            while (Memory.getAcquireInt(record + ControlLayout.WAIT_KIND)
                    != ControlLayout.WAITS_FOR_CELL
                || Memory.getAcquireLong(block + ControlLayout.ASLEEP) == 0) {
              Thread.onSpinWait();
            }
            signal.set(1, 1);
            List<Access> trace = Tracer.drain();
            assertEquals(
                List.of(at("setRelease", 8, signal, 1, 0), FULL_FENCE), trace.subList(0, 2));
            if (trace.size() > 2) {
              assertEquals(
                  List.of(new Access("getAndAdd", 4, record + ControlLayout.BELL)),
                  trace.subList(2, trace.size()));
            }
          }
        });
  }
}
