package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.isCrowded;
import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Completion;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;

/** Puts and gets of every type in every form: 0 to 33 elements at every alignment. */
final class RmaCases {
  private static final int LONGEST = 33;
  private static final int CELL = 56;

  /** Every alignment of an element in a block of so many bytes is tried. */
  private static final int BLOCK_BYTES = 16;

  private static final Class<?> INT = int.class;
  private static final Class<?> LONG = long.class;

  private RmaCases() {}

  /** Moves elements [0, count) of a Java array to or from a PE's copy. */
  private interface Form {
    void move(AnyType type, Target target, Object values, int count);
  }

  /** Where: an element of a PE's copy; {@code own} is scratch that is symmetric as well. */
  private record Target(SymmetricArray array, SymmetricArray own, long index, int pe) {}

  static List<Case> all() {
    List<Case> all = new ArrayList<>();
    for (AnyType type : AnyType.ALL) {
      all.add(
          Case.of(type + ": put of a Java array", "put", s -> puts(s, type, RmaCases::putArray)));
      all.add(
          Case.of(type + ": put of a segment", "put", s -> puts(s, type, RmaCases::putSegment)));
      all.add(
          Case.of(
              type + ": put of a native segment", "put", s -> puts(s, type, RmaCases::putNative)));
      all.add(Case.of(type + ": put of an object", "put", s -> puts(s, type, RmaCases::putObject)));
      all.add(
          Case.of(
              type + ": putNbi in every form",
              "put_nbi quiet",
              s -> puts(s, type, RmaCases::putNbiInAnyForm)));
      all.add(
          Case.of(
              type + ": getNbi in every form",
              "get_nbi",
              s -> gets(s, type, RmaCases::getNbiInAnyForm)));
      all.add(
          Case.of(
              type + ": putNbi and getNbi on a context",
              "put_nbi get_nbi quiet team_create_ctx",
              s -> {
                puts(s, type, RmaCases::putNbiInAnyForm, Team::createContext);
                gets(s, type, RmaCases::getNbiInAnyForm, Team::createContext);
              }));
      all.add(
          Case.of(
              type + ": puts on a context",
              "put p ctx_create team_create_ctx",
              s -> puts(s, type, RmaCases::putInAnyForm, Team::createContext)));
      all.add(
          Case.of(
              type + ": puts by another team's numbers",
              "put p team_split_strided",
              s -> puts(s, type, RmaCases::putInAnyForm, Team::context)));
      all.add(Case.of(type + ": p", "p", s -> puts(s, type, RmaCases::p)));
      all.add(Case.of(type + ": a peer's segment", "ptr", s -> puts(s, type, RmaCases::store)));
      all.add(
          Case.of(type + ": get into a Java array", "get", s -> gets(s, type, RmaCases::getArray)));
      all.add(
          Case.of(type + ": get into a segment", "get", s -> gets(s, type, RmaCases::getSegment)));
      all.add(
          Case.of(type + ": get into an object", "get", s -> gets(s, type, RmaCases::getObject)));
      all.add(Case.of(type + ": g", "g", s -> gets(s, type, RmaCases::g)));
      all.add(
          Case.of(
              type + ": gets on a context",
              "get g ctx_create team_create_ctx",
              s -> gets(s, type, RmaCases::getInAnyForm, Team::createContext)));
      all.add(
          Case.of(
              type + ": gets by another team's numbers",
              "get g team_split_strided",
              s -> gets(s, type, RmaCases::getInAnyForm, Team::context)));
      all.add(Case.of(type + ": whole arrays", "put get", s -> wholeArrays(s, type)));
      for (String operation : List.of("putSignal", "putSignalNbi")) {
        String covers =
            (operation.endsWith("Nbi") ? "put_signal_nbi" : "put_signal") + " signal_wait_until";
        String name = type + ": " + operation;
        all.add(Case.of(name + " of a Java array", covers, s -> signalled(s, type, operation, 0)));
        all.add(Case.of(name + " of a segment", covers, s -> signalled(s, type, operation, 1)));
        all.add(Case.of(name + " of an object", covers, s -> signalled(s, type, operation, 2)));
      }
    }
    all.add(Case.of("nothing moves with a count of 0", "put get", RmaCases::zeroLengths));
    all.add(Case.of("an array without elements", "put p malloc", RmaCases::emptyArray));
    all.add(
        Case.of(
            "every PE puts to every PE, round after round (L25)",
            "put barrier_all",
            RmaCases::allToAll));
    all.add(Case.of("8 aligned bytes never tear (L20t)", "put g", RmaCases::noTearing));
    all.add(Case.of("a put's source may be reused at once (L30)", "put", RmaCases::sourceReuse));
    all.add(Case.of("1 MiB to every PE", "put", RmaCases::large));
    all.add(Case.of("a segment with the life of an arena", "ptr", RmaCases::arenaSegment));
    all.add(
        Case.of(
            "every PE is direct",
            "ptr",
            s -> {
              for (int pe = 0; pe < s.pes(); pe++) {
                that(s.isDirect(pe), "direct: " + pe);
              }
            }));
    return List.copyOf(all);
  }

