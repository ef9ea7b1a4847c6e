package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;

/**
 * What waits and tests promise that look at several cells, and those that reset what they see
 * (OpenSHMEM 1.6, 9.11; cases 23, 24, 30; litmus tests L22, L22b, L22c, L23).
 */
abstract class WaitSetContract {
  private static final int FLAGS = 4;
  private static final Duration LONG = Duration.ofSeconds(50);

  private final World world;

  WaitSetContract(World world) {
    this.world = world;
  }

  /** Which flags can be waited for together. */
  enum Kind {
    INTS,
    LONGS,
    SIGNALS;

    Flags make(Shmem shmem, int count) {
      return switch (this) {
        case INTS -> new Elements(AnyArray.calloc(shmem, ElementType.INT, count + 2), count);
        case LONGS -> new Elements(AnyArray.calloc(shmem, ElementType.LONG, count + 2), count);
        case SIGNALS -> new Signals(shmem.signals(count), shmem.bytes(1));
      };
    }
  }

  /** Some flags of every PE. */
  interface Flags {
    void set(int flag, long value, int pe);

    /** Makes 0 a value, in one of several ways. */
    void change(int way, int flag, int value, int pe);

    /** Calls a method on the set. */
    Object call(String name, Object... arguments);

    /** A vector of values as the method wants it. */
    Object vector(long[] values);
  }

  private static Object[] join(List<Object> head, Object... tail) {
    List<Object> all = new ArrayList<>(head);
    all.addAll(Arrays.asList(tail));
    return all.toArray();
  }

  /** In the middle of an array, whose first and last element are out of the set. */
  private record Elements(AnyArray array, int count) implements Flags {
    @Override
    public void set(int flag, long value, int pe) {
      array.call("atomicSet", 1 + flag, value, pe);
    }

    @Override
    public void change(int way, int flag, int value, int pe) {
      switch (way % 4) {
        case 0 -> array.call("atomicSet", 1 + flag, value, pe);
        case 1 -> array.call("p", 1 + flag, value, pe);
        case 2 -> array.call("atomicAdd", 1 + flag, value, pe);
        default -> array.call("atomicCompareSwap", 1 + flag, 0, value, pe);
      }
    }

    @Override
    public Object call(String name, Object... arguments) {
      return array.call(name, join(List.of(1, count), arguments));
    }

    @Override
    public Object vector(long[] values) {
      return array.type() == ElementType.LONG
          ? values
          : Arrays.stream(values).mapToInt(Math::toIntExact).toArray();
    }
  }

  private static final class Signals implements Flags {
    private final Signal[] signals;
    private final SymmetricBytes bytes;

    Signals(Signal[] signals, SymmetricBytes bytes) {
      this.signals = signals;
      this.bytes = bytes;
    }

    @Override
    public void set(int flag, long value, int pe) {
      signals[flag].set(value, pe);
    }

    @Override
    public void change(int way, int flag, int value, int pe) {
      switch (way % 4) {
        case 0 -> signals[flag].set(value, pe);
        case 1 -> signals[flag].add(value, pe);
        case 2 -> bytes.putSignal(new byte[1], signals[flag], SignalOp.SET, value, pe);
        default -> bytes.putSignal(new byte[1], signals[flag], SignalOp.ADD, value, pe);
      }
    }

    @Override
    public Object call(String name, Object... arguments) {
      return AnyArray.call(Signal.class, null, name, join(List.of((Object) signals), arguments));
    }

    @Override
    public Object vector(long[] values) {
      return values;
    }
  }

  /** How to look at a set: one of the 18 methods. */
  private record Form(boolean isTest, String which, boolean isVector, Duration timeout) {
    static List<Form> all() {
      List<Form> all = new ArrayList<>();
      for (String which : List.of("All", "Any", "Some")) {
        for (boolean isVector : new boolean[] {false, true}) {
          all.add(new Form(true, which, isVector, null));
          all.add(new Form(false, which, isVector, null));
          all.add(new Form(false, which, isVector, LONG));
        }
      }
      return all;
    }

