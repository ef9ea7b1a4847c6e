package org.shmem4j.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricDoubles;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.SymmetryException;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.TestJob;

/**
 * Wrong calls throw on every member before anything is written, and all can go on. In a package of
 * its own, as a call site is the first frame outside the library.
 */
class CollectivesMisuseTest {
  private static final String RULE =
      "all PEs must make the same collective calls in the same order with the same arguments:"
          + " collective=";
  private static final String REST = "; nothing has been changed; compare the calls";
  private static final String AT =
      " at org\\.shmem4j\\.program\\.CollectivesMisuseTest[^ ]*"
          + "\\(CollectivesMisuseTest\\.java:[0-9]+\\)";
  private static final String ARRAYS =
      "target=longs#1[8] targetIndex=0 source=longs#2[8] sourceIndex=0";

  /** What a PE calls; {@code told} is how the others are told. */
  private record Call(String told, Body body) {}

  /** A call with two arrays of 8 elements. */
  private interface Body {
    void run(Collectives all, SymmetricLongs target, SymmetricLongs source);
  }

  /** Each PE makes its own call; all throw the same text. */
  private static void disagree(Call... calls) {
    TestJob.DIRECT_SLEEPING.run(
        calls.length,
        shmem -> {
          SymmetricLongs target = shmem.longs(8);
          SymmetricLongs source = shmem.longs(8);
          target.fill(5);
          StringBuilder expected = new StringBuilder(RULE).append(3).append(REST);
          for (int pe = 0; pe < calls.length; pe++) {
            expected.append("\n  PE ").append(pe).append(": ").append(calls[pe].told);
          }
          Collectives all = Collectives.of(shmem.world());
          SymmetryException e =
              assertThrows(
                  SymmetryException.class, () -> calls[shmem.pe()].body.run(all, target, source));
          assertEquals(expected.toString(), e.getMessage().replaceAll(AT, " at HERE"));
          assertUntouchedAndUsable(all, target, source);
        });
  }

  private static void assertUntouchedAndUsable(
      Collectives all, SymmetricLongs target, SymmetricLongs source) {
    for (int i = 0; i < 8; i++) {
      assertEquals(5, target.at(i), "element " + i);
    }
    source.set(0, all.team().pe() + 1L);
    all.reduce(Reduction.MAX, target, source, 1);
    assertEquals(all.team().pes(), target.at(0));
  }

  private static Call broadcast(long count, int root) {
    return new Call(
        "broadcast " + ARRAYS + " count=" + count + " root=" + root + " at HERE",
        (all, target, source) -> all.broadcast(target, source, count, root));
  }

  private static Call reduce(Reduction reduction) {
    return new Call(
        "reduce " + reduction + " " + ARRAYS + " count=1 at HERE",
        (all, target, source) -> all.reduce(reduction, target, source, 1));
  }

  private static Call plain(String name, Body body) {
    return new Call(name + " " + ARRAYS + " count=1 at HERE", body);
  }

  @Test
  void shouldTellOfDifferentArguments() {
    disagree(broadcast(4, 0), broadcast(4, 1));
    disagree(broadcast(4, 0), broadcast(4, 0), broadcast(3, 0));
    disagree(broadcast(0, 0), broadcast(1, 0));
    disagree(reduce(Reduction.SUM), reduce(Reduction.PROD));
    disagree(
        plain("alltoall", (all, target, source) -> all.alltoall(target, source, 1)),
        new Call(
            "alltoall target=longs#2[8] targetIndex=0 source=longs#1[8] sourceIndex=0 count=1"
                + " at HERE",
            (all, target, source) -> all.alltoall(source, target, 1)));
    disagree(
        new Call(
            "alltoalls target=longs#1[8] targetIndex=0 targetStride=2 source=longs#2[8]"
                + " sourceIndex=1 sourceStride=3 count=1 at HERE",
            (all, target, source) -> all.alltoalls(target, 0, 2, source, 1, 3, 1)),
        new Call(
            "alltoalls target=longs#1[8] targetIndex=0 targetStride=2 source=longs#2[8]"
                + " sourceIndex=1 sourceStride=2 count=1 at HERE",
            (all, target, source) -> all.alltoalls(target, 0, 2, source, 1, 2, 1)));
  }

  @Test
  void shouldTellOfDifferentCalls() {
    Call sync = new Call("sync at HERE", (all, target, source) -> all.team().sync());
    Call inscan = plain("sumInscan", (all, target, source) -> all.sumInscan(target, source, 1));
    Call exscan = plain("sumExscan", (all, target, source) -> all.sumExscan(target, source, 1));
    Call collect = plain("collect", (all, target, source) -> all.collect(target, source, 1));
    Call fcollect = plain("fcollect", (all, target, source) -> all.fcollect(target, source, 1));
    Call barrier = new Call("barrier at HERE", (all, target, source) -> all.team().barrier());
    disagree(sync, inscan);
    disagree(inscan, exscan);
    disagree(collect, fcollect, barrier);
  }

