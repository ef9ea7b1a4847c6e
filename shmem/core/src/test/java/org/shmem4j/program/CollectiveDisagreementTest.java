package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapExhaustedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.ShmemProgram;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/**
 * PEs that do not make the same collective calls all learn of it, each with all calls, and can go
 * on. In a package of its own, as a call site is the first frame outside the library.
 */
class CollectiveDisagreementTest {
  private static final long HEAP = 1 << 20;
  private static final String RULE =
      "all PEs must make the same collective calls in the same order with the same arguments:"
          + " collective=";
  private static final String AT =
      " at org\\.shmem4j\\.program\\.CollectiveDisagreementTest[^ ]*"
          + "\\(CollectiveDisagreementTest\\.java:[0-9]+\\)";

  private static void run(int pes, boolean maySleep, ShmemProgram program) {
    Shmem.threads(new JobSpec(pes, HEAP, HeapBacking.MAPPED, true, maySleep), program);
  }

  /** What a PE calls, and how the others are told. */
  private record Call(String told, ShmemProgram program) {}

  private static final Call BARRIER = new Call("barrierAll at HERE", Shmem::barrierAll);

  /** Runs one call per PE in a collective of the given number; all must disagree and recover. */
  private static void disagree(int number, ShmemProgram prepare, Call... calls) {
    for (boolean maySleep : new boolean[] {false, true}) {
      StringBuilder expected =
          new StringBuilder(RULE)
              .append(number)
              .append("; nothing has been changed; compare the calls");
      for (int pe = 0; pe < calls.length; pe++) {
        expected.append("\n  PE ").append(pe).append(": ").append(calls[pe].told);
      }
      run(
          calls.length,
          maySleep,
          shmem -> {
            prepare.run(shmem);
            long free = shmem.heap().free();
            long largest = shmem.heap().largestFree();
            int objects = shmem.heap().objectCount();
            SymmetryException error =
                assertThrows(SymmetryException.class, () -> calls[shmem.pe()].program.run(shmem));
            assertEquals(
                expected.toString(), error.getMessage().replaceAll(AT, " at HERE"), "PE text");
            assertEquals(free, shmem.heap().free());
            assertEquals(largest, shmem.heap().largestFree());
            assertEquals(objects, shmem.heap().objectCount());
            assertAllWorks(shmem);
          });
    }
  }

  private static void assertAllWorks(Shmem shmem) {
    shmem.barrierAll();
    SymmetricLongs longs = shmem.longs(10);
    int right = (shmem.pe() + 1) % shmem.pes();
    longs.p(9, shmem.pe() + 1, right);
    shmem.barrierAll();
    assertEquals(right == 0 && shmem.pes() == 1 ? 1 : left(shmem) + 1, longs.at(9));
    shmem.free(longs);
  }

  private static int left(Shmem shmem) {
    return (shmem.pe() + shmem.pes() - 1) % shmem.pes();
  }

  private static Call calloc(ElementType<?> type, long length) {
    return new Call(
        "calloc " + type + "[" + length + "] at HERE", shmem -> shmem.heap().calloc(type, length));
  }

  private static Call malloc(ElementType<?> type, long length) {
    return new Call(
        "malloc " + type + "[" + length + "] at HERE", shmem -> shmem.heap().malloc(type, length));
  }

  private static final ShmemProgram NOTHING = shmem -> {};

  @ParameterizedTest
  @CsvSource({
    "1,2",
    "0,1",
    "1024,1025",
    // Lengths whose difference, or quotient, is a power of two.
    "1,8388609",
    "0,8388608",
    "8388608,16777216",
    "16777216,33554432",
    "1,4294967297",
    "0,4294967296",
    "4294967296,1",
  })
  void shouldTellOfDifferentSizes(long one, long other) {
    // The heap is too small for some of these, which is another reason to fail, so not this one.
    long heap = 1L << 40;
    for (int odd = 0; odd < 3; odd++) {
      int oddPe = odd;
      AtomicReferenceArray<String> errors = new AtomicReferenceArray<>(3);
      Shmem.threads(
          new JobSpec(3, heap, HeapBacking.MAPPED, true, false),
          shmem -> {
            long length = shmem.pe() == oddPe ? other : one;
            try {
              shmem.heap().malloc(ElementType.BYTE, length);
            } catch (SymmetryException e) {
              errors.set(shmem.pe(), e.getMessage().replaceAll(AT, " at HERE"));
            }
          });
      StringBuilder expected =
          new StringBuilder(RULE).append("1; nothing has been changed; compare the calls");
      for (int pe = 0; pe < 3; pe++) {
        long length = pe == odd ? other : one;
        expected.append("\n  PE " + pe + ": malloc bytes[" + length + "] at HERE");
      }
      for (int pe = 0; pe < 3; pe++) {
        assertEquals(expected.toString(), errors.get(pe), "PE " + pe);
      }
    }
  }

