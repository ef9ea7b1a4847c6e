package org.shmem4j.stress.suites.programs;

import static org.shmem4j.stress.suites.programs.Check.equal;
import static org.shmem4j.stress.suites.programs.Check.that;

import java.util.List;
import java.util.Map;
import net.openhft.chronicle.bytes.BytesStore;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;

/** Chronicle's ordered writes and compare-and-swaps on one side, our operations on the other. */
public final class ChronicleSides {
  private static final int ROUNDS = 2_000;

  private static final Map<String, ShmemProgram> CHECKS =
      Map.of(
          "Chronicle's ordered write ends our wait", ChronicleSides::theirWriteOurWait,
          "our put and atomics end Chronicle's wait", ChronicleSides::ourWriteTheirWait,
          "Chronicle's and our counting at one cell", ChronicleSides::counting,
          "Chronicle's and our compare and swap", ChronicleSides::compareAndSwap,
          "a message each way, with its data", ChronicleSides::messages,
          "the whole heap as a store", ChronicleSides::wholeHeap);

  private ChronicleSides() {}

  /** The checks, in the order in which they run. */
  public static List<String> names() {
    return CHECKS.keySet().stream().sorted().toList();
  }

  /** Runs as one PE, which prints a line for each check that it has passed. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      for (String name : names()) {
        CHECKS.get(name).run(shmem);
        shmem.barrierAll();
        System.out.println("passed: " + name);
      }
    });
  }

  private static int right(Shmem shmem) {
    return (shmem.pe() + 1) % shmem.pes();
  }

  private static void theirWriteOurWait(Shmem shmem) {
    SymmetricLongs cells = shmem.longs(2);
    SymmetricInts ints = shmem.ints(2);
    BytesStore<?, Void> peer = cells.bytesStore(right(shmem));
    BytesStore<?, Void> peerInts = ints.bytesStore(right(shmem));
    for (int round = 1; round <= ROUNDS; round++) {
      peer.writeOrderedLong(8, round);
      equal((long) round, cells.waitUntil(1, Compare.GE, round), "long");
      equal((long) round, cells.atomicFetch(1, shmem.pe()), "fetch");
      peerInts.writeOrderedInt(4, round);
      equal(round, ints.waitUntil(1, Compare.GE, round), "int");
      shmem.barrierAll();
    }
    shmem.free(cells);
    shmem.free(ints);
  }

  private static void ourWriteTheirWait(Shmem shmem) {
    SymmetricLongs cells = shmem.longs(2);
    BytesStore<?, Void> own = cells.bytesStore();
    for (int round = 1; round <= ROUNDS; round++) {
      switch (round % 4) {
        case 0 -> cells.atomicSet(1, round, right(shmem));
        case 1 -> cells.p(1, round, right(shmem));
        case 2 -> cells.atomicInc(1, right(shmem));
        default ->
            equal(round - 1L, cells.atomicCompareSwap(1, round - 1, round, right(shmem)), "before");
      }
      while (own.readVolatileLong(8) != round) {
        Thread.onSpinWait();
      }
      shmem.barrierAll();
    }
    shmem.free(cells);
  }

  private static void counting(Shmem shmem) {
    SymmetricLongs cells = shmem.longs(2);
    BytesStore<?, Void> first = cells.bytesStore(0);
    for (int i = 0; i < 10 * ROUNDS; i++) {
      if (shmem.pe() % 2 == 0) {
        var _ = first.addAndGetLong(8, 1);
      } else {
        cells.atomicInc(1, 0);
      }
    }
    shmem.barrierAll();
    equal(10L * ROUNDS * shmem.pes(), cells.atomicFetch(1, 0), "count");
    shmem.barrierAll();
    shmem.free(cells);
  }

  private static void compareAndSwap(Shmem shmem) {
    SymmetricLongs cells = shmem.longs(ROUNDS);
    SymmetricLongs won = shmem.longs(1);
    BytesStore<?, Void> first = cells.bytesStore(0);
    shmem.barrierAll();
    for (int i = 0; i < ROUNDS; i++) {
      boolean winner =
          shmem.pe() % 2 == 0
              ? first.compareAndSwapLong(8L * i, 0, shmem.pe() + 1L)
              : cells.atomicCompareSwap(i, 0, shmem.pe() + 1L, 0) == 0;
      if (winner) {
        won.atomicInc(0, 0);
      }
    }
    shmem.barrierAll();
    equal((long) ROUNDS, won.atomicFetch(0, 0), "winners");
    shmem.barrierAll();
    shmem.free(cells);
    shmem.free(won);
  }

  /** Data is written plainly; the flag orders it. Even PEs speak Chronicle, odd PEs ours. */
  private static void messages(Shmem shmem) {
    SymmetricLongs data = shmem.longs(8);
    SymmetricLongs flag = shmem.longs(1);
    BytesStore<?, Void> peerData = data.bytesStore(right(shmem));
    BytesStore<?, Void> peerFlag = flag.bytesStore(right(shmem));
    BytesStore<?, Void> ownData = data.bytesStore();
    BytesStore<?, Void> ownFlag = flag.bytesStore();
    for (int round = 1; round <= ROUNDS; round++) {
      if (shmem.pe() % 2 == 0) {
        peerData.writeLong(56, round);
        peerFlag.writeOrderedLong(0, round);
        while (ownFlag.readVolatileLong(0) < round) {
          Thread.onSpinWait();
        }
        that(ownData.readLong(56) >= round, "our data seen by Chronicle");
      } else {
        data.put(7, new long[] {round}, 0, 1, right(shmem));
        shmem.fence();
        flag.atomicSet(0, round, right(shmem));
        flag.waitUntil(0, Compare.GE, round);
        that(data.at(7) >= round, "Chronicle's data seen by us");
      }
      shmem.barrierAll();
    }
    shmem.free(data);
    shmem.free(flag);
  }

  private static void wholeHeap(Shmem shmem) {
    SymmetricLongs cells = shmem.longs(3);
    BytesStore<?, Void> heap = shmem.heap().bytesStore();
    equal(shmem.heap().size(), heap.capacity(), "capacity");
    heap.writeLong(cells.offset() + 16, 5);
    equal(5L, cells.at(2), "written by Chronicle");
    shmem.free(cells);
  }
}
