package org.shmem4j.stress.soak;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.collectives.Reduction;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricInts;
import org.shmem4j.shmem.SymmetricLock;
import org.shmem4j.shmem.SymmetricLongs;

/** Where the survivors stand when a PE dies: all kinds of waits that this PE would have to end. */
final class Places {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final long NEVER = Long.MAX_VALUE;
  private static final int NEVER_INT = Integer.MAX_VALUE;
  private static final long VICTIM_LOOKS_MILLIS = 5;

  private final Shmem shmem;
  private final int victim;
  private final Signal[] signals;
  private final SymmetricInts ints;
  private final SymmetricLongs longs;
  private final SymmetricLongs others;
  private final SymmetricLock lock;
  private final boolean isCollective;
  private final int which;

  /** A wait that only a death ends. */
  private interface Place {
    void stay() throws InterruptedException;
  }

  Places(Shmem shmem, long seed, int victim) {
    this.shmem = shmem;
    this.victim = victim;
    this.signals = shmem.signals(3);
    this.ints = shmem.ints(8);
    this.longs = shmem.longs(64);
    this.others = shmem.longs(64);
    this.lock = shmem.lock();
    // Who is in a collective is in the same one; the others wait for something of their own.
    this.isCollective = new Random(Round.mix(seed, shmem.pe())).nextInt(3) == 0;
    this.which =
        new Random(isCollective ? seed : Round.mix(seed, 100L + shmem.pe())).nextInt(1 << 20);
    if (shmem.pe() == victim) {
      lock.set();
    }
    shmem.barrierAll();
  }

  /** Stays until the death of the victim. */
  void survivor() throws InterruptedException {
    List<Place> places = isCollective ? collectives() : waits();
    places.get(which % places.size()).stay();
    throw new Difference("a wait ended that only PE " + victim + " could have ended: " + which);
  }

  /** Holds the lock until it dies. */
  void victim(Runnable look) throws InterruptedException {
    while (true) {
      look.run();
      Thread.sleep(VICTIM_LOOKS_MILLIS);
    }
  }

  private List<Place> waits() {
    int[] status = {0, 0, 0};
    int[] found = new int[3];
    return List.of(
        () -> signals[0].waitUntil(Compare.EQ, NEVER),
        () -> signals[0].waitUntil(Compare.GE, NEVER, LONG),
        () -> signals[0].waitAndReset(Compare.EQ, NEVER, 0),
        () -> Signal.waitUntilAll(signals, status, Compare.EQ, NEVER),
        () -> Signal.waitUntilAny(signals, status, Compare.EQ, NEVER),
        () -> Signal.waitUntilSome(signals, found, status, Compare.EQ, NEVER, LONG),
        () -> ints.waitUntil(1, Compare.EQ, NEVER_INT),
        () -> longs.waitUntil(1, Compare.LT, 0, LONG),
        () -> longs.waitAndReset(1, Compare.NE, 0, 0),
        () -> ints.waitUntilAll(0, 3, status, Compare.EQ, NEVER_INT),
        () -> ints.waitUntilAny(0, 3, status, Compare.EQ, NEVER_INT),
        () -> longs.waitUntilSome(0, 3, found, status, Compare.NE, new long[3]),
        () -> repeat(() -> signals[1].test(Compare.EQ, NEVER)),
        () -> repeat(() -> ints.testAll(0, 3, status, Compare.EQ, NEVER_INT)),
        () -> repeat(() -> Signal.testAny(signals, status, Compare.EQ, NEVER) >= 0),
        lock::set,
        () -> lock.set(LONG),
        () -> repeat(lock::test),
        this::quietForAWhile,
        () -> {
          Thread.sleep(500);
          signals[2].waitUntil(Compare.NE, 0);
        });
  }

  /** Puts and makes them quiet, and then asks whether all live. */
  private void quietForAWhile() {
    repeat(() -> {
      others.p(0, 1, victim);
      shmem.quiet();
      return signals[0].test(Compare.NE, 0);
    });
  }

  private interface Test {
    boolean holds();
  }

  private static void repeat(Test test) {
    while (!test.holds()) {
      Thread.onSpinWait();
    }
  }

  private List<Place> collectives() {
    Collectives all = Collectives.of(shmem.world());
    return List.of(
        shmem::barrierAll,
        shmem::syncAll,
        () -> shmem.world().sync(),
        () -> shmem.world().barrier(),
        () -> shmem.longs(1000).set(0, 1),
        () -> shmem.heap().malloc(ElementType.INT, 10).segment(),
        () -> shmem.heap().realloc(longs, 1000).at(0),
        () -> shmem.free(longs),
        () -> shmem.signal().fetch(),
        () -> shmem.lock().test(),
        () -> shmem.world().split(0, 0).pe(),
        () -> shmem.world().split2d(2).x().pe(),
        () -> shmem.shared().sync(),
        () -> all.broadcast(longs, others, 10, 0),
        () -> all.alltoall(longs, others, 2),
        () -> all.reduce(Reduction.SUM, longs, others, 10),
        shmem::close);
  }
}
