package org.shmem4j.stress.suites.programs;

import static org.shmem4j.stress.suites.programs.Check.equal;
import static org.shmem4j.stress.suites.programs.Check.that;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricLongs;

/** Puts and gets of every type in every form: 0 to 33 elements at offsets 0 to 3. */
final class RmaChecks {
  private static final int LONGEST = 33;
  private static final int OFFSETS = 4;
  private static final int CELL = 40;
  private static final int LENGTH = (LONGEST + 1) * OFFSETS * CELL;
  private static final Class<?> INT = int.class;
  private static final Class<?> LONG = long.class;

  static final List<Check> ALL = all();

  private RmaChecks() {}

  /** Moves elements [0, count) of a Java array to or from a PE's copy. */
  private interface Form {
    void move(AnyType type, Target target, Object values, int count);
  }

  /** Where: an element of a PE's copy; {@code own} is scratch that is symmetric as well. */
  private record Target(SymmetricArray array, SymmetricArray own, long index, int pe) {}

  private static List<Check> all() {
    List<Check> all = new ArrayList<>();
    for (AnyType type : AnyType.ALL) {
      all.add(new Check(type + ": put of a Java array", s -> puts(s, type, RmaChecks::putArray)));
      all.add(new Check(type + ": put of a segment", s -> puts(s, type, RmaChecks::putSegment)));
      all.add(
          new Check(type + ": put of a native segment", s -> puts(s, type, RmaChecks::putNative)));
      all.add(new Check(type + ": put of an object", s -> puts(s, type, RmaChecks::putObject)));
      all.add(new Check(type + ": p", s -> puts(s, type, RmaChecks::p)));
      all.add(new Check(type + ": a peer's segment", s -> puts(s, type, RmaChecks::store)));
      all.add(new Check(type + ": get into a Java array", s -> gets(s, type, RmaChecks::getArray)));
      all.add(new Check(type + ": get into a segment", s -> gets(s, type, RmaChecks::getSegment)));
      all.add(new Check(type + ": get into an object", s -> gets(s, type, RmaChecks::getObject)));
      all.add(new Check(type + ": g", s -> gets(s, type, RmaChecks::g)));
      all.add(new Check(type + ": whole arrays", s -> wholeArrays(s, type)));
      all.add(new Check(type + ": putSignal of a Java array", s -> signalled(s, type, 0)));
      all.add(new Check(type + ": putSignal of a segment", s -> signalled(s, type, 1)));
      all.add(new Check(type + ": putSignal of an object", s -> signalled(s, type, 2)));
    }
    all.add(new Check("nothing moves with a count of 0", RmaChecks::zeroLengths));
    all.add(new Check("an array without elements", RmaChecks::emptyArray));
    all.add(new Check("every PE puts to every PE, round after round (L25)", RmaChecks::allToAll));
    all.add(new Check("8 aligned bytes never tear (L20t)", RmaChecks::noTearing));
    all.add(new Check("a put's source may be reused at once (L30)", RmaChecks::sourceReuse));
    all.add(new Check("1 MiB to every PE", RmaChecks::large));
    all.add(new Check("a segment with the life of an arena", RmaChecks::arenaSegment));
    all.add(
        new Check(
            "every PE is direct",
            s -> {
              for (int pe = 0; pe < s.pes(); pe++) {
                that(s.isDirect(pe), "direct: " + pe);
              }
            }));
    return List.copyOf(all);
  }

  private static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  private static int left(Shmem shmem) {
    return (shmem.pe() + shmem.pes() - 1) % shmem.pes();
  }

  private static int start(int count, int offset) {
    return (count * OFFSETS + offset) * CELL + offset;
  }

  private static long seed(int pe, int start) {
    return pe * 1_000L + start;
  }

