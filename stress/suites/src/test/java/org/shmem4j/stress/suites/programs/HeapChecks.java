package org.shmem4j.stress.suites.programs;

import static org.shmem4j.stress.suites.programs.Check.equal;
import static org.shmem4j.stress.suites.programs.Check.expect;
import static org.shmem4j.stress.suites.programs.Check.has;
import static org.shmem4j.stress.suites.programs.Check.that;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapExhaustedException;
import org.shmem4j.shmem.HeapHint;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricHeap;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.Team;

/** Allocation by all PEs and by teams. */
final class HeapChecks {
  private static final int ROUNDS = 1_000;
  private static final int LENGTH = 512;

  static final List<Check> ALL =
      List.of(
          new Check("heap: a put right after calloc (case 36, L28)", HeapChecks::calloc),
          new Check("heap: a put right after malloc (L28b)", HeapChecks::malloc),
          new Check("heap: no reuse before all have freed (L29)", HeapChecks::free),
          new Check("heap: alignment, after the length (case 37)", HeapChecks::align),
          new Check("heap: realloc keeps the content", HeapChecks::realloc),
          new Check("heap: no room for a realloc changes nothing", HeapChecks::noRoom),
          new Check("heap: hints, nothing and null (case 38)", HeapChecks::nothing),
          new Check("heap: teams that overlap find room", HeapChecks::teams));

  private HeapChecks() {}

  private static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  private static void calloc(Shmem shmem) {
    for (long round = 1; round <= ROUNDS; round++) {
      SymmetricLongs x = shmem.longs(LENGTH);
      x.p(0, round, right(shmem));
      x.p(LENGTH - 1, round, right(shmem));
      shmem.barrierAll();
      equal(round, x.at(0), "first");
      equal(round, x.at(LENGTH - 1), "last");
      for (int i = 1; i < LENGTH - 1; i++) {
        that(x.at(i) == 0, "element " + i + " is zero");
      }
      x.fill(-1);
      shmem.free(x);
    }
  }

  private static void malloc(Shmem shmem) {
    long[] message = new long[LENGTH];
    for (long round = 1; round <= ROUNDS; round++) {
      Arrays.fill(message, round);
      SymmetricLongs x = shmem.heap().malloc(ElementType.LONG, LENGTH);
      x.put(message, right(shmem));
      shmem.barrierAll();
      equal(round, x.at(0), "first");
      equal(round, x.at(LENGTH - 1), "last");
      shmem.free(x);
    }
  }

  private static void free(Shmem shmem) {
    for (int round = 0; round < ROUNDS; round++) {
      SymmetricLongs x = shmem.longs(1);
      x.set(0, 7);
      shmem.barrierAll();
      if (round % shmem.pes() == shmem.pe()) {
        Thread.onSpinWait();
        equal(7L, x.g(0, right(shmem)), "what is to be freed");
      }
      shmem.free(x);
      SymmetricLongs y = shmem.heap().malloc(ElementType.LONG, 1);
      equal(x.offset(), y.offset(), "the same place");
      y.set(0, 9);
      shmem.free(y);
    }
  }

  private static void align(Shmem shmem) {
    SymmetricHeap heap = shmem.heap();
    List<SymmetricObject> kept = new ArrayList<>();
    for (long alignment = 64; alignment <= 4096; alignment *= 2) {
      kept.add(heap.malloc(ElementType.BYTE, 1));
      SymmetricBytes bytes = heap.align(ElementType.BYTE, 100, alignment);
      equal(100L, bytes.length(), "length");
      for (int pe = 0; pe < shmem.pes(); pe++) {
        equal(0L, bytes.segment(pe).address() % alignment, "address on PE " + pe);
      }
      kept.add(bytes);
    }
    heap.free(kept.toArray(new SymmetricObject[0]));
    for (long wrong : new long[] {0, 4, 100, 8192, -64}) {
      has(
          expect(
              IllegalArgumentException.class,
              s -> s.heap().align(ElementType.BYTE, 64, wrong),
              shmem),
          "bytes[64] alignment=" + wrong);
    }
  }

  private static void realloc(Shmem shmem) {
    SymmetricLongs array = shmem.longs(0);
    for (int length : new int[] {10, 1000, 999, 16, 0, 0, 17, 5000, 1}) {
      SymmetricBytes neighbour = shmem.bytes(1);
      long kept = Math.min(array.length(), length);
      array = shmem.heap().realloc(array, length);
      for (long i = kept; i < length; i++) {
        array.p(i, i * 7 + right(shmem), right(shmem));
      }
      shmem.barrierAll();
      for (long i = 0; i < length; i++) {
        equal(i * 7 + shmem.pe(), array.at(i), "element " + i);
      }
      shmem.free(neighbour);
    }
    shmem.free(array);
  }

  private static void noRoom(Shmem shmem) {
    SymmetricHeap heap = shmem.heap();
    SymmetricLongs array = shmem.longs(100);
    array.p(99, 5, right(shmem));
    shmem.barrierAll();
    long free = heap.free();
    HeapExhaustedException e =
        expect(HeapExhaustedException.class, s -> s.heap().realloc(array, s.heap().size()), shmem);
    has(e, "SHMEM_SYMMETRIC_SIZE"); // case 39
    equal(free, heap.free(), "free");
    equal(5L, array.at(99), "content");
    shmem.free(array);
  }

  private static void nothing(Shmem shmem) {
    SymmetricHeap heap = shmem.heap();
    heap.free((SymmetricObject) null);
    SymmetricLongs empty = heap.malloc(ElementType.LONG, 0, HeapHint.ATOMICS_REMOTE);
    equal(0L, empty.byteSize(), "bytes");
    empty.put(new long[0], right(shmem));
    var _ = expect(IndexOutOfBoundsException.class, s -> empty.p(0, 1, 0), shmem);
    SymmetricLongs some =
        heap.malloc(ElementType.LONG, 1, HeapHint.SIGNAL_REMOTE, HeapHint.ATOMICS_REMOTE);
    some.set(0, 0);
    shmem.barrierAll();
    some.atomicInc(0, right(shmem));
    shmem.barrierAll();
    equal(1L, some.at(0), "incremented");
    shmem.free(some);
    shmem.free(empty);
  }

  /** Each PE has used other parts of its memory before the world allocates. */
  private static void teams(Shmem shmem) {
    long free = shmem.heap().free();
    for (int round = 1; round <= ROUNDS / 10; round++) {
      Team alone = shmem.world().split(shmem.pe(), 0);
      Team pair = shmem.world().split(shmem.pe() / 2, 0);
      SymmetricLongs own = alone.heap().longs(1 + 40 * shmem.pe() + round);
      SymmetricLongs ofPair = pair.heap().longs(50);
      SymmetricLongs ofAll = shmem.longs(60);
      own.fill(1);
      for (int i = 0; i < 50; i++) {
        ofPair.p(i, 2, pair.pes() - 1 - pair.pe());
      }
      for (int i = 0; i < 60; i++) {
        ofAll.p(i, 3, right(shmem));
      }
      shmem.barrierAll();
      equal(1L + 40 * shmem.pe() + round, sum(own), "own");
      equal(100L, sum(ofPair), "of the pair");
      equal(180L, sum(ofAll), "of all");
      pair.destroy();
      shmem.free(ofAll);
      alone.destroy();
    }
    equal(free, shmem.heap().free(), "free");
  }

  private static long sum(SymmetricLongs array) {
    long sum = 0;
    for (long i = 0; i < array.length(); i++) {
      sum += array.at(i);
    }
    return sum;
  }
}
