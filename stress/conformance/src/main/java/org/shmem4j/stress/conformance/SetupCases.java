package org.shmem4j.stress.conformance;

import static org.shmem4j.stress.conformance.Around.inOtherWorld;
import static org.shmem4j.stress.conformance.Around.left;
import static org.shmem4j.stress.conformance.Around.right;
import static org.shmem4j.stress.conformance.Around.rounds;
import static org.shmem4j.stress.conformance.Claim.equal;
import static org.shmem4j.stress.conformance.Claim.expect;
import static org.shmem4j.stress.conformance.Claim.has;
import static org.shmem4j.stress.conformance.Claim.that;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;
import org.shmem4j.shmem.job.Setting;

/** Joining and leaving a job, and several of them in one JVM. */
final class SetupCases {
  private static final int STATUS = 7;

  private SetupCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("every PE has a number of its own", "my_pe n_pes", SetupCases::numbers),
        Case.of("version and name", "info_get_version info_get_name", SetupCases::version),
        Case.of(
            "nested init gives the same handle",
            "init finalize query_initialized",
            SetupCases::nested),
        Case.of("leave and join again", "init finalize query_initialized", SetupCases::again)
            .endsWith(0),
        Case.of("two worlds in one JVM", "init finalize my_pe n_pes", SetupCases::worlds),
        Case.of(
            "an interceptor is told what the program wants", "pcontrol", SetupCases::intercepted),
        Case.of("a world that fails harms no other", "init", SetupCases::failingWorld),
        // case 66
        Case.of("33 and 64 PEs", "init n_pes barrier_all", SetupCases::manyPes),
        Case.of("puts before finalize arrive (L35)", "finalize p", SetupCases::lastPut).endsWith(0),
        Case.of("nothing works after finalize", "finalize", SetupCases::afterwards).endsWith(0),
        // case 52
        Case.of("globalExit ends those who wait", "global_exit", s -> exit(s, STATUS))
            .endsWith(STATUS),
        Case.of("globalExit with 0", "global_exit", s -> exit(s, 0)).endsWith(0),
        Case.of("a status that no process can return", "global_exit", SetupCases::badStatus));
  }

  private static void numbers(Shmem shmem) {
    that(shmem.pe() >= 0 && shmem.pe() < shmem.pes(), "PE " + shmem.pe());
    SymmetricLongs seen = shmem.longs(shmem.pes());
    for (int pe = 0; pe < shmem.pes(); pe++) {
      seen.atomicInc(shmem.pe(), pe);
    }
    shmem.barrierAll();
    for (int pe = 0; pe < shmem.pes(); pe++) {
      equal(1L, seen.at(pe), "how many are PE " + pe);
    }
    shmem.free(seen);
  }

  private static void version(Shmem shmem) {
    equal("1.6", Shmem.MAJOR_VERSION + "." + Shmem.MINOR_VERSION, "version");
    that(!Shmem.VENDOR_STRING.isEmpty(), "a name");
    that(Shmem.VENDOR_STRING.length() <= Shmem.MAX_NAME_LEN, "not too long");
  }

  /** Each close but the last is a barrier. */
  private static void nested(Shmem shmem) throws InterruptedException {
    SymmetricLongs x = shmem.longs(1);
    for (int round = 1; round <= rounds(shmem, 40); round++) {
      Shmem again = Shmem.init();
      that(again == shmem && Shmem.init() == shmem, "the same handle");
      x.p(0, round, right(shmem));
      again.close();
      equal((long) round, x.at(0), "completed by close");
      shmem.close();
    }
    boolean[] seen = new boolean[1];
    Thread other = Thread.ofPlatform().start(() -> seen[0] = Shmem.isInitialized());
    other.join();
    that(seen[0] && Shmem.isInitialized(), "initialised, says every thread");
    shmem.free(x);
  }

  private static void again(Shmem shmem) {
    Shmem now = shmem;
    for (int round = 0; round < 5; round++) {
      Team even = now.world().splitStrided(0, 2, (now.pes() + 1) / 2);
      SymmetricLongs old = now.longs(10);
      ring(now, 10L * round);
      now.close();
      that(!Shmem.isInitialized(), "not between finalize and init");
      has(expect(IllegalStateException.class, s -> old.at(0), shmem), "freed", "finalize");
      Shmem next = Shmem.init();
      that(next != now && Shmem.isInitialized(), "a new handle");
      equal(shmem.pe(), next.pe(), "the same number");
      equal(0, next.heap().objectCount(), "objects left");
      if (even.isValid()) {
        var _ = expect(IllegalStateException.class, s -> even.sync(), shmem);
      }
      now = next;
    }
    ring(now, 99);
    now.close();
  }

  /** Each PE has two further worlds at once, of other sizes than its own. */
  private static void worlds(Shmem shmem) throws InterruptedException {
    SymmetricLongs own = shmem.longs(1);
    Throwable[] failure = new Throwable[1];
    Thread other =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((thread, e) -> failure[0] = e)
            .start(() -> inOtherWorld(2, s -> ring(s, 100)));
    inOtherWorld(3, s -> ring(s, 200));
    other.join();
    that(failure[0] == null, "the other world: " + failure[0]);
    own.p(0, shmem.pe() + 1L, right(shmem));
    shmem.barrierAll();
    equal(left(shmem) + 1L, own.at(0), "in this world");
    shmem.free(own);
  }

  /** In a world of its own, as an interceptor is there from the beginning. */
  private static void intercepted(Shmem shmem) {
    shmem.profilingControl(0); // does nothing without one
    if (shmem.pe() == 0) {
      int before = OperationCount.PUTS.get();
      System.setProperty(Setting.INTERCEPTOR.property(), OperationCount.class.getName());
      try {
        inOtherWorld(
            2,
            s -> {
              SymmetricLongs box = s.longs(1);
              box.put(new long[] {1}, right(s));
              s.profilingControl(0);
              box.put(new long[] {2}, right(s));
              s.profilingControl(1);
              box.put(new long[] {3}, right(s));
              s.barrierAll();
              equal(3L, box.at(0), "put");
            });
      } finally {
        System.clearProperty(Setting.INTERCEPTOR.property());
      }
      equal(4, OperationCount.PUTS.get() - before, "puts that were to be told");
    }
  }

  private static void ring(Shmem shmem, long value) {
    SymmetricLongs box = shmem.longs(1);
    for (int round = 1; round <= rounds(shmem, 40); round++) {
      box.p(0, value + round + shmem.pe(), right(shmem));
      shmem.barrierAll();
      equal(value + round + left(shmem), box.at(0), "round " + round);
      shmem.barrierAll();
    }
    shmem.free(box);
  }

  private static void failingWorld(Shmem shmem) {
    ShmemException e =
        expect(
            ShmemException.class,
            s ->
                inOtherWorld(
                    2,
                    inner -> {
                      if (inner.pe() == 1) {
                        throw new IllegalStateException("on purpose");
                      }
                      inner.barrierAll();
                    }),
            shmem);
    has(e, "PE 1 failed", "on purpose");
    shmem.barrierAll();
    inOtherWorld(2, s -> ring(s, 1));
  }

  private static void manyPes(Shmem shmem) {
    if (shmem.pe() == 0) {
      inOtherWorld(33, s -> ring(s, 1));
      inOtherWorld(64, s -> ring(s, 2));
    }
    shmem.barrierAll();
  }

  /** The memory of a PE that has left stays mapped as long as somebody holds a segment of it. */
  private static void lastPut(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    MemorySegment own = x.segment();
    shmem.barrierAll();
    x.p(0, shmem.pe() + 1L, right(shmem));
    shmem.close();
    equal(left(shmem) + 1L, own.get(ValueLayout.JAVA_LONG, 0), "put before finalize");
  }

  private static void afterwards(Shmem shmem) {
    SymmetricLongs x = shmem.longs(1);
    shmem.close();
    for (Case.Body use : List.<Case.Body>of(Shmem::barrierAll, Shmem::syncAll, s -> s.longs(1))) {
      has(expect(IllegalStateException.class, use, shmem), "has left the job", "pe=" + shmem.pe());
    }
    has(expect(IllegalStateException.class, s -> x.p(0, 1, 0), shmem), "freed", "finalize");
    shmem.close(); // does nothing
  }

  /** The last PE ends the job while the others are wherever a PE can be. */
  private static void exit(Shmem shmem, int status) throws InterruptedException {
    Signal never = shmem.signal();
    shmem.barrierAll();
    if (shmem.pe() == shmem.pes() - 1) {
      Thread.sleep(50);
      shmem.globalExit(status);
    }
    switch (shmem.pe() % 3) {
      case 0 -> shmem.barrierAll();
      case 1 -> never.waitUntil(Compare.EQ, 1);
      default -> shmem.free(never);
    }
    throw new AssertionError("the end did not come");
  }

  private static void badStatus(Shmem shmem) {
    for (int status : new int[] {-1, 256, Integer.MAX_VALUE}) {
      IllegalArgumentException e =
          expect(IllegalArgumentException.class, s -> s.globalExit(status), shmem);
      has(e, "between 0 and 255", "status=" + status);
    }
  }
}