  /** Every PE writes all sizes at all offsets to its right, then looks at its own whole copy. */
  private static void puts(Shmem shmem, AnyType type, Form form) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    SymmetricArray own = type.calloc(shmem, CELL);
    for (int count = 0; count <= LONGEST; count++) {
      for (int offset = 0; offset < OFFSETS; offset++) {
        int start = start(count, offset);
        Object values = type.values(LONGEST, seed(shmem.pe(), start));
        form.move(type, new Target(array, own, start, right(shmem)), values, count);
      }
    }
    shmem.barrierAll();
    Object expected = Array.newInstance(type.java(), LENGTH);
    for (int count = 0; count <= LONGEST; count++) {
      for (int offset = 0; offset < OFFSETS; offset++) {
        int start = start(count, offset);
        Object values = type.values(LONGEST, seed(left(shmem), start));
        System.arraycopy(values, 0, expected, start, count);
      }
    }
    Object copy = AnyType.call(array, "toArray", new Class<?>[0]);
    for (int i = 0; i < LENGTH; i++) {
      equal(Array.get(expected, i), Array.get(copy, i), "element " + i);
      if (i % 97 == 0) {
        equal(Array.get(expected, i), type.at(array, i), "at " + i);
      }
    }
    shmem.heap().free(new SymmetricArray[] {array, own});
  }

  private static void putArray(AnyType type, Target to, Object values, int count) {
    AnyType.call(
        to.array,
        "put",
        new Class<?>[] {LONG, type.arrayClass(), INT, INT, INT},
        to.index,
        values,
        0,
        count,
        to.pe);
  }

  private static void putSegment(AnyType type, Target to, Object values, int count) {
    to.array.put(to.index, type.segment(values), 0, count, to.pe);
  }

  private static void putNative(AnyType type, Target to, Object values, int count) {
    MemorySegment source = type.segment(values);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(source.byteSize() + 3, 8).asSlice(3);
      copy.copyFrom(source);
      to.array.put(to.index, copy, 0, count, to.pe);
    }
  }

  private static void putObject(AnyType type, Target to, Object values, int count) {
    to.own.segment().copyFrom(type.segment(values));
    AnyType.call(
        to.array,
        "put",
        new Class<?>[] {LONG, to.array.getClass(), LONG, LONG, INT},
        to.index,
        to.own,
        0L,
        (long) count,
        to.pe);
  }

  private static void p(AnyType type, Target to, Object values, int count) {
    for (int i = 0; i < count; i++) {
      AnyType.call(
          to.array,
          "p",
          new Class<?>[] {LONG, type.java(), INT},
          to.index + i,
          Array.get(values, i),
          to.pe);
    }
  }

  private static void store(AnyType type, Target to, Object values, int count) {
    int bytes = type.element().bytes();
    MemorySegment copy = to.array.segment(to.pe).asSlice(to.index * bytes, (long) count * bytes);
    MemorySegment.copy(type.segment(values), 0, copy, 0, copy.byteSize());
  }

  /** Every PE fills its own copy and reads all sizes at all offsets from its left. */
  private static void gets(Shmem shmem, AnyType type, Form form) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    SymmetricArray own = type.calloc(shmem, CELL);
    array.segment().copyFrom(type.segment(type.values(LENGTH, seed(shmem.pe(), 0))));
    shmem.barrierAll();
    Object expected = type.values(LENGTH, seed(left(shmem), 0));
    for (int count = 0; count <= LONGEST; count++) {
      for (int offset = 0; offset < OFFSETS; offset++) {
        int start = start(count, offset);
        Object got = Array.newInstance(type.java(), LONGEST + 1);
        form.move(type, new Target(array, own, start, left(shmem)), got, count);
        for (int i = 0; i < count; i++) {
          equal(Array.get(expected, start + i), Array.get(got, i), start + " + " + i);
        }
        equal(type.zero(), Array.get(got, count), "after the last of " + count);
      }
    }
    shmem.heap().free(new SymmetricArray[] {array, own});
  }

  private static void getArray(AnyType type, Target from, Object got, int count) {
    AnyType.call(
        from.array,
        "get",
        new Class<?>[] {LONG, type.arrayClass(), INT, INT, INT},
        from.index,
        got,
        0,
        count,
        from.pe);
  }

  private static void getSegment(AnyType type, Target from, Object got, int count) {
    from.array.get(from.index, type.segment(got), 0, count, from.pe);
  }

  private static void getObject(AnyType type, Target from, Object got, int count) {
    AnyType.call(
        from.array,
        "get",
        new Class<?>[] {LONG, from.array.getClass(), LONG, LONG, INT},
        from.index,
        from.own,
        0L,
        (long) count,
        from.pe);
    Object all = AnyType.call(from.own, "toArray", new Class<?>[0]);
    System.arraycopy(all, 0, got, 0, count);
  }

  private static void g(AnyType type, Target from, Object got, int count) {
    for (int i = 0; i < count; i++) {
      Class<?>[] types = {LONG, INT};
      Array.set(got, i, AnyType.call(from.array, "g", types, from.index + i, from.pe));
    }
  }

  private static void wholeArrays(Shmem shmem, AnyType type) {
    SymmetricArray array = type.calloc(shmem, LONGEST);
    Class<?>[] types = {type.arrayClass(), INT};
    AnyType.call(array, "put", types, type.values(LONGEST, seed(shmem.pe(), 5)), right(shmem));
    shmem.barrierAll();
    Object got = Array.newInstance(type.java(), LONGEST);
    AnyType.call(array, "get", types, got, right(shmem));
    equal(
        -1L,
        type.segment(got).mismatch(type.segment(type.values(LONGEST, seed(shmem.pe(), 5)))),
        "mismatch");
    shmem.barrierAll();
    AnyType.call(array, "fill", new Class<?>[] {type.java()}, type.value(shmem.pe()));
    equal(type.value(shmem.pe()), type.at(array, LONGEST - 1), "last of a fill");
    AnyType.call(array, "set", new Class<?>[] {LONG, type.java()}, 3L, type.value(77));
    equal(type.value(77), type.at(array, 3), "set");
    equal(type.value(shmem.pe()), type.at(array, 4), "beside a set");
    shmem.free(array);
  }

  /** Who sees the signal sees the data: L3, L3z, and L5 with two senders' worth of ADD. */
  private static void signalled(Shmem shmem, AnyType type, int form) {
    SymmetricArray array = type.calloc(shmem, LENGTH);
    SymmetricArray own = type.calloc(shmem, CELL);
    Signal set = shmem.signal();
    Signal add = shmem.signal();
    long round = 0;
    for (int count = 0; count <= LONGEST; count++) {
      for (int offset = 0; offset < OFFSETS; offset++) {
        round++;
        int start = start(count, offset);
        Object values = type.values(LONGEST, seed(shmem.pe(), start));
        Target to = new Target(array, own, start, right(shmem));
        boolean adds = offset % 2 == 1;
        if (adds) {
          putSignal(form, type, to, values, count, add, SignalOp.ADD, 1);
          add.waitUntil(Compare.GE, round / 2);
        } else {
          putSignal(form, type, to, values, count, set, SignalOp.SET, round);
          set.waitUntil(Compare.GE, round);
        }
        Object expected = type.values(LONGEST, seed(left(shmem), start));
        for (int i = 0; i < count; i++) {
          equal(Array.get(expected, i), type.at(array, start + i), start + " + " + i);
        }
        equal(type.zero(), type.at(array, start + count), "after the last of " + count);
      }
    }
    shmem.free(array);
    shmem.free(own);
    shmem.heap().free(new Signal[] {set, add});
  }

  private static void putSignal(
      int form,
      AnyType type,
      Target to,
      Object values,
      int count,
      Signal signal,
      SignalOp op,
      long value) {
    switch (form) {
      case 0 ->
          AnyType.call(
              to.array,
              "putSignal",
              new Class<?>[] {
                LONG, type.arrayClass(), INT, INT, Signal.class, SignalOp.class, LONG, INT
              },
              to.index,
              values,
              0,
              count,
              signal,
              op,
              value,
              to.pe);
      case 1 ->
          to.array.putSignal(to.index, type.segment(values), 0, count, signal, op, value, to.pe);
      default -> {
        to.own.segment().copyFrom(type.segment(values));
        AnyType.call(
            to.array,
            "putSignal",
            new Class<?>[] {
              LONG, to.array.getClass(), LONG, LONG, Signal.class, SignalOp.class, LONG, INT
            },
            to.index,
            to.own,
            0L,
            (long) count,
            signal,
            op,
            value,
            to.pe);
      }
    }
  }

  private static void zeroLengths(Shmem shmem) {
    SymmetricLongs array = shmem.longs(4);
    array.put(4, new long[0], 0, 0, right(shmem));
    array.put(2, new long[] {9}, 1, 0, right(shmem));
    array.put(new long[0], right(shmem));
    array.get(4, new long[0], 0, 0, right(shmem));
    array.get(new long[0], right(shmem));
    array.put(4, MemorySegment.NULL, 0, 0, right(shmem));
    array.put(0, array, 4, 0, right(shmem));
    array.get(4, array, 0, 0, right(shmem));
    shmem.barrierAll();
    that(Arrays.equals(new long[4], array.toArray()), "untouched");
    shmem.free(array);
  }

  private static void emptyArray(Shmem shmem) {
    SymmetricLongs none = shmem.longs(0);
    equal(0L, none.length(), "length");
    none.put(new long[0], right(shmem));
    Check.expect(IndexOutOfBoundsException.class, s -> none.p(0, 1, right(s)), shmem);
    shmem.free(none);
  }

  private static void allToAll(Shmem shmem) {
    int block = 8;
    SymmetricLongs box = shmem.longs((long) block * shmem.pes());
    long[] values = new long[block];
    for (long round = 1; round <= 300; round++) {
      for (int pe = 0; pe < shmem.pes(); pe++) {
        Arrays.fill(values, round * 100 + shmem.pe());
        box.put((long) block * shmem.pe(), values, 0, block, pe);
      }
      shmem.barrierAll();
      for (int i = 0; i < box.length(); i++) {
        equal(round * 100 + i / block, box.at(i), "round " + round + " element " + i);
      }
      shmem.barrierAll();
    }
    shmem.free(box);
  }

  private static void noTearing(Shmem shmem) {
    SymmetricLongs word = shmem.longs(1);
    long end = System.nanoTime() + Duration.ofMillis(100).toNanos();
    long own = (shmem.pe() + 1) * 0x0101010101010101L;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 100; i++) {
        word.put(0, new long[] {own}, 0, 1, 0);
        long seen = word.g(0, 0);
        that(seen % 0x0101010101010101L == 0, "torn: " + Long.toHexString(seen));
      }
    }
    shmem.free(word);
  }

  private static void sourceReuse(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1_000);
    long[] source = new long[1];
    for (int i = 0; i < 1_000; i++) {
      source[0] = i;
      box.put(i, source, 0, 1, right(shmem));
      source[0] = -1;
    }
    shmem.barrierAll();
    for (int i = 0; i < 1_000; i++) {
      equal((long) i, box.at(i), "element");
    }
    shmem.free(box);
  }

  private static void large(Shmem shmem) {
    int length = 1 << 17;
    SymmetricLongs box = shmem.longs(length);
    long[] values = new long[length];
    for (int root = 0; root < shmem.pes(); root++) {
      if (shmem.pe() == root) {
        Arrays.setAll(values, i -> i * 7L + 1);
        values[0] = root;
        for (int pe = 0; pe < shmem.pes(); pe++) {
          box.put(values, pe);
        }
      }
      shmem.barrierAll();
      equal((long) root, box.at(0), "first");
      equal((length - 1) * 7L + 1, box.at(length - 1), "last");
      shmem.barrierAll();
    }
    shmem.free(box);
  }

  private static void arenaSegment(Shmem shmem) {
    SymmetricLongs box = shmem.longs(2);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment peer = box.segment(right(shmem), arena);
      equal(16L, peer.byteSize(), "bytes");
      peer.set(java.lang.foreign.ValueLayout.JAVA_LONG, 8, shmem.pe() + 1L);
    }
    shmem.barrierAll();
    equal(left(shmem) + 1L, box.at(1), "stored by the left");
    shmem.free(box);
  }
}
