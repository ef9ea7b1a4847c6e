package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.JobSpec;

/** A get of a range need not show one moment; of an element it always does. */
class TearingTest {
  private static final int WRITER = 0;
  private static final int READER = 1;
  private static final int SEEDS = 500;
  private static final long ALL_BITS = -1;
  private static final Set<String> ANY = Set.of("[0, 0]", "[0, 1]", "[1, 0]", "[1, 1]");

  /** Ways to read two elements of a PE's array. */
  enum Read {
    GET,
    IGET,
    IBGET,
    GET_NBI;

    long[] from(SymmetricLongs x, int pe) {
      long[] seen = new long[2];
      switch (this) {
        case GET -> x.get(0, seen, 0, 2, pe);
        case IGET -> x.iget(0, 1, seen, 0, 1, 2, pe);
        case IBGET -> x.ibget(0, 2, seen, 0, 2, 2, 1, pe);
        case GET_NBI -> x.getNbi(0, seen, 0, 2, pe).await();
      }
      return seen;
    }
  }

  /** What the reader has seen in so many schedules, or in all. */
  private static Set<String> seen(Strategy strategy, int most, Function<Shmem, long[]> program) {
    SimulatedMemory memory =
        SimulatedMemory.create(new JobSpec(2, 1 << 16, HeapBacking.MAPPED, true, false));
    Set<String> all = new TreeSet<>();
    for (int i = 1; i <= most && strategy.begin(i); i++) {
      String[] seen = new String[2];
      new Simulation(memory, strategy, new Failing(), null)
          .run(pe ->
              Shmem.run(shmem -> {
                seen[pe] = Arrays.toString(program.apply(shmem));
                shmem.barrierAll();
              }));
      if (!strategy.isRedundant()) {
        all.add(seen[READER]);
      }
    }
    return all;
  }

  private static final class Failing extends Observer {
    @Override
    void failed(int pe, Throwable thrown) {
      throw new AssertionError("PE " + pe, thrown);
    }

    @Override
    void deadlocked(List<Task> tasks) {
      throw new AssertionError("deadlock of " + tasks);
    }
  }

  private static Set<String> seenByChance(Function<Shmem, long[]> program) {
    return seen(new RandomStrategy(), SEEDS, program);
  }

  private static Set<String> seenInAll(Function<Shmem, long[]> program) {
    ExhaustiveStrategy strategy = new ExhaustiveStrategy();
    Set<String> all = seen(strategy, Integer.MAX_VALUE, program);
    assertTrue(strategy.isComplete());
    return all;
  }