  /** All lengths where each PE has a processor, some of them where they share one. */
  private static int step(Shmem shmem) {
    return isCrowded(shmem) ? 5 : 1;
  }

  private static int offsets(AnyType type) {
    return BLOCK_BYTES / type.element().bytes();
  }

  private static int length(AnyType type) {
    return (LONGEST + 1) * offsets(type) * CELL;
  }

  private static int start(AnyType type, int count, int offset) {
    return (count * offsets(type) + offset) * CELL + offset;
  }

  /** A context of a team that has all PEs in reverse. */
  private interface Way {
    ShmemContext of(Team reversed);
  }

  private static long seed(int pe, int start) {
    return pe * 1_000L + start;
  }

  /** Every PE writes all sizes at all offsets to its right, then looks at its own whole copy. */
  private static void puts(Shmem shmem, AnyType type, Form form) {
    puts(shmem, type, form, shmem.context());
  }

  private static void puts(Shmem shmem, AnyType type, Form form, Way way) {
    Team reversed = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    puts(shmem, type, form, way.of(reversed));
    reversed.destroy();
  }

  private static void puts(Shmem shmem, AnyType type, Form form, ShmemContext context) {
    SymmetricArray array = type.calloc(shmem, length(type));
    SymmetricArray view = context.equals(shmem.context()) ? array : type.on(array, context);
    int to = shmem.world().translate(right(shmem), context.team());
    SymmetricArray own = type.calloc(shmem, CELL);
    for (int count = 0; count <= LONGEST; count += step(shmem)) {
      for (int offset = 0; offset < offsets(type); offset++) {
        int start = start(type, count, offset);
        Object values = type.values(LONGEST, seed(shmem.pe(), start));
        form.move(type, new Target(view, own, start, to), values, count);
      }
    }
    context.quiet();
    shmem.barrierAll();
    Object expected = Array.newInstance(type.java(), length(type));
    for (int count = 0; count <= LONGEST; count += step(shmem)) {
      for (int offset = 0; offset < offsets(type); offset++) {
        int start = start(type, count, offset);
        Object values = type.values(LONGEST, seed(left(shmem), start));
        System.arraycopy(values, 0, expected, start, count);
      }
    }
    Object copy = AnyType.call(array, "toArray", new Class<?>[0]);
    for (int i = 0; i < length(type); i++) {
      equal(Array.get(expected, i), Array.get(copy, i), "element " + i);
      if (i % 97 == 0) {
        equal(Array.get(expected, i), type.at(array, i), "at " + i);
      }
    }
    shmem.heap().free(new SymmetricArray[] {array, own});
  }

  /** Each form of source in turn. */
  private static void putNbiInAnyForm(AnyType type, Target to, Object values, int count) {
    nbiInAnyForm("putNbi", type, to, values, count).awaitSource();
  }

  private static void getNbiInAnyForm(AnyType type, Target from, Object got, int count) {
    nbiInAnyForm("getNbi", type, from, got, count).await();
    if (from.index % 3 == 2) {
      System.arraycopy(AnyType.call(from.own, "toArray", new Class<?>[0]), 0, got, 0, count);
    }
  }

  private static Completion nbiInAnyForm(
      String method, AnyType type, Target remote, Object values, int count) {
    int form = (int) (remote.index % 3);
    Class<?> number = form == 0 ? INT : LONG;
    Class<?> side = form == 0 ? type.arrayClass() : MemorySegment.class;
    Object local = form == 0 ? values : type.segment(values);
    if (form == 2) {
      remote.own.segment().copyFrom(type.segment(values));
      side = remote.array.getClass();
      local = remote.own;
    }
    return (Completion)
        AnyType.call(
            remote.array,
            method,
            new Class<?>[] {LONG, side, number, number, INT},
            remote.index,
            local,
            form == 0 ? (Object) 0 : (Object) 0L,
            form == 0 ? (Object) count : (Object) (long) count,
            remote.pe);
  }

