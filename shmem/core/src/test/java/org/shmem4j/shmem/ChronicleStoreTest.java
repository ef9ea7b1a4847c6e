package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.openhft.chronicle.bytes.BytesStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** Chronicle's ordered writes and compare-and-swaps meet our waits and atomics, and the reverse. */
class ChronicleStoreTest {
  private static final int ROUNDS = 2_000;

  private static void run(HeapBacking backing, ShmemProgram program) {
    Shmem.threads(new JobSpec(2, World.HEAP, backing, true, false), program);
  }

  @ParameterizedTest
  @EnumSource(HeapBacking.class)
  void shouldSeeChroniclesOrderedWritesInOurWaits(HeapBacking backing) {
    run(
        backing,
        shmem -> {
          SymmetricLongs longs = shmem.longs(32);
          SymmetricInts ints = shmem.ints(32);
          BytesStore<?, Void> peersLongs = longs.bytesStore(1 - shmem.pe());
          BytesStore<?, Void> peersInts = ints.bytesStore(1 - shmem.pe());
          for (int round = 1; round <= ROUNDS; round++) {
            if (shmem.pe() == 0) {
              peersLongs.writeLong(8, round * 3L);
              peersLongs.writeOrderedLong(31 * 8, round);
              assertEquals(round, ints.waitUntil(31, Compare.EQ, round));
              assertEquals(round * 5, ints.at(1));
            } else {
              assertEquals(round, longs.waitUntil(31, Compare.EQ, round));
              assertEquals(round * 3L, longs.at(1));
              peersInts.writeInt(4, round * 5);
              peersInts.writeOrderedInt(31 * 4, round);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(HeapBacking.class)
  void shouldShowOurPutsAndAtomicsToChroniclesReads(HeapBacking backing) {
    run(
        backing,
        shmem -> {
          SymmetricLongs longs = shmem.longs(32);
          Signal signal = shmem.signal();
          long[] message = new long[4];
          BytesStore<?, Void> own = longs.bytesStore();
          BytesStore<?, Void> ownSignal = signal.bytesStore();
          for (int round = 1; round <= ROUNDS; round++) {
            if (shmem.pe() == 0) {
              message[3] = round * 7L;
              longs.putSignal(0, message, 0, 4, signal, SignalOp.SET, round, 1);
              while (own.readVolatileLong(31 * 8) != round) {
                Thread.onSpinWait();
              }
            } else {
              while (ownSignal.readVolatileLong(0) != round) {
                Thread.onSpinWait();
              }
              assertEquals(round * 7L, own.readLong(24));
              longs.atomicSet(31, round, 0);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(HeapBacking.class)
  void shouldCountTogetherByCompareAndSwap(HeapBacking backing) {
    run(
        backing,
        shmem -> {
          SymmetricLongs longs = shmem.longs(3);
          BytesStore<?, Void> cells = longs.bytesStore(0);
          for (int i = 0; i < ROUNDS; i++) {
            if (shmem.pe() == 0) {
              longs.atomicAdd(1, 1, 0);
            } else {
              long old;
              do {
                old = cells.readVolatileLong(8);
              } while (!cells.compareAndSwapLong(8, old, old + 1));
            }
          }
          shmem.barrierAll();
          assertEquals(2L * ROUNDS, longs.g(1, 0));
          assertEquals(0, longs.g(0, 0));
          assertEquals(0, longs.g(2, 0));
        });
  }

  @Test
  void shouldCoverTheObjectOrTheWholeHeap() {
    run(
        HeapBacking.MAPPED,
        shmem -> {
          SymmetricInts first = shmem.ints(3);
          SymmetricInts second = shmem.ints(3);
          assertEquals(12, second.bytesStore().realCapacity());
          assertEquals(World.HEAP, shmem.heap().bytesStore().realCapacity());
          second.set(1, 42);
          assertEquals(42, second.bytesStore().readInt(4));
          assertEquals(42, shmem.heap().bytesStore().readInt(second.offset() + 4));
          assertTrue(second.bytesStore().compareAndSwapInt(4, 42, 43));
          assertFalse(second.bytesStore().compareAndSwapInt(4, 42, 44));
          assertEquals(43, second.at(1));
          assertEquals(0, first.at(0));
          shmem.free(first);
          assertThrows(IllegalStateException.class, first::bytesStore);
        });
  }

  @Test
  void shouldRefuseAPeerThatOnlyATransportReaches() {
    World.REMOTE.run(
        2,
        shmem -> {
          SymmetricInts ints = shmem.ints(3);
          assertEquals(12, ints.bytesStore().realCapacity());
          assertEquals(
              "the memory of this PE cannot be loaded from here: object=ints#1[3] pe=1; use get and"
                  + " put",
              assertThrows(IllegalStateException.class, () -> ints.bytesStore(1)).getMessage());
        });
  }
}