  /** The writer changes one element, then the other, in its own memory; the reader reads both. */
  private static long[] oneByOne(Shmem shmem, Read read) {
    SymmetricLongs x = shmem.longs(2);
    if (shmem.pe() == WRITER) {
      x.p(0, 1, WRITER);
      shmem.quiet();
      x.p(1, 1, WRITER);
      return null;
    }
    return read.from(x, WRITER);
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowByChanceWhatACopyCanShow(Read read) {
    Set<String> seen = seenByChance(shmem -> oneByOne(shmem, read));
    assertTrue(seen.contains("[0, 1]"), seen::toString);
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowInAllSchedulesWhatACopyCanShow(Read read) {
    assertEquals(ANY, seenInAll(shmem -> oneByOne(shmem, read)));
  }

  /** The reader reads when a signal says that all is there. */
  private static long[] announced(Shmem shmem, Read read, int where, Consumer<Two> writes) {
    Two two = new Two(shmem, shmem.longs(2), shmem.signal());
    if (shmem.pe() == WRITER) {
      writes.accept(two);
      return null;
    }
    two.signal.waitUntil(Compare.EQ, 1);
    return read.from(two.x, where);
  }

  private record Two(Shmem shmem, SymmetricLongs x, Signal signal) {
    void put(int to) {
      x.p(0, 1, to);
      shmem.quiet();
      x.p(1, 1, to);
    }
  }

  private static void afterQuiet(Two two) {
    two.put(WRITER);
    two.shmem.quiet();
    two.signal.set(1, READER);
  }

  private static void afterFence(Two two) {
    two.put(READER);
    two.shmem.fence();
    two.signal.set(1, READER);
  }

  private static void withSignal(Two two) {
    two.x.putSignal(0, new long[] {1, 1}, 0, 2, two.signal, SignalOp.SET, 1, READER);
  }

  private static void assertWhole(Function<Shmem, long[]> program) {
    assertEquals(Set.of("[1, 1]"), seenByChance(program));
    assertEquals(Set.of("[1, 1]"), seenInAll(program));
  }

  @ParameterizedTest
  @EnumSource
  void shouldShowAllThatSomethingOrdersBeforeIt(Read read) {
    assertWhole(shmem -> announced(shmem, read, WRITER, TearingTest::afterQuiet));
    assertWhole(shmem -> announced(shmem, read, READER, TearingTest::afterFence));
    assertWhole(shmem -> announced(shmem, read, READER, TearingTest::withSignal));
  }

  /** What was known when it began is all that it must show, also if it ends late. */
  @Test
  void shouldNotShowMoreThanWasKnownWhenItBegan() {
    Set<String> seen =
        seenInAll(shmem -> {
          Two two = new Two(shmem, shmem.longs(2), shmem.signal());
          if (shmem.pe() == WRITER) {
            two.x.p(0, 1, WRITER);
            shmem.quiet();
            two.signal.set(1, READER);
            return null;
          }
          long[] read = new long[2];
          var _ = two.x.getNbi(0, read, 0, 2, WRITER);
          two.signal.waitUntil(Compare.EQ, 1);
          two.x.p(1, 1, WRITER);
          shmem.quiet();
          return read;
        });
    assertEquals(ANY, seen);
  }

  @Test
  void shouldNeverTearAnElement() {
    Function<Shmem, long[]> longs =
        shmem -> {
          SymmetricLongs x = shmem.longs(2);
          if (shmem.pe() == WRITER) {
            x.put(0, new long[] {ALL_BITS, ALL_BITS}, 0, 2, WRITER);
            return null;
          }
          return Read.GET.from(x, WRITER);
        };
    Set<String> whole = Set.of("[0, 0]", "[0, -1]", "[-1, 0]", "[-1, -1]");
    assertEquals(whole, seenByChance(longs));
    assertEquals(whole, seenInAll(longs));
  }

  @Test
  void shouldNeverTearAnElementBesideWords() {
    Set<String> seen =
        seenInAll(shmem -> {
          SymmetricInts x = shmem.ints(4);
          if (shmem.pe() == WRITER) {
            x.put(1, new int[] {-1, -1}, 0, 2, WRITER);
            return null;
          }
          int[] read = new int[2];
          x.get(1, read, 0, 2, WRITER);
          return new long[] {read[0], read[1]};
        });
    assertEquals(Set.of("[0, 0]", "[0, -1]", "[-1, 0]", "[-1, -1]"), seen);
  }

  private static boolean isComplete(Function<Shmem, long[]> program) {
    ExhaustiveStrategy strategy = new ExhaustiveStrategy();
    var _ = seen(strategy, Integer.MAX_VALUE, program);
    return strategy.isComplete();
  }

  private static long[] putAndLook(Shmem shmem, int length, boolean waits) {
    SymmetricLongs x = shmem.longs(length);
    Signal signal = shmem.signal();
    if (shmem.pe() == WRITER) {
      x.putSignal(0, new long[length], 0, length, signal, SignalOp.SET, 1, READER);
      return null;
    }
    if (waits) {
      signal.waitUntil(Compare.EQ, 1);
    }
    return new long[] {x.at(length - 1)};
  }

  @Test
  void shouldNotBeCompleteIfSomebodyLooksAtAPutOfMorePiecesThanAreTried() {
    int most = SimulatedTransport.MOST_CUTS + 1;
    assertTrue(isComplete(shmem -> putAndLook(shmem, most, false)));
    assertFalse(isComplete(shmem -> putAndLook(shmem, most + 1, false)));
    assertTrue(isComplete(shmem -> putAndLook(shmem, most + 1, true)));
  }

  @Test
  void shouldNotBeCompleteIfAWaitIsForAPartOfSuchAPut() {
    int length = SimulatedTransport.MOST_CUTS + 2;
    assertFalse(
        isComplete(shmem -> {
          SymmetricLongs x = shmem.longs(length);
          if (shmem.pe() == WRITER) {
            long[] ones = new long[length];
            Arrays.fill(ones, 1);
            x.put(0, ones, 0, length, READER);
            return null;
          }
          x.waitUntil(length - 1, Compare.EQ, 1);
          return null;
        }));
  }

  /** Puts to cells of one's own, completed one by one, while another may read one of them. */
  private static long[] manyPuts(Shmem shmem, int puts, boolean reads) {
    SymmetricLongs x = shmem.longs(2);
    for (int i = 0; shmem.pe() == WRITER && i < puts; i++) {
      x.p(0, 1, WRITER);
      shmem.quiet();
    }
    return shmem.pe() == READER ? new long[] {reads ? x.g(0, WRITER) : 0} : null;
  }

  @Test
  void shouldNotBeCompleteIfAGetCouldSeeWhatIsForgotten() {
    assertTrue(isComplete(shmem -> manyPuts(shmem, Past.CAPACITY, true)));
    assertFalse(isComplete(shmem -> manyPuts(shmem, Past.CAPACITY + 1, true)));
    assertTrue(isComplete(shmem -> manyPuts(shmem, Past.CAPACITY + 1, false)));
  }

  @Test
  void shouldNotBeCompleteIfALinkIsFull() {
    ExhaustiveStrategy strategy = new ExhaustiveStrategy();
    assertTrue(strategy.begin(1));
    Scheduler scheduler = new Scheduler(1, strategy, null, new Observer(), null);
    Link link = new Link(0, 0, 0);
    for (int i = 0; i <= Scheduler.LONGEST_LINK; i++) {
      scheduler.issue(new Part(link, i, i, Part.Stage.DATA, 0, Part.NO_CELL, () -> {}));
    }
    assertEquals(Scheduler.LONGEST_LINK, link.size());
    while (strategy.begin(1)) {
      // no choice has been made
    }
    assertFalse(strategy.isComplete());
  }
}