  @Test
  void shouldTellOfOneThatIsWrong() {
    disagree(
        broadcast(4, 0),
        new Call(
            "broadcast "
                + ARRAYS
                + " count=9 root=0 at HERE, failed: the range is outside the object:"
                + " target=longs#1[8] targetIndex=0 elements=9",
            (all, target, source) -> all.broadcast(target, source, 9, 0)));
  }

  @Test
  void shouldNameTheTeam() {
    TestJob.DIRECT.run(
        3,
        shmem -> {
          Team team = shmem.world().splitStrided(2, -1, 2);
          if (team.isValid()) {
            SymmetricLongs longs = team.heap().longs(2);
            SymmetryException e =
                assertThrows(
                    SymmetryException.class,
                    () -> Collectives.of(team).broadcast(longs, longs, 1, team.pe()));
            assertEquals(
                RULE
                    + "2 team=team#1"
                    + REST
                    + "\n  PE 2: team#1.broadcast target=team#1.longs#1[2] targetIndex=0"
                    + " source=team#1.longs#1[2] sourceIndex=0 count=1 root=0 at HERE"
                    + "\n  PE 1: team#1.broadcast target=team#1.longs#1[2] targetIndex=0"
                    + " source=team#1.longs#1[2] sourceIndex=0 count=1 root=1 at HERE",
                e.getMessage().replaceAll(AT, " at HERE"));
          }
        });
  }

  /** All members make the same wrong call: each throws what is wrong with it. */
  private static void wrong(Class<? extends RuntimeException> type, String text, Body body) {
    TestJob.DIRECT_SLEEPING.run(
        2,
        shmem -> {
          SymmetricLongs target = shmem.longs(8);
          SymmetricLongs source = shmem.longs(8);
          target.fill(5);
          Collectives all = Collectives.of(shmem.world());
          RuntimeException e =
              assertThrows(RuntimeException.class, () -> body.run(all, target, source));
          assertSame(type, e.getClass());
          assertEquals(text, e.getMessage());
          assertUntouchedAndUsable(all, target, source);
        });
  }

  private static void outOfRange(String range, Body body) {
    wrong(IndexOutOfBoundsException.class, "the range is outside the object: " + range, body);
  }

  @Test
  void shouldRejectRangesOutsideTheArrays() {
    outOfRange(
        "source=longs#2[8] sourceIndex=5 elements=4",
        (all, target, source) -> all.broadcast(target, 0, source, 5, 4, 0));
    outOfRange(
        "target=longs#1[8] targetIndex=-1 elements=1",
        (all, target, source) -> all.sumExscan(target, -1, source, 0, 1));
    outOfRange(
        "source=longs#2[8] sourceIndex=9 elements=0",
        (all, target, source) -> all.reduce(Reduction.SUM, target, 0, source, 9, 0));
    outOfRange(
        "target=longs#1[8] targetIndex=0 elements=10",
        (all, target, source) -> all.fcollect(target, source, 5));
    outOfRange(
        "target=longs#1[8] targetIndex=0 elements=9223372036854775807",
        (all, target, source) -> all.alltoall(target, source, Long.MAX_VALUE / 2 + 1));
    outOfRange(
        "source=longs#2[8] sourceIndex=2 sourceStride=2 elements=4",
        (all, target, source) -> all.alltoalls(target, 0, 1, source, 2, 2, 2));
    outOfRange(
        "target=longs#1[8] targetIndex=0 elements=9",
        (all, target, source) -> all.collect(target, source, 4 + all.team().pe()));
  }

  @Test
  void shouldRejectOverlaps() {
    String rule = "target and source have no element in common, or are exactly the same elements: ";
    wrong(
        IllegalArgumentException.class,
        rule
            + "target=longs#1[8] targetIndex=0 source=longs#1[8] sourceIndex=1"
            + " targetElements=4 sourceElements=4",
        (all, target, source) -> all.reduce(Reduction.SUM, target, 0, target, 1, 4));
    wrong(
        IllegalArgumentException.class,
        rule
            + "target=longs#1[8] targetIndex=0 source=longs#1[8] sourceIndex=3"
            + " targetElements=4 sourceElements=2",
        (all, target, source) -> all.fcollect(target, 0, target, 3, 2));
    wrong(
        IllegalArgumentException.class,
        rule
            + "target=longs#1[8] targetIndex=0 targetStride=4 source=longs#1[8] sourceIndex=1"
            + " sourceStride=3 targetElements=2 sourceElements=2",
        (all, target, source) -> all.alltoalls(target, 0, 4, target, 1, 3, 1));
    // Only PE 0's source reaches into the target.
    wrong(
        IllegalArgumentException.class,
        rule
            + "target=longs#1[8] targetIndex=2 source=longs#1[8] sourceIndex=0"
            + " targetElements=4 sourceElements=3",
        (all, target, source) -> all.collect(target, 2, target, 0, all.team().pe() == 0 ? 3 : 1));
  }