    Form within(Duration limit) {
      return new Form(false, which, isVector, limit);
    }

    /** Which flags it finds; for all, every one that is not left out; null if it finds none. */
    Set<Integer> find(Flags flags, int[] status, Compare compare, long value, long[] values) {
      List<Object> arguments = new ArrayList<>();
      int[] indices = new int[values.length];
      Arrays.fill(indices, -77);
      if (which.equals("Some")) {
        arguments.add(indices);
      }
      arguments.add(status);
      arguments.add(compare);
      arguments.add(isVector ? flags.vector(values) : value);
      if (timeout != null) {
        arguments.add(timeout);
      }
      Object result = flags.call((isTest ? "test" : "waitUntil") + which, arguments.toArray());
      return switch (which) {
        case "All" -> !isTest || (boolean) result ? awaited(status, values.length) : null;
        case "Any" -> (int) result < 0 ? null : Set.of((int) result);
        default -> {
          Set<Integer> found = new TreeSet<>();
          for (int i = 0; i < (int) result; i++) {
            assertTrue(found.add(indices[i]), () -> "twice: " + Arrays.toString(indices));
          }
          for (int i = (int) result; i < indices.length; i++) {
            assertEquals(-77, indices[i], "untouched");
          }
          yield found.isEmpty() ? null : found;
        }
      };
    }
  }

