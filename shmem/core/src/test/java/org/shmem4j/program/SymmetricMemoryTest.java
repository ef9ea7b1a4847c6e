package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapExhaustedException;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricBytes;
import org.shmem4j.shmem.SymmetricLongs;

/** Allocation among PEs (OpenSHMEM 1.6, 9.3). */
class SymmetricMemoryTest {
  /** Case 36 and litmus test L28: what is put right after calloc is never zeroed again. */
  @Test
  void shouldNeverLoseAPutRightAfterCalloc() {
    Jobs.run(
        3,
        1 << 16,
        shmem -> {
          int right = (shmem.pe() + 1) % 3;
          for (int round = 1; round <= 500; round++) {
            SymmetricLongs longs = shmem.longs(4096);
            longs.p(0, round, right);
            longs.p(4095, round, right);
            shmem.barrierAll();
            assertEquals(round, longs.at(0));
            assertEquals(0, longs.at(1));
            assertEquals(0, longs.at(4094));
            assertEquals(round, longs.at(4095));
            longs.fill(-1);
            shmem.free(longs);
          }
        });
  }

  /** Litmus test L28b: also without zeroing, memory is there before anyone returns. */
  @Test
  void shouldNeverLoseAPutRightAfterMalloc() {
    Jobs.run(
        3,
        1 << 16,
        shmem -> {
          int right = (shmem.pe() + 1) % 3;
          for (int round = 1; round <= 500; round++) {
            SymmetricLongs longs = shmem.heap().malloc(ElementType.LONG, 1000);
            longs.p(999, round, right);
            shmem.barrierAll();
            assertEquals(round, longs.at(999));
            shmem.free(longs);
          }
        });
  }

  /** Litmus test L29: free begins with a barrier, so that a late reader still sees its object. */
  @Test
  void shouldNotFreeWhileAnotherPeStillReads() {
    Jobs.run(
        2,
        1 << 16,
        shmem -> {
          for (int round = 0; round < 20; round++) {
            SymmetricLongs old = shmem.longs(1);
            old.set(0, 7);
            shmem.barrierAll();
            if (shmem.pe() == 0) {
              Thread.sleep(2);
              assertEquals(7, old.g(0, 1));
            }
            shmem.free(old);
            SymmetricLongs young = shmem.heap().malloc(ElementType.LONG, 1);
            assertEquals(old.offset(), young.offset());
            young.set(0, 9);
            shmem.free(young);
          }
        });
  }

  @Test
  void shouldWaitInFreeForThePeThatComesLast() {
    AtomicInteger arrived = new AtomicInteger();
    Jobs.run(
        3,
        1 << 16,
        shmem -> {
          SymmetricLongs longs = shmem.longs(1);
          Thread.sleep(10L * shmem.pe());
          arrived.incrementAndGet();
          shmem.free(longs);
          assertEquals(3, arrived.get());
        });
  }

  /** Case 48 and wish of specification issue 277: what is free can be asked. */
  @Test
  void shouldTellWhatIsFree() {
    Jobs.run(
        2,
        1 << 16,
        shmem -> {
          assertEquals(1 << 16, shmem.heap().size());
          assertEquals(1 << 16, shmem.heap().free());
          SymmetricLongs longs = shmem.longs(9);
          SymmetricBytes empty = shmem.bytes(0);
          assertEquals((1 << 16) - 2 * 128, shmem.heap().free());
          assertEquals((1 << 16) - 2 * 128, shmem.heap().largestFree());
          assertEquals(2, shmem.heap().objectCount());
          assertEquals(0, longs.offset() % 128);
          shmem.free(longs);
          assertEquals((1 << 16) - 128, shmem.heap().free());
          assertEquals((1 << 16) - 2 * 128, shmem.heap().largestFree());
          assertTrue(longs.isFreed());
          assertFalse(empty.isFreed());
        });
  }

  @Test
  void shouldZeroWhatCallocGivesAndOnlyThat() {
    Jobs.run(
        2,
        1 << 16,
        shmem -> {
          SymmetricBytes whole = shmem.heap().malloc(ElementType.BYTE, 1 << 16);
          whole.fill((byte) 0x77);
          shmem.free(whole);
          SymmetricBytes first = shmem.heap().malloc(ElementType.BYTE, 128);
          SymmetricBytes zeroed = shmem.bytes(100);
          SymmetricBytes last = shmem.heap().malloc(ElementType.BYTE, 128);
          for (int i = 0; i < 100; i++) {
            assertEquals(0, zeroed.at(i));
          }
          assertEquals(0x77, first.at(63));
          assertEquals(0x77, last.at(0));
        });
  }

  /** The same random calls on all PEs: all find their own data in place, and nothing leaks. */
  @Test
  void shouldKeepApartWhatRandomCallsAllocate() {
    Jobs.run(
        3,
        1 << 18,
        shmem -> {
          Random random = new Random(42);
          List<SymmetricLongs> living = new ArrayList<>();
          for (int step = 0; step < 3_000; step++) {
            if (living.isEmpty() || random.nextInt(100) < 55) {
              try {
                SymmetricLongs longs = shmem.longs(1 + random.nextInt(1_000));
                longs.fill(tag(longs, shmem.pe()));
                living.add(longs);
              } catch (HeapExhaustedException e) {
                assertTrue(e.asked() > e.largestFree());
              }
            } else {
              SymmetricLongs longs = living.remove(random.nextInt(living.size()));
              int peer = (shmem.pe() + 1) % 3;
              shmem.barrierAll();
              assertEquals(tag(longs, peer), longs.g(0, peer));
              assertEquals(tag(longs, peer), longs.g(longs.length() - 1, peer));
              assertEquals(tag(longs, shmem.pe()), longs.at(longs.length() / 2));
              shmem.free(longs);
            }
          }
          for (SymmetricArray array : living) {
            shmem.free(array);
          }
          assertEquals(1 << 18, shmem.heap().largestFree());
          assertEquals(0, shmem.heap().objectCount());
        });
  }

  private static long tag(SymmetricLongs longs, int pe) {
    return longs.id() * 10L + pe;
  }

  /** Case 50: objects that are dropped and collected must not disturb anyone. */
  @Test
  void shouldIgnoreThatTheCollectorDropsObjects() {
    Jobs.run(
        2,
        1 << 18,
        shmem -> {
          for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 100; i++) {
              shmem.longs(10);
            }
            if (shmem.pe() == 0) {
              System.gc();
            }
          }
          assertEquals(300, shmem.heap().objectCount());
          assertEquals((1 << 18) - 300 * 128, shmem.heap().free());
          shmem.barrierAll();
        });
  }
}