  @Test
  void shouldAllowElementsBetweenEachOther() {
    TestJob.DIRECT.run(
        2,
        shmem -> {
          SymmetricLongs longs = shmem.longs(9);
          for (int i = 1; i < 9; i += 2) {
            longs.set(i, 10 * shmem.pe() + i);
          }
          Collectives.of(shmem.world()).alltoalls(longs, 0, 2, longs, 1, 2, 2);
          long first = 4L * shmem.pe() + 1;
          assertEquals(first, longs.at(0));
          assertEquals(first + 2, longs.at(2));
          assertEquals(first + 10, longs.at(4));
          assertEquals(first + 12, longs.at(6));
          assertEquals(10L * shmem.pe() + 7, longs.at(7));
          assertEquals(0, longs.at(8));
        });
  }

  @Test
  void shouldRejectOtherBadArguments() {
    wrong(
        IllegalArgumentException.class,
        "a count is not negative: count=-1",
        (all, target, source) -> all.fcollect(target, source, -1));
    wrong(
        IllegalArgumentException.class,
        "a stride is at least 1: target=longs#1[8] targetIndex=0 targetStride=0",
        (all, target, source) -> all.alltoalls(target, source, 0, 1, 1));
    wrong(
        IndexOutOfBoundsException.class,
        "no such PE: team=world root=2 valid=0..1",
        (all, target, source) -> all.broadcast(target, source, 1, 2));
    wrong(
        NullPointerException.class,
        "source",
        (all, target, source) -> all.broadcast(target, null, 1, 0));
    wrong(
        NullPointerException.class,
        "reduction",
        (all, target, source) -> all.reduce(null, target, source, 1));
  }

  @Test
  void shouldRejectArraysThatDoNotFit() {
    TestJob.DIRECT.run(
        3,
        shmem -> {
          Collectives all = Collectives.of(shmem.world());
          SymmetricInts ints = shmem.ints(3);
          SymmetricDoubles doubles = shmem.doubles(3);
          assertMessage(
              IllegalArgumentException.class,
              "target and source are of one type: target=ints#1[3] targetIndex=0"
                  + " source=doubles#2[3] sourceIndex=0",
              () -> all.<SymmetricArray>broadcast(ints, doubles, 1, 0));
          assertMessage(
              IllegalArgumentException.class,
              "bitwise reductions are for integers: reduction=XOR type=doubles",
              () -> all.reduce(Reduction.XOR, doubles, doubles, 1));
          shmem.free(doubles);
          IllegalStateException freed =
              assertThrows(
                  IllegalStateException.class, () -> all.broadcast(doubles, doubles, 1, 0));
          assertTrue(freed.getMessage().contains("doubles#2"), freed.getMessage());

          Team pair = shmem.world().splitStrided(0, 1, 2);
          SymmetricInts ofPair = pair.isValid() ? pair.heap().ints(1) : null;
          SymmetryException missing =
              assertThrows(SymmetryException.class, () -> all.broadcast(ofPair, ofPair, 1, 0));
          List<String> parts =
              List.of(
                  "a member of the context's team does not have the object",
                  "broadcast target=null targetIndex=0");
          parts.forEach(part -> assertTrue(missing.getMessage().contains(part), part));
          assertTrue(shmem.pe() == 2 || missing.getCause() instanceof IllegalArgumentException);
          ints.set(0, shmem.pe());
          all.reduce(Reduction.SUM, ints, ints, 1);
          assertEquals(3, ints.at(0));
        });
  }

  private static void assertMessage(
      Class<? extends RuntimeException> type, String text, Runnable call) {
    RuntimeException e = assertThrows(type, call::run);
    assertEquals(text, e.getMessage());
  }

  @Test
  void shouldNameTheCallThatADeadPeIsMissedIn() {
    AtomicReference<String> seen = new AtomicReference<>();
    ShmemException ended =
        assertThrows(
            ShmemException.class,
            () ->
                TestJob.DIRECT.run(
                    2,
                    shmem -> {
                      SymmetricLongs longs = shmem.longs(1);
                      if (shmem.pe() == 1) {
                        throw new ArithmeticException("on purpose");
                      }
                      seen.set(messageOfDeath(shmem, longs));
                    }));
    assertInstanceOf(ArithmeticException.class, ended.getCause());
    assertTrue(seen.get().contains("PE 1 in broadcast, the job's collective number 2"), seen.get());
  }

  private static String messageOfDeath(Shmem shmem, SymmetricLongs longs) {
    Collectives all = Collectives.of(shmem.world());
    return assertThrows(PeerFailedException.class, () -> all.broadcast(longs, longs, 1, 0))
        .getMessage();
  }
}
