package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
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
import org.shmem4j.shmem.internal.transport.DirectTransport;

/**
 * The order and mode of the accesses of each operation on a direct peer, which no result shows on
 * x86. Runs in a JVM with {@code -Dshmem4j.trace.memory=true}. {@link MutationTraceTest} holds it
 * to seeing each mode and fence that is missing.
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

  /** Runs a program on PE 0 of two, of which the other is in no wait; traces what it does. */
  private static void onPe0(boolean maySleep, ShmemProgram prepare, ShmemProgram program) {
    CountDownLatch done = new CountDownLatch(1);
    run(
        2,
        maySleep,
        shmem -> {
          prepare.run(shmem);
          shmem.barrierAll();
          if (shmem.pe() == 0) {
            try {
              var _ = Tracer.drain();
              program.run(shmem);
            } finally {
              done.countDown();
            }
          } else {
            done.await(); // who waits in the job would be rung
          }
        });
  }

  private static Access at(
      String mode, long bytes, SymmetricObject object, int pe, long byteOffset) {
    return new Access(mode, bytes, object.bases[pe] + object.offset + byteOffset);
  }

  /** A notifier's look for sleepers. */
  private static Access look(Shmem shmem, int pe) {
    long block = World.control(shmem).base() + ControlLayout.block(pe);
    return new Access("getAcquire", 8, block + ControlLayout.ASLEEP);
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
          assertTrace(at("getOpaque", width, arrays[0].array(), 1, 2L * width));
          arrays[0].call("at", 2);
          assertTrace(at("get", width, arrays[0].array(), 0, 2L * width));
          arrays[0].call("set", 2, 1);
          assertTrace(at("set", width, arrays[0].array(), 0, 2L * width));
          arrays[0].call("get", arrays[0].values(3, 1), 1);
          assertTrace(at("copyOut", 3L * width, arrays[0].array(), 1, 0));
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
          Access look = look(shmem, 1);
          SymmetricArray array = arrays[0].array();
          arrays[0].call("p", 2, 1, 1);
          assertTrace(at("setOpaque", width, array, 1, 2L * width), FULL_FENCE, look);
          arrays[0].call("atomicSet", 2, 1, 1);
          assertTrace(at("setVolatile", width, array, 1, 2L * width), FULL_FENCE, look);
          arrays[0].call("atomicFetchAdd", 2, 1, 1);
          assertTrace(at("getAndAdd", width, array, 1, 2L * width), FULL_FENCE, look);
          arrays[0].call("atomicCompareSwap", 2, 2, 3, 1);
          assertTrace(at("compareAndExchange", width, array, 1, 2L * width), FULL_FENCE, look);
          arrays[0].call("atomicCompareSwap", 2, 2, 3, 1);
          assertTrace(at("compareAndExchange", width, array, 1, 2L * width));
          signals[0].set(1, 1);
          assertTrace(at("setRelease", 8, signals[0], 1, 0), FULL_FENCE, look);
          signals[0].add(1, 1);
          assertTrace(at("getAndAdd", 8, signals[0], 1, 0), FULL_FENCE, look);
          arrays[0].call("putSignal", arrays[0].values(4, 1), signals[0], SignalOp.SET, 3, 1);
          assertTrace(
              at("copy", 4L * width, array, 1, 0),
              at("setRelease", 8, signals[0], 1, 0),
              FULL_FENCE,
              look);
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
          assertTrace(at("getAcquire", 8, signals[0], 0, 0));
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
          for (Object local : new Object[] {arrays[0].values(6, 1), segment}) {
            arrays[0].call("iput", 1, 4, local, 0, 2, 3, 1);
            assertTrace(
                at("setOpaque", width, array, 1, width),
                at("setOpaque", width, array, 1, 5L * width),
                at("setOpaque", width, array, 1, 9L * width));
            arrays[0].call("iget", 1, 4, local, 0, 2, 3, 1);
            assertTrace(
                at("getOpaque", width, array, 1, width),
                at("getOpaque", width, array, 1, 5L * width),
                at("getOpaque", width, array, 1, 9L * width));
          }
          arrays[0].call("iput", 1, 4, array, 0, 2, 2, 1);
          assertTrace(
              at("getOpaque", width, array, 0, 0),
              at("setOpaque", width, array, 1, width),
              at("getOpaque", width, array, 0, 2L * width),
              at("setOpaque", width, array, 1, 5L * width));
          arrays[0].call("iget", 1, 4, array, 0, 2, 2, 1);
          assertTrace(
              at("getOpaque", width, array, 1, width),
              at("setOpaque", width, array, 0, 0),
              at("getOpaque", width, array, 1, 5L * width),
              at("setOpaque", width, array, 0, 2L * width));
          for (Object local : new Object[] {arrays[0].values(6, 1), segment, array}) {
            arrays[0].call("ibput", 1, 4, local, 0, 2, 2, 2, 1);
            assertTrace(
                at("copy", 2L * width, array, 1, width),
                at("copy", 2L * width, array, 1, 5L * width));
            arrays[0].call("ibget", 1, 4, local, 0, 2, 2, 2, 1);
            assertTrace(
                at("copyOut", 2L * width, array, 1, width),
                at("copyOut", 2L * width, array, 1, 5L * width));
          }
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
          done.await(Duration.ZERO);
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
          Access fetch = at("getVolatile", type.bytes(), arrays[0].array(), 1, 3L * type.bytes());
          arrays[0].call("atomicFetch", 3, 1);
          assertTrace(fetch);
          var _ = arrays[0].call("atomicFetchXorNbi", arrays[0].values(1, 0), 0, 3, 6, 1);
          assertTrace(at("getAndXor", type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          arrays[0].call("atomicMax", 3, 9, 1);
          assertTrace(
              fetch,
              at("compareAndExchange", type.bytes(), arrays[0].array(), 1, 3L * type.bytes()));
          arrays[0].call("atomicMax", 3, 8, 1); // changes nothing
          assertTrace(fetch);
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
            assertTrace(
                at("getOpaque", width, array, 1, 3L * width),
                at("compareAndExchange", width, array, 1, 3L * width));
          }
          arrays[0].call("atomicSet", 3, 5, 1);
          assertTrace(at("setVolatile", width, array, 1, 3L * width));
          arrays[0].call("atomicSwap", 3, 5, 1);
          assertTrace(at("getAndSet", width, array, 1, 3L * width));
          arrays[0].call("atomicFetch", 3, 1);
          assertTrace(at("getVolatile", width, array, 1, 3L * width));
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
          shmem.fence(1);
          assertTrace(RELEASE_FENCE);
          shmem.quiet();
          assertTrace(FULL_FENCE);
          shmem.quiet(0, 1);
          assertTrace(FULL_FENCE);
          shmem.quiet(new int[0]);
          assertTrace();
          ShmemContext context = shmem.createContext();
          context.fence();
          assertTrace(RELEASE_FENCE);
          context.quiet();
          assertTrace(FULL_FENCE);
          context.close();
          assertTrace(FULL_FENCE);
        });
  }

  /** What a transport does to mapped memory is what a direct peer would see. */
  @Test
  void shouldDoTheSameThroughTheDirectTransport() {
    SymmetricLongs[] longs = new SymmetricLongs[2];
    Signal[] signals = new Signal[2];
    long[] bases = new long[2]; // of PE 1's heap, in each PE's mappings
    CountDownLatch done = new CountDownLatch(1);
    Shmem.threads(
        World.spec(2, World.HEAP, true),
        membership -> {
          bases[membership.pe()] = membership.heaps().get(1).segment().address();
          return new DirectTransport(membership);
        },
        shmem -> {
          longs[shmem.pe()] = shmem.longs(1);
          signals[shmem.pe()] = shmem.signal();
          shmem.barrierAll();
          if (shmem.pe() == 1) {
            done.await();
            return;
          }
          try {
            Access look = look(shmem, 1);
            var _ = Tracer.drain();
            longs[0].p(0, 1, 1);
            assertTrace(in("setOpaque", bases[0], longs[0]), FULL_FENCE, look);
            assertEquals(1, longs[0].g(0, 1));
            assertTrace(in("getOpaque", bases[0], longs[0]));
            longs[0].atomicSet(0, 2, 1);
            assertTrace(in("getAndSet", bases[0], longs[0]), FULL_FENCE, look);
            assertEquals(2, longs[0].atomicFetch(0, 1));
            assertTrace(in("getVolatile", bases[0], longs[0]));
            longs[0].atomicAdd(0, 1, 1);
            assertTrace(in("getAndAdd", bases[0], longs[0]), FULL_FENCE, look);
            longs[0].putSignal(new long[1], signals[0], SignalOp.SET, 1, 1);
            assertTrace(
                in("copy", bases[0], longs[0]),
                in("setRelease", bases[0], signals[0]),
                FULL_FENCE,
                look);
            signals[0].add(1, 1);
            assertTrace(in("getAndAdd", bases[0], signals[0]), FULL_FENCE, look);
            shmem.fence();
            assertTrace(RELEASE_FENCE, RELEASE_FENCE);
            shmem.quiet();
            assertTrace(FULL_FENCE, FULL_FENCE);
          } finally {
            done.countDown();
          }
        });
  }

  private static Access in(String mode, long base, SymmetricObject object) {
    return new Access(mode, 8, base + object.offset);
  }

  /** Waits that find what they wait for. */
  @ParameterizedTest
  @MethodSource("org.shmem4j.shmem.AnyArray#integers")
  void shouldWaitAndTestWithAcquire(ElementType<?> type) {
    AnyArray[] arrays = new AnyArray[2];
    Signal[][] signals = new Signal[2][];
    onPe0(
        false,
        shmem -> {
          arrays[shmem.pe()] = AnyArray.calloc(shmem, type, 4);
          signals[shmem.pe()] = shmem.signals(2);
        },
        shmem -> {
          int width = type.bytes();
          SymmetricArray array = arrays[0].array();
          Access[] cells = new Access[4];
          for (int i = 0; i < cells.length; i++) {
            cells[i] = at("getAcquire", width, array, 0, (long) i * width);
          }
          arrays[0].call("waitUntil", 2, Compare.EQ, 0);
          assertTrace(cells[2]);
          arrays[0].call("test", 2, Compare.EQ, 1);
          assertTrace(cells[2]);
          arrays[0].call("waitAndReset", 2, Compare.EQ, 0, 0);
          assertTrace(cells[2], at("compareAndExchange", width, array, 0, 2L * width));
          int[] status = {0, 1, 0, 0};
          arrays[0].call("waitUntilAll", 0, 4, status, Compare.EQ, 0);
          assertTrace(cells[0], cells[2], cells[3]);
          arrays[0].call("testAll", 0, 4, status, Compare.EQ, 0);
          assertTrace(cells[0], cells[2], cells[3]);
          Set<Access> first = new HashSet<>();
          for (int i = 0; i < 20; i++) {
            arrays[0].call("waitUntilAny", 0, 4, status, Compare.EQ, 0);
            first.addAll(Tracer.drain());
          }
          assertEquals(Set.of(cells[0], cells[2], cells[3]), first);

          Access signal = at("getAcquire", 8, signals[0][0], 0, 0);
          signals[0][0].waitUntil(Compare.EQ, 0);
          assertTrace(signal);
          signals[0][0].test(Compare.EQ, 1);
          assertTrace(signal);
          signals[0][0].waitAndReset(Compare.EQ, 0, 0);
          assertTrace(signal, at("compareAndExchange", 8, signals[0][0], 0, 0));
          Signal.waitUntilAll(signals[0], new int[] {0, 1}, Compare.EQ, 0);
          assertTrace(signal);
        });
  }

  private static Access ticket(Shmem shmem, int sequence) {
    return new Access("setRelease", 8, World.control(shmem).ticket(shmem.pe(), 0, sequence));
  }

  /** What a job of one PE does to meet, for which it waits for nobody. */
  private static Access[] meeting(Shmem shmem, boolean maySleep, int sequence, Access... before) {
    Access ticket = ticket(shmem, sequence);
    List<Access> accesses = new ArrayList<>(List.of(before));
    accesses.add(new Access("set", 8, ticket.address() + ControlLayout.TICKET_HASH));
    accesses.add(ticket);
    if (maySleep) {
      accesses.add(FULL_FENCE);
    }
    return accesses.toArray(Access[]::new);
  }

  /** Likewise with a value for the others. */
  private static Access[] exchange(Shmem shmem, boolean maySleep, int sequence, Access... before) {
    long value = ticket(shmem, sequence).address() + ControlLayout.TICKET_VALUES;
    Access[] told = concat(before, new Access("set", 8, value));
    return concat(meeting(shmem, maySleep, sequence, told), new Access("get", 8, value));
  }

  private static Access[] concat(Access[] head, Access... tail) {
    return Stream.concat(Arrays.stream(head), Arrays.stream(tail)).toArray(Access[]::new);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldBeQuietBeforeItArrives(boolean maySleep) {
    run(
        1,
        maySleep,
        shmem -> {
          var _ = Tracer.drain();
          shmem.barrierAll();
          assertTrace(meeting(shmem, maySleep, 1, FULL_FENCE));
          shmem.syncAll();
          assertTrace(meeting(shmem, maySleep, 2));
          SymmetricInts malloc = shmem.heap().malloc(ElementType.INT, 100);
          assertTrace(exchange(shmem, maySleep, 3, FULL_FENCE));
          SymmetricInts calloc = shmem.ints(100);
          Access zeros = at("zero", 400, calloc, 0, 0);
          assertTrace(exchange(shmem, maySleep, 4, zeros, FULL_FENCE));
          shmem.free(malloc);
          assertTrace(meeting(shmem, maySleep, 5, FULL_FENCE));
          Signal[] signals = shmem.signals(2);
          zeros = at("zero", 256, signals[0], 0, 0);
          assertTrace(exchange(shmem, maySleep, 6, zeros, FULL_FENCE));
          var _ = shmem.heap().realloc(calloc, 50);
          Access[] entry = meeting(shmem, maySleep, 7, FULL_FENCE);
          Access[] exit = meeting(shmem, maySleep, 8, FULL_FENCE);
          assertTrace(concat(entry, exit));
          Access[] left = exchange(shmem, maySleep, 9, FULL_FENCE);
          shmem.close();
          assertTrace(left);
        });
  }

  /** Among several PEs, what concerns tickets: each is seen with its hash before a PE leaves. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldSeeEveryTicketBeforeItsHash(boolean maySleep) {
    run(
        3,
        maySleep,
        shmem -> {
          var _ = Tracer.drain();
          shmem.barrierAll();
          List<Access> trace = Tracer.drain();
          ControlFile control = World.control(shmem);
          assertNotEquals(control.ticket(0, 0, 1), control.ticket(0, 0, 2));
          List<Access> expected = new ArrayList<>();
          expected.add(FULL_FENCE);
          for (int i = 0; i < 3; i++) {
            long ticket = control.ticket((shmem.pe() + i) % 3, 0, 1);
            Access hash = new Access(i == 0 ? "set" : "get", 8, ticket + ControlLayout.TICKET_HASH);
            Access arrival = new Access(i == 0 ? "setRelease" : "getAcquire", 8, ticket);
            expected.addAll(i == 0 ? List.of(hash, arrival) : List.of(arrival, hash));
          }
          if (maySleep) {
            assertEquals(
                List.of(FULL_FENCE, look(shmem, (shmem.pe() + 1) % 3)), trace.subList(3, 5));
          }
          Set<Access> concerned = new HashSet<>(expected);
          concerned.remove(FULL_FENCE);
          List<Access> seen = new ArrayList<>(List.of(trace.getFirst()));
          for (Access access : trace) {
            if (concerned.contains(access) && !seen.getLast().equals(access)) {
              seen.add(access);
            }
          }
          assertEquals(expected, seen);
        });
  }

  private static Access lock(String mode, SymmetricLock lock, long index, int pe) {
    return at(mode, 8, lock.cells, pe, index * Long.BYTES);
  }

  @Test
  void shouldLockByAtomicsAndBeQuietBeforeItUnlocks() {
    run(
        1,
        false,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          Access[] clear = {
            FULL_FENCE,
            lock("getVolatile", lock, SymmetricLock.NEXT, 0),
            lock("compareAndExchange", lock, SymmetricLock.TAIL, 0),
            lock("getAndSet", lock, SymmetricLock.STATE, 0)
          };
          var _ = Tracer.drain();
          lock.set();
          assertTrace(
              lock("compareAndExchange", lock, SymmetricLock.STATE, 0),
              lock("getAndSet", lock, SymmetricLock.NEXT, 0),
              lock("getAndSet", lock, SymmetricLock.TAIL, 0));
          lock.clear();
          assertTrace(clear);
          assertTrue(lock.test());
          assertTrace(
              lock("getVolatile", lock, SymmetricLock.STATE, 0),
              lock("getAndSet", lock, SymmetricLock.NEXT, 0),
              lock("compareAndExchange", lock, SymmetricLock.TAIL, 0));
          lock.clear();
          assertTrace(clear);
        });
  }

  /** PE 1 gives up once, then waits where it was, while PE 0 holds the lock. */
  @Test
  void shouldWaitBeforeItLinksAndGrantWhoStillWaits() {
    CountDownLatch gaveUp = new CountDownLatch(1);
    run(
        2,
        false,
        shmem -> {
          SymmetricLock lock = shmem.lock();
          Access state = lock("compareAndExchange", lock, SymmetricLock.STATE, 1);
          Access look = lock("getAcquire", lock, SymmetricLock.STATE, 1);
          if (shmem.pe() == 0) {
            lock.set();
            shmem.barrierAll();
            gaveUp.await();
            while (lock.cells.atomicFetch(SymmetricLock.STATE, 1) != SymmetricLock.WAITING) {
              Thread.onSpinWait();
            }
            var _ = Tracer.drain();
            lock.clear();
            assertTrace(
                FULL_FENCE,
                lock("getVolatile", lock, SymmetricLock.NEXT, 0),
                lock("getAndSet", lock, SymmetricLock.STATE, 0),
                state);
          } else {
            shmem.barrierAll();
            var _ = Tracer.drain();
            assertThrows(WaitTimeoutException.class, () -> lock.set(Duration.ofMillis(1)));
            List<Access> trace = Tracer.drain();
            gaveUp.countDown();
            assertEquals(
                List.of(
                    state,
                    lock("getAndSet", lock, SymmetricLock.NEXT, 1),
                    lock("getAndSet", lock, SymmetricLock.TAIL, lock.home),
                    lock("getAndSet", lock, SymmetricLock.STATE, 1),
                    lock("getAndSet", lock, SymmetricLock.NEXT, 0),
                    look,
                    state),
                within(lock, trace));
            lock.set();
            assertEquals(List.of(state, look), within(lock, Tracer.drain()));
            lock.clear();
          }
        });
  }

  /** What concerns a lock, without what its waiters do meanwhile. */
  private static List<Access> within(SymmetricLock lock, List<Access> trace) {
    List<Access> within = new ArrayList<>();
    for (Access access : trace) {
      boolean isWithin = false;
      for (long base : lock.cells.bases) {
        long place = access.address() - base - lock.cells.offset;
        isWithin |= place >= 0 && place < lock.cells.byteSize();
      }
      if (isWithin && (within.isEmpty() || !within.getLast().equals(access))) {
        within.add(access);
      }
    }
    return within;
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
            Access bell = new Access("getAcquire", 4, record + ControlLayout.BELL);
            Access reread = at("getAcquire", 8, signal, 1, 0);
            Access announce = new Access("getAndOr", 8, block + ControlLayout.ASLEEP);
            Access asleep = new Access("getAndAdd", 8, block + ControlLayout.SLEEPS);
            Access withdraw = new Access("getAndAnd", 8, block + ControlLayout.ASLEEP);
            int first = trace.indexOf(announce);
            assertTrue(first > 0, () -> "no announcement: " + trace);
            assertEquals(
                List.of(
                    bell,
                    announce,
                    FULL_FENCE,
                    reread,
                    new Access("set", 8, record + ControlLayout.TIMESPEC),
                    new Access("set", 8, record + ControlLayout.TIMESPEC + 8),
                    asleep,
                    reread),
                trace.subList(first - 1, first + 7));
            int end = trace.indexOf(withdraw);
            assertTrue(trace.subList(first + 7, end).stream().allMatch(bell::equals));
            assertEquals(0, shmem.statistics().backstops(), "nobody rang");
            for (long key : new long[] {ControlLayout.KEY, ControlLayout.LAST_KEY}) {
              assertTrue(
                  trace.subList(0, first).contains(new Access("setOpaque", 8, record + key)),
                  "announced before it says what for");
            }
          } else {
            // Not the sleep in the barrier, and past the last look.
            while (Memory.getAcquireInt(record + ControlLayout.WAIT_KIND)
                != ControlLayout.WAITS_FOR_CELL) {
              Thread.onSpinWait();
            }
            long sleeps = Memory.getOpaqueLong(block + ControlLayout.SLEEPS);
            while (Memory.getOpaqueLong(block + ControlLayout.SLEEPS) == sleeps) {
              Thread.onSpinWait();
            }
            var _ = Tracer.drain();
            signal.set(1, 1);
            List<Access> trace = Tracer.drain();
            assertEquals(
                List.of(at("setRelease", 8, signal, 1, 0), FULL_FENCE, look(shmem, 1)),
                trace.subList(0, 3));
            if (trace.size() > 3) { // the other may have stood up by itself in between
              assertEquals(
                  List.of(
                      new Access("getOpaque", 8, record + ControlLayout.KEY),
                      new Access("getOpaque", 8, record + ControlLayout.LAST_KEY),
                      new Access("getAndAdd", 4, record + ControlLayout.BELL)),
                  trace.subList(3, trace.size()));
            }
          }
        });
  }
}