  /** Each form in turn. */
  private static void putInAnyForm(AnyType type, Target to, Object values, int count) {
    List<Form> forms =
        List.of(RmaCases::putArray, RmaCases::putSegment, RmaCases::putObject, RmaCases::p);
    forms.get((int) (to.index % forms.size())).move(type, to, values, count);
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
    gets(shmem, type, form, shmem.context());
  }

  private static void gets(Shmem shmem, AnyType type, Form form, Way way) {
    Team reversed = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    gets(shmem, type, form, way.of(reversed));
    reversed.destroy();
  }

  private static void gets(Shmem shmem, AnyType type, Form form, ShmemContext context) {
    SymmetricArray array = type.calloc(shmem, length(type));
    SymmetricArray view = context.equals(shmem.context()) ? array : type.on(array, context);
    int from = shmem.world().translate(left(shmem), context.team());
    SymmetricArray own = type.calloc(shmem, CELL);
    array.segment().copyFrom(type.segment(type.values(length(type), seed(shmem.pe(), 0))));
    shmem.barrierAll();
    Object expected = type.values(length(type), seed(left(shmem), 0));
    for (int count = 0; count <= LONGEST; count += step(shmem)) {
      for (int offset = 0; offset < offsets(type); offset++) {
        int start = start(type, count, offset);
        Object got = Array.newInstance(type.java(), LONGEST + 1);
        form.move(type, new Target(view, own, start, from), got, count);
        for (int i = 0; i < count; i++) {
          equal(Array.get(expected, start + i), Array.get(got, i), start + " + " + i);
        }
        equal(type.zero(), Array.get(got, count), "after the last of " + count);
      }
    }
    shmem.heap().free(new SymmetricArray[] {array, own});
  }

  private static void getInAnyForm(AnyType type, Target from, Object got, int count) {
    List<Form> forms =
        List.of(RmaCases::getArray, RmaCases::getSegment, RmaCases::getObject, RmaCases::g);
    forms.get((int) (from.index % forms.size())).move(type, from, got, count);
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
  private static void signalled(Shmem shmem, AnyType type, String operation, int form) {
    SymmetricArray array = type.calloc(shmem, length(type));
    SymmetricArray own = type.calloc(shmem, CELL);
    Signal set = shmem.signal();
    Signal add = shmem.signal();
    long round = 0;
    for (int count = 0; count <= LONGEST; count += step(shmem)) {
      for (int offset = 0; offset < offsets(type); offset++) {
        round++;
        int start = start(type, count, offset);
        Object values = type.values(LONGEST, seed(shmem.pe(), start));
        Target to = new Target(array, own, start, right(shmem));
        boolean adds = offset % 2 == 1;
        shmem.fence(); // the last signal stays ahead of this one
        if (adds) {
          putSignal(operation, form, type, to, values, count, add, SignalOp.ADD, 1);
          add.waitUntil(Compare.GE, round / 2);
        } else {
          putSignal(operation, form, type, to, values, count, set, SignalOp.SET, round);
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
      String operation,
      int form,
      AnyType type,
      Target to,
      Object values,
      int count,
      Signal signal,
      SignalOp op,
      long value) {
    Class<?> number = form == 0 ? INT : LONG;
    Object zero = form == 0 ? (Object) 0 : (Object) 0L;
    Object length = form == 0 ? (Object) count : (Object) (long) count;
    Class<?> side = form == 0 ? type.arrayClass() : form == 1 ? MemorySegment.class : null;
    Object source = form == 0 ? values : type.segment(values);
    if (form == 2) {
      to.own.segment().copyFrom(type.segment(values));
      side = to.array.getClass();
      source = to.own;
    }
    Object result =
        AnyType.call(
            to.array,
            operation,
            new Class<?>[] {LONG, side, number, number, Signal.class, SignalOp.class, LONG, INT},
            to.index,
            source,
            zero,
            length,
            signal,
            op,
            value,
            to.pe);
    if (result instanceof Completion completion) {
      completion.awaitSource(); // the source object is used again
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
    Claim.expect(IndexOutOfBoundsException.class, s -> none.p(0, 1, right(s)), shmem);
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