  private static Set<Integer> awaited(int[] status, int count) {
    Set<Integer> awaited = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      if (status == null || status[i] == 0) {
        awaited.add(i);
      }
    }
    return awaited;
  }

  /** Bits that are set leave out, each by another number. */
  private static int[] status(int bits) {
    int[] status = new int[FLAGS];
    for (int i = 0; i < FLAGS; i++) {
      status[i] = (bits >> i & 1) * (i % 2 == 0 ? 1 : Integer.MIN_VALUE);
    }
    return status;
  }

  /** Case 24 and litmus tests L22b, L23: each pattern of masks and flags, in each form. */
  @ParameterizedTest
  @EnumSource
  void shouldFindWhatIsSetAndNotLeftOut(Kind kind) {
    world.run(
        1,
        shmem -> {
          Flags flags = kind.make(shmem, FLAGS);
          long[] values = {11, 12, 13, 14};
          for (Form form : Form.all()) {
            if (flags instanceof Elements elements) {
              elements.set(-1, form.isVector ? 11 : 7, 0);
              elements.set(FLAGS, form.isVector ? 14 : 7, 0);
            }
            for (int set = 0; set < 1 << FLAGS; set++) {
              for (int i = 0; i < FLAGS; i++) {
                flags.set(i, (set >> i & 1) * (form.isVector ? values[i] : 7), 0);
              }
              shmem.quiet();
              for (int mask = 0; mask < 1 << FLAGS; mask++) {
                assertFinds(form, flags, status(mask), set, values);
              }
              assertFinds(form, flags, null, set, values);
            }
          }
        });
  }

  private static void assertFinds(Form form, Flags flags, int[] status, int set, long[] values) {
    Set<Integer> awaited = awaited(status, FLAGS);
    Set<Integer> holding = new TreeSet<>(awaited);
    holding.removeIf(i -> (set >> i & 1) == 0);
    String what = form + " status=" + Arrays.toString(status) + " set=" + set;
    boolean isEmpty = awaited.isEmpty();
    boolean ends =
        isEmpty || (form.which.equals("All") ? holding.equals(awaited) : !holding.isEmpty());
    if (!ends && !form.isTest) {
      Form soon = form.within(Duration.ZERO);
      assertThrows(
          WaitTimeoutException.class, () -> soon.find(flags, status, Compare.EQ, 7, values), what);
      return;
    }
    Set<Integer> found = form.find(flags, status, Compare.EQ, 7, values);
    if (form.which.equals("All")) {
      assertEquals(ends ? awaited : null, found, what);
    } else if (isEmpty || !ends) {
      assertEquals(null, found, what);
    } else if (form.which.equals("Any")) {
      assertTrue(holding.containsAll(found), () -> what + " found=" + found);
    } else {
      assertEquals(holding, found, what);
    }
  }

  /** Case 23 and litmus test L23: a count of 0, also at an array's end. */
  @Test
  void shouldNotWaitForAnEmptySet() {
    world.run(
        1,
        shmem -> {
          SymmetricLongs longs = shmem.longs(3);
          int[] none = new int[0];
          Signal[] nobody = new Signal[0];
          longs.waitUntilAll(3, 0, none, Compare.EQ, 1);
          assertEquals(-1, longs.waitUntilAny(3, 0, null, Compare.EQ, 1, Duration.ZERO));
          assertEquals(0, longs.waitUntilSome(0, 0, none, null, Compare.EQ, new long[0]));
          assertTrue(longs.testAll(0, 0, null, Compare.EQ, 1));
          assertEquals(-1, longs.testAny(0, 0, null, Compare.EQ, 1));
          assertEquals(0, longs.testSome(0, 0, none, null, Compare.EQ, 1));
          Signal.waitUntilAll(nobody, null, Compare.EQ, 1);
          assertEquals(-1, Signal.waitUntilAny(nobody, null, Compare.EQ, new long[0]));
          assertEquals(0, Signal.waitUntilSome(nobody, none, none, Compare.EQ, 1, LONG));
          assertTrue(Signal.testAll(nobody, null, Compare.EQ, 1));
          assertEquals(-1, Signal.testAny(nobody, null, Compare.EQ, 1));
          assertEquals(0, Signal.testSome(nobody, none, null, Compare.EQ, 1));
        });
  }

  /** All six comparisons, signed, for the first and the last cell. */
  @ParameterizedTest
  @EnumSource
  void shouldCompareAsSingleWaitsDo(Kind kind) {
    world.run(
        1,
        shmem -> {
          Flags flags = kind.make(shmem, FLAGS);
          long[] contents = {-5, 0, 5, -6};
          for (int i = 0; i < FLAGS; i++) {
            flags.set(i, contents[i], 0);
          }
          shmem.quiet();
          for (Compare compare : Compare.values()) {
            for (long value = -7; value <= 6; value++) {
              Set<Integer> holding = new TreeSet<>();
              for (int i = 0; i < FLAGS; i++) {
                if (compare.holds(contents[i], value)) {
                  holding.add(i);
                }
              }
              long[] values = {value, value, value, value};
              for (boolean isVector : new boolean[] {false, true}) {
                assertEquals(
                    holding.isEmpty() ? null : holding,
                    new Form(true, "Some", isVector, null)
                        .find(flags, null, compare, value, values));
              }
            }
          }
        });
  }

  /** Litmus test L22c: also when sets are looked at in turn, whose searches share their order. */
  @ParameterizedTest
  @EnumSource
  void shouldFindEachFlagThatStaysSet(Kind kind) {
    world.run(
        1,
        shmem -> {
          Flags some = kind.make(shmem, 2);
          Flags many = kind.make(shmem, 7);
          for (int i = 0; i < 7; i++) {
            many.set(i, 1, 0);
            some.set(i % 2, 1, 0);
          }
          shmem.quiet();
          for (boolean isTest : new boolean[] {false, true}) {
            Form any = new Form(isTest, "Any", false, null);
            Set<Integer> foundOfSome = new TreeSet<>();
            Set<Integer> foundOfMany = new TreeSet<>();
            for (int i = 0; i < 40; i++) {
              foundOfSome.addAll(any.find(some, null, Compare.EQ, 1, new long[2]));
              foundOfMany.addAll(any.find(many, null, Compare.EQ, 1, new long[7]));
            }
            assertEquals(Set.of(0, 1), foundOfSome);
            assertEquals(7, foundOfMany.size());
          }
        });
  }

  /** The pause lets the waiter fall asleep, so that each change has to ring, wherever it is. */
  @ParameterizedTest
  @EnumSource
  void shouldBeWokenByWhateverChangesACellOfTheSet(Kind kind) {
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          Flags flags = kind.make(shmem, FLAGS);
          int[] status = {0, 3, 0, 0};
          int[] order = {2, 1, 3, 0};
          int way = 0;
          for (Form form : Form.all()) {
            if (form.isTest) {
              continue;
            }
            for (int flag : new int[] {0, 2, 3}) {
              for (int i = 0; i < FLAGS; i++) {
                flags.set(i, 0, shmem.pe());
              }
              shmem.barrierAll();
              if (shmem.pe() == 1) {
                Set<Integer> found =
                    form.find(flags, status, Compare.EQ, 9, new long[] {9, 9, 9, 9});
                assertEquals(form.which.equals("All") ? Set.of(0, 2, 3) : Set.of(flag), found);
              } else if (form.which.equals("All")) {
                for (int each : order) {
                  Thread.sleep(2);
                  flags.change(way, each, 9, 1);
                }
              } else {
                flags.change(way, 1, 9, 1);
                Thread.sleep(4);
                flags.change(way, flag, 9, 1);
              }
              way++;
              shmem.barrierAll();
            }
          }
          assertEquals(0, World.control(shmem).backstops());
        });
  }

  /** Signals need not be neighbours, nor in order. */
  @Test
  void shouldBeWokenBySignalsFromAllOver() {
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          Signal[] all = shmem.signals(9);
          Signal[] chosen = {all[7], all[1], all[4]};
          for (int round = 1; round <= 9; round++) {
            shmem.barrierAll();
            if (shmem.pe() == 1) {
              assertEquals(round % 3, Signal.waitUntilAny(chosen, null, Compare.EQ, round));
            } else {
              Thread.sleep(3);
              all[round % 2 == 0 ? 0 : 5].set(round, 1);
              chosen[round % 3].set(round, 1);
            }
          }
          shmem.barrierAll();
          assertEquals(0, World.control(shmem).backstops());
        });
  }

  /** Litmus test L22: each message once, none missing, none before its data. */
  @ParameterizedTest
  @EnumSource(names = {"INTS", "SIGNALS"})
  void shouldReceiveEachMessageOnceWithItsData(Kind kind) {
    int pes = 4;
    world.run(
        pes,
        shmem -> {
          SymmetricLongs data = shmem.longs(pes * 8L);
          Flags flags = kind.make(shmem, pes);
          long[] message = new long[8];
          for (int round = 1; round <= 200; round++) {
            Arrays.fill(message, round);
            if (flags instanceof Signals all) {
              data.putSignal(
                  shmem.pe() * 8L, message, 0, 8, all.signals[shmem.pe()], SignalOp.SET, round, 0);
            } else {
              data.put(shmem.pe() * 8L, message, 0, 8, 0);
              shmem.fence();
              flags.set(shmem.pe(), round, 0);
            }
            if (shmem.pe() == 0) {
              receive(flags, data, round, pes);
            }
            shmem.barrierAll();
          }
        });
  }

  private static void receive(Flags flags, SymmetricLongs data, int round, int pes) {
    int[] status = new int[pes];
    long[] values = new long[pes];
    Arrays.fill(values, round);
    Form form = new Form(false, round % 3 == 0 ? "Any" : "Some", round % 2 == 0, null);
    for (int received = 0; received < pes; ) {
      for (int from : form.find(flags, status, Compare.GE, round, values)) {
        assertEquals(0, status[from], "received twice");
        status[from] = 1;
        received++;
        for (int i = 0; i < 8; i++) {
          assertEquals(round, data.at(from * 8L + i));
        }
      }
    }
    assertEquals(
        null, new Form(true, "Any", false, null).find(flags, status, Compare.GE, 1, values));
  }

  @Test
  void shouldShowAllDataOnceAllSignalsAreSeen() {
    int pes = 4;
    world.run(
        pes,
        shmem -> {
          SymmetricLongs data = shmem.longs(pes);
          Signal[] arrived = shmem.signals(pes);
          for (int round = 1; round <= 200; round++) {
            long[] message = {round};
            for (int pe = 0; pe < pes; pe++) {
              Signal mine = arrived[shmem.pe()];
              data.putSignal(shmem.pe(), message, 0, 1, mine, SignalOp.SET, round, pe);
            }
            Signal.waitUntilAll(arrived, null, Compare.GE, round);
            for (int pe = 0; pe < pes; pe++) {
              assertTrue(data.at(pe) >= round);
            }
            shmem.barrierAll();
          }
        });
  }

  /** A cell that has held during the wait counts, though it has changed again. */
  @Test
  void shouldNotWaitTwiceForACellThatHasBeenSeen() {
    world.run(
        2,
        shmem -> {
          SymmetricInts ints = shmem.ints(2);
          if (shmem.pe() == 1) {
            ints.waitUntilAll(0, 2, null, Compare.EQ, new int[] {1, 2});
            assertEquals(0, ints.at(0));
          } else {
            ints.atomicSet(0, 1, 1);
            long record = World.control(shmem).base() + ControlLayout.record(1, 0);
            while (Memory.getAcquireInt(record + ControlLayout.WAIT_KIND)
                    != ControlLayout.WAITS_FOR_ALL
                || Memory.getLong(record + ControlLayout.INDEX) != 1) {
              Thread.onSpinWait();
            }
            ints.atomicSet(0, 0, 1);
            ints.atomicSet(1, 2, 1);
          }
        });
  }

  /** Two threads at once, of which only one gets the set that is kept. */
  @Test
  void shouldLetThreadsOfAPeWaitForDifferentSets() {
    world.run(
        2,
        shmem -> {
          int rounds = 300;
          SymmetricLongs[] sets = {shmem.longs(3), shmem.longs(3)};
          List<Thread> threads = new ArrayList<>();
          AtomicLong seen = new AtomicLong();
          for (SymmetricLongs set : sets) {
            threads.add(
                new Thread(() -> {
                  int to = 1 - shmem.pe();
                  for (int round = 1; round <= rounds; round++) {
                    set.atomicSet(round % 3, round, to);
                    int found = set.waitUntilAny(0, 3, null, Compare.GE, round);
                    assertTrue(set.at(found) >= round);
                    seen.incrementAndGet();
                  }
                }));
          }
          threads.forEach(Thread::start);
          for (Thread thread : threads) {
            thread.join();
          }
          assertEquals(2L * rounds, seen.get());
        });
  }

  @Test
  void shouldGiveUpAtTheDeadlineAndSayWhatIsMissing() {
    world.run(
        1,
        shmem -> {
          SymmetricInts ints = shmem.ints(9);
          Signal[] signals = shmem.signals(3);
          ints.set(4, 3);
          signals[0].set(6, 0);
          Duration soon = Duration.ofMillis(20);
          String head = "a wait did not end before its deadline: pe=0 waitedFor=";
          String all = "all of 3 cells, 2 missing, the first ints#1[9] index=3 until == 3, now=0";
          String any = "any of 5 cells, the first ints#1[9] index=2 until > 3, now=0";
          String vector = "any of 2 cells, the first signal#3[1] index=0 until == 8, now=0";
          int[] indices = new int[9];
          long start = System.nanoTime();
          assertTimeout(
              head + all,
              () -> ints.waitUntilAll(2, 4, new int[] {1, 0, 0, 0}, Compare.EQ, 3, soon));
          assertTrue(System.nanoTime() - start >= soon.toNanos(), "gave up too early");
          assertTimeout(head + any, () -> ints.waitUntilAny(2, 5, null, Compare.GT, 3, soon));
          assertTimeout(
              head + any,
              () -> ints.waitUntilSome(2, 5, indices, null, Compare.GT, 3, Duration.ZERO));
          long[] values = {6, 8, 9};
          assertTimeout(
              head + vector,
              () -> Signal.waitUntilAny(signals, new int[] {1, 0, 0}, Compare.EQ, values, soon));
          assertTimeout(
              head + "all of 3 cells, 2 missing, the first signal#3[1] index=0 until == 8, now=0",
              () -> Signal.waitUntilAll(signals, null, Compare.EQ, values, soon));
          assertTimeout(
              head + "ints#1[9] index=4 until == 4, now=3",
              () -> ints.waitAndReset(4, Compare.EQ, 4, 0, soon));
          assertEquals(3, ints.at(4));
        });
  }

  private static void assertTimeout(String message, Executable wait) {
    assertEquals(message, assertThrows(WaitTimeoutException.class, wait).getMessage());
  }

  /** Nothing is waited for, so a test that misses an error hangs. */
  @Test
  void shouldCheckEverythingBeforeItWaits() {
    world.run(
        1,
        shmem -> {
          SymmetricLongs longs = shmem.longs(4);
          SymmetricInts ints = shmem.ints(4);
          Signal[] signals = shmem.signals(2);
          Signal[] gap = {signals[0], null};
          int[] two = new int[2];
          String outside = "the range is outside the object: object=longs#1[4] index=";
          assertMisuse(
              outside + "2 count=3 length=4", () -> longs.waitUntilAll(2, 3, null, Compare.EQ, 1));
          assertMisuse(
              outside + "-1 count=2 length=4", () -> longs.testAny(-1, 2, null, Compare.EQ, 1));
          assertMisuse(
              outside + "0 count=-1 length=4",
              () -> longs.waitUntilAny(0, -1, null, Compare.EQ, 1));
          String few = "a Java array has fewer entries than the set has cells: object=";
          assertMisuse(
              few + "longs#1[4] cells=3 status.length=2",
              () -> longs.waitUntilAny(0, 3, two, Compare.EQ, 1));
          assertMisuse(
              few + "ints#2[4] cells=3 values.length=2",
              () -> ints.waitUntilAll(0, 3, null, Compare.EQ, two));
          assertMisuse(
              few + "longs#1[4] cells=3 indices.length=2",
              () -> longs.waitUntilSome(0, 3, two, null, Compare.EQ, 1));
          assertMisuse(
              few + "signal#3[1] cells=2 values.length=1",
              () -> Signal.testAll(signals, null, Compare.EQ, new long[1]));
          assertMisuse(
              few + "signal#3[1] cells=2 indices.length=0",
              () -> Signal.testSome(signals, new int[0], null, Compare.EQ, 1));
          assertMisuse(
              "there is no signal at an index: index=1 length=2; a status that is not 0 leaves a"
                  + " signal out",
              () -> Signal.waitUntilAny(gap, new int[] {0, 1}, Compare.EQ, 1));
          assertMisuse("compare", () -> longs.waitUntilAny(0, 2, null, null, 1));
          assertMisuse(
              "no such element: object=longs#1[4] index=4 length=4",
              () -> longs.waitAndReset(4, Compare.EQ, 0, 1));
          assertMisuse(
              "a timeout is not negative: timeout=PT-1S",
              () -> longs.waitUntilAny(0, 2, null, Compare.EQ, 1, Duration.ofSeconds(-1)));
          shmem.free(signals[1]);
          String freed =
              assertThrows(
                      IllegalStateException.class,
                      () -> Signal.waitUntilAll(signals, null, Compare.EQ, 1))
                  .getMessage();
          assertTrue(freed.startsWith("the object has been freed: object=signal#4 "), freed);
        });
  }

  private static void assertMisuse(String message, Executable call) {
    assertEquals(message, assertThrows(RuntimeException.class, call).getMessage());
  }

  @Test
  void shouldNotMixWorlds() {
    Signal[] mixed = new Signal[2];
    world.run(
        2,
        shmem -> {
          mixed[shmem.pe()] = shmem.signal();
          shmem.barrierAll();
          assertMisuse(
              "the signals belong to different worlds: signals[0]=signal#1[1] signals[1]=signal#1[1]",
              () -> Signal.testAny(mixed, null, Compare.EQ, 0));
          shmem.barrierAll();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"INTS", "LONGS"})
  void shouldReplaceWhatItWaitedFor(Kind kind) {
    world.run(
        2,
        shmem -> {
          AnyArray array = ((Elements) kind.make(shmem, FLAGS)).array;
          Signal signal = shmem.signal();
          int to = 1 - shmem.pe();
          for (int round = 1; round <= 100; round++) {
            array.call("atomicSet", 2, round, to);
            assertEquals(round, array.callLong("waitAndReset", 2, Compare.GT, 0, -round));
            assertEquals(-round, array.callLong("at", 2));
            signal.set(round, to);
            assertEquals(round, signal.waitAndReset(Compare.NE, 0, 0));
            assertEquals(0, signal.fetch());
            shmem.barrierAll();
            array.call("atomicSet", 2, 8, to);
            assertEquals(8, array.callLong("waitAndReset", 2, Compare.EQ, 8, 0, LONG));
            signal.add(7, to);
            assertEquals(7, signal.waitAndReset(Compare.EQ, 7, 0, LONG));
            shmem.barrierAll();
          }
          assertFalse(signal.test(Compare.NE, 0));
        });
  }

  /** Two threads take what all PEs add, each part once. */
  @Test
  void shouldLoseNothingThatIsAddedWhileItResets() {
    int pes = 4;
    int additions = 3_000;
    world.run(
        pes,
        shmem -> {
          Signal signal = shmem.signal();
          SymmetricInts ints = shmem.ints(1);
          AtomicLong taken = new AtomicLong();
          AtomicLong takenOfInts = new AtomicLong();
          long all = (long) pes * additions;
          List<Thread> takers = new ArrayList<>();
          for (int i = 0; i < (shmem.pe() == 0 ? 2 : 0); i++) {
            takers.add(
                new Thread(() -> {
                  while (taken.get() < all || takenOfInts.get() < all) {
                    try {
                      taken.addAndGet(signal.waitAndReset(Compare.GT, 0, 0, Duration.ofMillis(2)));
                    } catch (WaitTimeoutException e) {
                      // The other thread has taken all that there is.
                    }
                    try {
                      takenOfInts.addAndGet(
                          ints.waitAndReset(0, Compare.GT, 0, 0, Duration.ofMillis(2)));
                    } catch (WaitTimeoutException e) {
                      // As above.
                    }
                  }
                }));
          }
          takers.forEach(Thread::start);
          for (int i = 0; i < additions; i++) {
            signal.add(1, 0);
            ints.atomicAdd(0, 1, 0);
          }
          for (Thread taker : takers) {
            taker.join();
          }
          shmem.barrierAll();
          assertEquals(shmem.pe() == 0 ? all : 0, taken.get());
          assertEquals(shmem.pe() == 0 ? all : 0, takenOfInts.get());
          assertEquals(0, signal.fetch());
          assertEquals(0, ints.at(0));
        });
  }

  /** A thread that sleeps until the cell is reset. */
  @Test
  void shouldWakeWhoWaitsForTheReset() {
    world.run(
        2,
        shmem -> {
          world.useUpSleepsWithoutBell(shmem);
          Signal signal = shmem.signal();
          SymmetricLongs longs = shmem.longs(2);
          for (int round = 0; round < 4; round++) {
            signal.set(4, shmem.pe());
            longs.atomicSet(1, 4, shmem.pe());
            boolean onSignal = round % 2 == 0;
            Thread other =
                new Thread(() -> {
                  long cell =
                      onSignal
                          ? signal.waitUntil(Compare.EQ, 1)
                          : longs.waitUntil(1, Compare.EQ, 1);
                  assertEquals(1, cell);
                });
            other.start();
            Thread.sleep(5);
            assertEquals(4, signal.waitAndReset(Compare.EQ, 4, 1));
            assertEquals(4, longs.waitAndReset(1, Compare.EQ, 4, 1));
            other.join();
          }
          shmem.barrierAll();
          assertEquals(0, World.control(shmem).backstops());
        });
  }
}
