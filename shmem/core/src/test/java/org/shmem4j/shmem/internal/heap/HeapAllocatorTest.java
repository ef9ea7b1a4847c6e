package org.shmem4j.shmem.internal.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HeapAllocatorTest {
  private static final long MIB = 1 << 20;
  private static final int OPERATIONS = 1_000_000;
  private static final long SEED = 20_260_101;

  /** What the allocator should know: the blocks in use, with their sizes on cache lines. */
  private static final class Model {
    private final TreeMap<Long, Long> used = new TreeMap<>();
    private final List<Long> offsets = new ArrayList<>();
    private long bytes;

    void add(long offset, long rounded) {
      Map.Entry<Long, Long> before = used.floorEntry(offset);
      Map.Entry<Long, Long> after = used.ceilingEntry(offset);
      assertTrue(before == null || before.getKey() + before.getValue() <= offset, "overlap before");
      assertTrue(after == null || offset + rounded <= after.getKey(), "overlap after");
      used.put(offset, rounded);
      offsets.add(offset);
      bytes += rounded;
    }

    long removeAny(Random random) {
      int victim = random.nextInt(offsets.size());
      long offset = offsets.get(victim);
      offsets.set(victim, offsets.getLast());
      offsets.removeLast();
      bytes -= used.remove(offset);
      return offset;
    }
  }

  private static long rounded(long bytes) {
    return Math.max(1, (bytes + 127) / 128) * 128;
  }

  /** Mostly small, some large, as programs ask. */
  private static long randomBytes(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> random.nextInt(2);
      case 7 -> random.nextLong(64 * 1024);
      default -> random.nextLong(1024);
    };
  }

  @Test
  void shouldKeepItsPromisesOverAMillionRandomOperations() {
    HeapAllocator allocator = new HeapAllocator(64 * MIB);
    Model model = new Model();
    Random random = new Random(SEED);
    int exhausted = 0;
    int worstFreeBlocksEarly = 0;
    int worstFreeBlocksLate = 0;
    for (int i = 0; i < OPERATIONS; i++) {
      boolean full = model.offsets.size() > 4_000;
      if (model.offsets.isEmpty() || (!full && random.nextInt(100) < 55)) {
        long bytes = randomBytes(random);
        long rounded = rounded(bytes);
        long largest = allocator.largestFree();
        long offset = allocator.allocate(bytes);
        if (offset == HeapAllocator.NONE) {
          assertTrue(largest < rounded, "there was a block that is large enough");
          exhausted++;
        } else {
          assertEquals(0, offset % HeapAllocator.ALIGNMENT);
          assertTrue(offset >= 0 && offset + rounded <= 64 * MIB, "outside the heap");
          model.add(offset, rounded);
        }
      } else {
        allocator.release(model.removeAny(random));
      }
      assertEquals(64 * MIB - model.bytes, allocator.free());
      assertEquals(model.used.size(), allocator.usedBlocks());
      if (i > OPERATIONS / 4 && i <= OPERATIONS / 2) {
        worstFreeBlocksEarly = Math.max(worstFreeBlocksEarly, allocator.freeBlocks());
      } else if (i > OPERATIONS / 2) {
        worstFreeBlocksLate = Math.max(worstFreeBlocksLate, allocator.freeBlocks());
      }
    }
    assertEquals(0, exhausted, "4000 blocks of 4 KiB on average fit into 64 MiB");
    assertTrue(worstFreeBlocksEarly > 0);
    assertTrue(
        worstFreeBlocksLate < 2 * worstFreeBlocksEarly,
        "creep: early=" + worstFreeBlocksEarly + " late=" + worstFreeBlocksLate);
    while (!model.offsets.isEmpty()) {
      allocator.release(model.removeAny(random));
    }
    assertEquals(64 * MIB, allocator.free());
    assertEquals(64 * MIB, allocator.largestFree());
    assertEquals(1, allocator.freeBlocks());
    assertEquals(0, allocator.usedBlocks());
  }

  @Test
  void shouldWasteLittleWhenFullMostOfTheTime() {
    HeapAllocator allocator = new HeapAllocator(4 * MIB);
    Model model = new Model();
    Random random = new Random(SEED);
    long usedWhenExhausted = 0;
    int exhausted = 0;
    for (int i = 0; i < 200_000; i++) {
      long bytes = 1 + random.nextLong(2048);
      long offset = allocator.allocate(bytes);
      if (offset == HeapAllocator.NONE) {
        exhausted++;
        usedWhenExhausted += model.bytes;
        for (int k = 0; k < 20; k++) {
          allocator.release(model.removeAny(random));
        }
      } else {
        model.add(offset, rounded(bytes));
      }
    }
    assertTrue(exhausted > 1_000, "the heap was never full: exhausted=" + exhausted);
    assertTrue(
        usedWhenExhausted / exhausted > 4 * MIB * 85 / 100,
        "used when exhausted=" + usedWhenExhausted / exhausted);
  }

  @Test
  void shouldGiveEqualOffsetsForEqualCalls() {
    HeapAllocator one = new HeapAllocator(MIB);
    HeapAllocator other = new HeapAllocator(MIB);
    Random random = new Random(SEED);
    List<Long> offsets = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      if (offsets.isEmpty() || random.nextInt(100) < 60) {
        long bytes = randomBytes(random);
        if (rounded(bytes) <= one.largestFree()) {
          long offset = one.allocate(bytes);
          assertEquals(offset, other.allocate(bytes));
          offsets.add(offset);
        } else {
          assertEquals(HeapAllocator.NONE, one.allocate(bytes));
          assertEquals(HeapAllocator.NONE, other.allocate(bytes));
        }
      } else {
        long offset = offsets.remove(random.nextInt(offsets.size()));
        one.release(offset);
        other.release(offset);
      }
    }
    assertEquals(one.free(), other.free());
    assertEquals(one.freeBlocks(), other.freeBlocks());
  }

  @Test
  void shouldTakeTheSmallestBlockThatFits() {
    HeapAllocator allocator = new HeapAllocator(128 * 20);
    long large = allocator.allocate(128 * 4);
    long wall = allocator.allocate(128);
    long small = allocator.allocate(128 * 2);
    allocator.allocate(128);
    allocator.release(large);
    allocator.release(small);
    assertEquals(small, allocator.allocate(128 * 2));
    assertEquals(large, allocator.allocate(128 * 3));
    allocator.release(wall);
    assertEquals(128 * 12, allocator.largestFree());
  }

  @Test
  void shouldMergeANeighbourOnEitherSide() {
    HeapAllocator allocator = new HeapAllocator(128 * 3);
    long first = allocator.allocate(128);
    long second = allocator.allocate(128);
    long third = allocator.allocate(128);
    allocator.release(first);
    allocator.release(third);
    assertEquals(2, allocator.freeBlocks());
    assertEquals(128, allocator.largestFree());
    allocator.release(second);
    assertEquals(1, allocator.freeBlocks());
    assertEquals(128 * 3, allocator.largestFree());
  }

  @Test
  void shouldGiveNothingWhenExhausted() {
    HeapAllocator allocator = new HeapAllocator(4096);
    allocator.allocate(1000);
    long hole = allocator.allocate(128);
    allocator.allocate(1000);
    allocator.release(hole);
    assertEquals(HeapAllocator.NONE, allocator.allocate(3000));
    assertEquals(2048, allocator.free());
    assertEquals(1920, allocator.largestFree());
    assertEquals(2, allocator.usedBlocks());
  }

  @Test
  void shouldAlign() {
    HeapAllocator allocator = new HeapAllocator(64 * 1024);
    allocator.allocate(1);
    assertEquals(4096, allocator.allocate(100, 4096));
    assertEquals(128, allocator.allocate(100), "the gap is free");
    assertEquals(8192, allocator.allocate(5000, 8192));
    assertEquals(64L * 1024 - 128 - 128 - 128 - 5120, allocator.free());
    assertEquals(HeapAllocator.NONE, allocator.allocate(100, 1 << 20 << 1), "only offset 0");
  }

  @Test
  void shouldLookForTheLowestPlaceFromAnOffset() {
    HeapAllocator allocator = new HeapAllocator(128 * 20);
    for (int i = 0; i < 20; i++) {
      allocator.allocate(1);
    }
    for (int i : new int[] {1, 5, 6, 10, 11, 12}) {
      allocator.release(128L * i);
    }
    assertEquals(128, allocator.allocateFrom(0, 1, 128));
    assertEquals(128 * 11, allocator.allocateFrom(128 * 11, 200, 128));
    assertEquals(128 * 5, allocator.allocateFrom(128, 200, 128));
    assertEquals(HeapAllocator.NONE, allocator.allocateFrom(128 * 11, 1, 128));
    assertEquals(HeapAllocator.NONE, allocator.allocateFrom(0, Long.MAX_VALUE, 128));
    assertEquals(128 * 10, allocator.allocateFrom(128 * 6, 1, 128));
    assertEquals(HeapAllocator.NONE, allocator.allocateFrom(0, 1, 128), "full");
    assertEquals(0, allocator.free());
  }

  @Test
  void shouldSplitABlockIntoLines() {
    HeapAllocator allocator = new HeapAllocator(4096);
    long offset = allocator.allocate(3 * 128);
    allocator.splitIntoLines(offset);
    assertEquals(3, allocator.usedBlocks());
    allocator.release(offset + 128);
    assertEquals(offset + 128, allocator.allocate(1));
  }

  @Test
  void shouldShrinkABlockInItsPlace() {
    HeapAllocator allocator = new HeapAllocator(10 * 128);
    long offset = allocator.allocate(6 * 128);
    allocator.shrink(offset, 6 * 128 - 127);
    assertEquals(6 * 128, allocator.capacity(offset), "less than a line");
    allocator.shrink(offset, 7 * 128);
    assertEquals(6 * 128, allocator.capacity(offset), "it never grows");
    allocator.shrink(offset, 2 * 128 + 1);
    assertEquals(3 * 128, allocator.capacity(offset));
    assertEquals(7 * 128, allocator.free());
    assertEquals(7 * 128, allocator.largestFree(), "merged with what follows");
    assertEquals(1, allocator.usedBlocks());
    long next = allocator.allocate(7 * 128);
    assertEquals(3 * 128, next);
    allocator.shrink(offset, 0);
    assertEquals(128, allocator.capacity(offset), "an empty block has a place too");
    assertEquals(2 * 128, allocator.largestFree(), "between two blocks in use");
    allocator.release(offset);
    allocator.release(next);
    assertEquals(10 * 128, allocator.largestFree());
    assertEquals(1, allocator.freeBlocks());
  }

  @Test
  void shouldRefuseSizesThatOverflowWhenRounded() {
    HeapAllocator allocator = new HeapAllocator(4096);
    for (long bytes : new long[] {4097, Long.MAX_VALUE, Long.MAX_VALUE - 62}) {
      assertEquals(HeapAllocator.NONE, allocator.allocate(bytes));
    }
    assertEquals(4096, allocator.free());
    assertEquals(0, allocator.allocate(4096));
    assertEquals(0, allocator.free());
    assertEquals(0, allocator.largestFree());
    assertEquals(HeapAllocator.NONE, allocator.allocate(0));
  }

  @Test
  void shouldGiveEmptyBlocksPlacesOfTheirOwn() {
    HeapAllocator allocator = new HeapAllocator(4096);
    assertEquals(0, allocator.allocate(0));
    assertEquals(128, allocator.allocate(0));
    assertEquals(256, allocator.allocate(1));
  }

  @Test
  void shouldRefuseToReleaseWhatItDidNotGive() {
    HeapAllocator allocator = new HeapAllocator(4096);
    long offset = allocator.allocate(200);
    for (long wrong : new long[] {offset + 128, -128, 4096, offset + 1}) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> allocator.release(wrong));
      assertEquals("no block in use begins there: offset=" + wrong, error.getMessage());
    }
    assertEquals(4096 - 256, allocator.free());
    allocator.release(offset);
    assertThrows(IllegalArgumentException.class, () -> allocator.release(offset));
    assertEquals(4096, allocator.free());
  }

  @Test
  void shouldNotUseATailThatIsNoCacheLine() {
    HeapAllocator allocator = new HeapAllocator(4096 + 127);
    assertEquals(4096, allocator.free());
    assertEquals(HeapAllocator.NONE, allocator.allocate(4097));
    assertEquals(0, new HeapAllocator(63).free());
  }
}