  @Test
  void shouldTellOfDifferentTypesOfElements() {
    disagree(1, NOTHING, calloc(ElementType.INT, 4), calloc(ElementType.LONG, 2));
    disagree(1, NOTHING, malloc(ElementType.FLOAT, 4), malloc(ElementType.INT, 4));
    disagree(
        1,
        NOTHING,
        calloc(ElementType.LONG, 1),
        new Call("calloc signals[1] at HERE", Shmem::signal),
        new Call("calloc signals[2] at HERE", shmem -> shmem.signals(2)));
  }

  @Test
  void shouldTellOfDifferentKindsOfCalls() {
    disagree(1, NOTHING, malloc(ElementType.INT, 4), calloc(ElementType.INT, 4));
    disagree(1, NOTHING, BARRIER, new Call("syncAll at HERE", Shmem::syncAll));
    disagree(1, NOTHING, malloc(ElementType.INT, 4), BARRIER);
    disagree(1, NOTHING, BARRIER, BARRIER, malloc(ElementType.DOUBLE, 1), BARRIER, BARRIER);
  }

  @Test
  void shouldTellOfADifferentOrder() {
    run(
        2,
        false,
        shmem -> {
          Call[] calls = {calloc(ElementType.INT, 4), BARRIER};
          for (int i = 0; i < 2; i++) {
            ShmemProgram call = calls[(i + shmem.pe()) % 2].program;
            String message =
                assertThrows(SymmetryException.class, () -> call.run(shmem)).getMessage();
            assertTrue(message.startsWith(RULE + (i + 1) + ";"), message);
          }
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldNameTheLineOfEachCall() {
    AtomicReferenceArray<String> lines = new AtomicReferenceArray<>(2);
    run(
        2,
        false,
        shmem -> {
          SymmetryException error;
          if (shmem.pe() == 0) {
            lines.set(0, nextLine());
            error = assertThrows(SymmetryException.class, () -> shmem.ints(3));
          } else {
            lines.set(1, nextLine());
            error = assertThrows(SymmetryException.class, () -> shmem.ints(4));
          }
          String[] told = error.getMessage().split("\n", -1);
          shmem.barrierAll();
          assertEquals(3, told.length);
          for (int pe = 0; pe < 2; pe++) {
            assertTrue(
                told[pe + 1].contains(lines.get(pe)), told[pe + 1] + " not " + lines.get(pe));
          }
        });
  }

  private static String nextLine() {
    int line =
        StackWalker.getInstance()
            .walk(frames -> frames.skip(1).findFirst())
            .orElseThrow()
            .getLineNumber();
    return "(CollectiveDisagreementTest.java:" + (line + 1) + ")";
  }

  /** Objects that a test prepares on each PE. */
  private static final class Prepared {
    private final AtomicReferenceArray<SymmetricInts> first = new AtomicReferenceArray<>(5);
    private final AtomicReferenceArray<SymmetricInts> second = new AtomicReferenceArray<>(5);

    ShmemProgram two() {
      return shmem -> {
        first.set(shmem.pe(), shmem.ints(3));
        second.set(shmem.pe(), shmem.ints(3));
      };
    }

    Call freeFirst() {
      return new Call("free [ints#1[3]] at HERE", shmem -> shmem.free(first.get(shmem.pe())));
    }

    Call freeSecond() {
      return new Call("free [ints#2[3]] at HERE", shmem -> shmem.free(second.get(shmem.pe())));
    }
  }

  @Test
  void shouldTellThatOnePeFreesAnotherObject() {
    Prepared prepared = new Prepared();
    disagree(3, prepared.two(), prepared.freeFirst(), prepared.freeSecond(), prepared.freeFirst());
    disagree(3, prepared.two(), prepared.freeFirst(), BARRIER);
    disagree(3, prepared.two(), prepared.freeFirst(), malloc(ElementType.INT, 3));
  }

  @Test
  void shouldKeepObjectsUsableWhoseFreeFailed() {
    run(
        2,
        false,
        shmem -> {
          SymmetricInts ints = shmem.ints(3);
          SymmetricInts other = shmem.ints(3);
          assertThrows(SymmetryException.class, () -> shmem.free(shmem.pe() == 0 ? ints : other));
          ints.p(0, 5 + shmem.pe(), 1 - shmem.pe());
          shmem.barrierAll();
          assertEquals(6 - shmem.pe(), ints.at(0));
          shmem.free(ints);
          shmem.free(other);
          assertEquals(HEAP, shmem.heap().free());
        });
  }

  @Test
  void shouldLetAllPesThrowTheirOwnErrorIfAllFreeTwice() {
    run(
        3,
        false,
        shmem -> {
          SymmetricInts ints = shmem.ints(3);
          SymmetricInts other = shmem.ints(3);
          shmem.free(ints);
          long free = shmem.heap().free();
          IllegalStateException error =
              assertThrows(IllegalStateException.class, () -> shmem.free(ints));
          assertTrue(
              error
                  .getMessage()
                  .matches(
                      "the object has been freed already: object=ints#1 freedAt=[^ ]*"
                          + "CollectiveDisagreementTest[^ ]*:[0-9]+\\) freedAgainAt=[^ ]*"
                          + "CollectiveDisagreementTest[^ ]*:[0-9]+\\)"),
              error.getMessage());
          assertEquals(free, shmem.heap().free());
          assertEquals(1, shmem.heap().objectCount());
          shmem.free(other);
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldTellAllPesThatOneFreesTwice() {
    run(
        2,
        false,
        shmem -> {
          SymmetricInts ints = shmem.ints(3);
          SymmetricInts other = shmem.ints(3);
          shmem.free(ints);
          SymmetricInts freed = shmem.pe() == 0 ? ints : other;
          SymmetryException error = assertThrows(SymmetryException.class, () -> shmem.free(freed));
          String[] told = error.getMessage().replaceAll(AT, " at HERE").split("\n", -1);
          assertTrue(
              told[1].startsWith(
                  "  PE 0: free [ints#1 (freed)] at HERE, failed: the object has been freed already:"
                      + " object=ints#1 freedAt="),
              told[1]);
          assertEquals("  PE 1: free [ints#2[3]] at HERE", told[2]);
          if (shmem.pe() == 0) {
            assertInstanceOf(IllegalStateException.class, error.getCause());
          } else {
            assertNull(error.getCause());
          }
          other.set(0, 1);
          shmem.free(other);
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldRefuseToFreeAnotherWorldsObject() {
    AtomicReferenceArray<SymmetricInts> objects = new AtomicReferenceArray<>(2);
    run(
        2,
        false,
        shmem -> {
          objects.set(shmem.pe(), shmem.ints(3));
          shmem.barrierAll();
          SymmetricInts foreign = objects.get(1 - shmem.pe());
          assertEquals(
              "the object belongs to another world and cannot be freed in this one:"
                  + " object=ints#1[3]; free it through its own Shmem",
              assertThrows(IllegalArgumentException.class, () -> shmem.free(foreign)).getMessage());
          assertEquals(1, shmem.heap().objectCount());
          // Only one of them has the wrong one.
          SymmetricInts freed = objects.get(0);
          SymmetryException error = assertThrows(SymmetryException.class, () -> shmem.free(freed));
          assertTrue(
              error
                  .getMessage()
                  .endsWith(
                      ", failed: the object belongs to another world and cannot be freed in this"
                          + " one: object=ints#1[3]; free it through its own Shmem"),
              error.getMessage());
          objects.get(shmem.pe()).set(0, 1);
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldRefuseToFreeAnObjectNamedTwice() {
    run(
        2,
        false,
        shmem -> {
          Signal[] signals = shmem.signals(2);
          signals[1] = signals[0];
          assertEquals(
              "the object is named twice: object=" + signals[0],
              assertThrows(IllegalArgumentException.class, () -> shmem.heap().free(signals))
                  .getMessage());
          assertEquals(2, shmem.heap().objectCount());
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldFreeSeveralObjectsAtOnce() {
    run(
        2,
        false,
        shmem -> {
          Signal[] signals = shmem.signals(20);
          assertEquals(20, shmem.heap().objectCount());
          assertEquals(HEAP - 20 * 128, shmem.heap().free());
          shmem.heap().free(signals);
          assertEquals(0, shmem.heap().objectCount());
          assertEquals(HEAP, shmem.heap().largestFree());
          shmem.heap().free(new SymmetricObject[0]);
          assertEquals(0, shmem.signals(0).length);
          assertEquals(HEAP, shmem.heap().free());
        });
  }

  /** Case 38: null is nothing to free, alone and among others. */
  @Test
  void shouldFreeNothingForNull() {
    run(
        2,
        false,
        shmem -> {
          shmem.free(null);
          SymmetricInts ints = shmem.ints(1);
          shmem.heap().free(new SymmetricObject[] {null, ints, null});
          assertEquals(0, shmem.heap().objectCount());
          assertAllWorks(shmem);
        });
  }

  /** A PE that fails by itself still arrives: the other must not wait for ever. */
  @Test
  void shouldTellTheOthersOfANullThatOnePeFrees() {
    run(
        2,
        false,
        shmem -> {
          SymmetricInts ints = shmem.ints(1);
          SymmetricObject[] freed = {shmem.pe() == 0 ? null : ints};
          assertThrows(RuntimeException.class, () -> shmem.heap().free(freed));
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldLetAllPesThrowTheirOwnErrorIfTheHeapIsExhaustedOnAll() {
    for (int pes : new int[] {1, 2, 3, 5}) {
      run(
          pes,
          false,
          shmem -> {
            SymmetricLongs longs = shmem.longs(100);
            long free = HEAP - 896;
            assertEquals(
                "the symmetric heap has no free block of that size: asked="
                    + HEAP
                    + " free="
                    + free
                    + " largestFree="
                    + free
                    + " heapSize="
                    + HEAP
                    + "; free objects that are no longer used, or raise the heap with --heap-size,"
                    + " -Dshmem4j.heap.size or SHMEM_SYMMETRIC_SIZE",
                assertThrows(HeapExhaustedException.class, () -> shmem.longs(HEAP / 8))
                    .getMessage());
            assertThrows(HeapExhaustedException.class, () -> shmem.signals(20_000));
            assertEquals(free, shmem.heap().free());
            assertEquals(free, shmem.heap().largestFree());
            assertEquals(1, shmem.heap().objectCount());
            assertEquals(0, longs.at(99));
            assertAllWorks(shmem);
          });
    }
  }

  @Test
  void shouldTellAllPesThatOneAsksForMoreThanThereIs() {
    disagree(
        1,
        NOTHING,
        calloc(ElementType.INT, 3),
        new Call("calloc longs[1000000] at HERE", shmem -> shmem.longs(1_000_000)));
  }

  @Test
  void shouldRefuseImpossibleLengths() {
    run(
        2,
        false,
        shmem -> {
          for (long length : new long[] {-1, Long.MIN_VALUE}) {
            assertEquals(
                "a length is not negative: longs[" + length + "]",
                assertThrows(IllegalArgumentException.class, () -> shmem.longs(length))
                    .getMessage());
          }
          for (long length : new long[] {Long.MAX_VALUE, 1L << 60}) {
            assertEquals(
                "more bytes than a long can count: longs[" + length + "]",
                assertThrows(IllegalArgumentException.class, () -> shmem.longs(length))
                    .getMessage());
          }
          assertThrows(HeapExhaustedException.class, () -> shmem.longs((1L << 60) - 1));
          assertThrows(HeapExhaustedException.class, () -> shmem.bytes(Long.MAX_VALUE));
          assertEquals(
              "a length is not negative: signals[-1]",
              assertThrows(IllegalArgumentException.class, () -> shmem.signals(-1)).getMessage());
          assertEquals(HEAP, shmem.heap().free());
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldTellAllPesThatOneAsksForANegativeLength() {
    disagree(
        1,
        NOTHING,
        new Call(
            "calloc longs[-5] at HERE, failed: a length is not negative: longs[-5]",
            shmem -> shmem.longs(-5)),
        calloc(ElementType.LONG, 5),
        calloc(ElementType.LONG, 5));
  }

  /** More signals than the heap, and than any Java array, can hold. */
  @Test
  void shouldRefuseMoreSignalsThanThereIsMemoryFor() {
    run(
        2,
        false,
        shmem -> {
          assertThrows(HeapExhaustedException.class, () -> shmem.signals(Integer.MAX_VALUE));
          assertEquals(HEAP, shmem.heap().free());
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldTellThatOnePeLeavesWhileAnotherGoesOn() {
    AtomicReferenceArray<String> errors = new AtomicReferenceArray<>(2);
    ShmemException failure =
        assertThrows(
            ShmemException.class,
            () ->
                run(
                    2,
                    false,
                    shmem -> {
                      try {
                        if (shmem.pe() == 0) {
                          shmem.close();
                        } else {
                          shmem.barrierAll();
                        }
                      } catch (SymmetryException e) {
                        errors.set(shmem.pe(), e.getMessage().replaceAll(AT, " at HERE"));
                        throw e;
                      }
                    }));
    String expected =
        RULE
            + "1; nothing has been changed; compare the calls\n"
            + "  PE 0: finalize at HERE\n"
            + "  PE 1: barrierAll at HERE";
    assertEquals(expected, errors.get(0));
    assertEquals(expected, errors.get(1));
    assertInstanceOf(SymmetryException.class, failure.getCause());
    assertEquals(1, failure.getSuppressed().length);
  }

  @Test
  void shouldLetAllLeaveAfterADisagreementAboutLeaving() {
    run(
        3,
        false,
        shmem -> {
          ShmemProgram call = shmem.pe() == 1 ? Shmem::close : Shmem::syncAll;
          assertThrows(SymmetryException.class, () -> call.run(shmem));
          assertAllWorks(shmem);
          shmem.close();
        });
  }

  @Test
  void shouldStandManyDisagreementsInARow() {
    run(
        3,
        false,
        shmem -> {
          for (int round = 0; round < 200; round++) {
            int odd = round % 3;
            assertThrows(SymmetryException.class, () -> shmem.ints(shmem.pe() == odd ? 1000 : 10));
            if (round % 10 == 0) {
              SymmetricInts ints = shmem.ints(1);
              assertEquals(0, ints.offset());
              shmem.free(ints);
            }
          }
          assertEquals(HEAP, shmem.heap().free());
          assertAllWorks(shmem);
        });
  }

  @Test
  void shouldAllowNoTwoCollectivesOfOnePeAtOnce() throws InterruptedException {
    run(
        2,
        false,
        shmem -> {
          if (shmem.pe() == 1) {
            Thread.sleep(50);
            shmem.barrierAll();
            return;
          }
          Thread other =
              new Thread(() -> {
                try {
                  shmem.barrierAll();
                } catch (ShmemException e) {
                  throw new AssertionError(e);
                }
              });
          other.start();
          Thread.sleep(10);
          assertEquals(
              "two threads of a PE are in collectives of one team at once: pe=0 call=syncAll; order"
                  + " them",
              assertThrows(IllegalStateException.class, shmem::syncAll).getMessage());
          other.join();
        });
  }

  @Test
  void shouldGiveObjectsTheSameNumbersAndOffsetsEverywhere() {
    long[][] offsets = new long[4][];
    run(
        4,
        false,
        shmem -> {
          SymmetricInts one = shmem.ints(1);
          SymmetricLongs two = shmem.longs(100);
          shmem.free(one);
          Signal three = shmem.signal();
          offsets[shmem.pe()] = new long[] {two.id(), two.offset(), three.id(), three.offset()};
        });
    for (long[] of : offsets) {
      assertArrayEquals(new long[] {2, 128, 3, 0}, of);
    }
  }
}
