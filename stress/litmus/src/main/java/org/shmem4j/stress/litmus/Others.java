package org.shmem4j.stress.litmus;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.WaitTimeoutException;
import org.shmem4j.shmem.job.JobStatistics;
import org.shmem4j.stress.litmus.Row.Reach;

/** Locks, completion, threads of a PE, progress and sleep (L27, L31 to L33, L36, W1). */
final class Others {
  private static final int TO = 1;
  private static final Duration SHORT = Duration.ofNanos(500);
  private static final VarHandle LONGS = JAVA_LONG.varHandle();

  private Others() {}

  static List<Row> rows() {
    return List.of(
        guarded("L27", "set lock; g; p; clear lock, 2 PEs", 2, (pe, at) -> pe.lock.set()),
        guarded("L27", "set lock; g; p; clear lock, 3 PEs", 3, (pe, at) -> pe.lock.set()),
        guarded(
            "L27b",
            "test lock in a loop; g; p; clear lock, 2 PEs",
            2,
            Kind.loop("", (pe, at) -> pe.lock.test()).act()),
        guarded(
            "L27b",
            "set lock, giving up now and then; g; p; clear lock, 2 PEs",
            2,
            Others::takesPatiently),
        guarded(
            "L27b",
            "set lock, giving up now and then; g; p; clear lock, 3 PEs",
            3,
            Others::takesPatiently),
        gets("L31", "getNbi; quiet", (pe, at) -> pe.x.getNbi(at, pe.results(), Pe.slot(at), 1, TO))
            .forbid("0", "quiet returned before the result was there"),
        gets(
                "L31",
                "atomicFetchNbi; quiet",
                (pe, at) -> pe.x.atomicFetchNbi(pe.results(), Pe.slot(at), at, TO))
            .forbid("0", "quiet returned before the result was there"),
        Row.of("L31", "getNbi | -")
            .sees((pe, at) -> {
              pe.x.p(at, 1, TO);
              pe.shmem.quiet();
              var _ = pe.x.getNbi(at, pe.results(), Pe.slot(at), 1, TO);
              return pe.results()[Pe.slot(at)];
            })
            .idles()
            .expect("1", "the result is there")
            .allow("0", "a result need not be there before quiet"),
        Row.of("L32", "getNbi; fence; p; quiet | -")
            .sees((pe, at) -> {
              var _ = pe.x.getNbi(at, pe.results(), Pe.slot(at), 1, TO);
              pe.shmem.fence();
              pe.x.p(at, 2, TO);
              pe.shmem.quiet();
              return pe.results()[Pe.slot(at)];
            })
            .idles()
            .expect("0", "the get came before the put")
            .allow("2", "a fence does not order gets"),
        Row.of("L33", "thread 1: put; tells; thread 2: quiet; atomicSet | waitUntil")
            .does((pe, at) -> {
              pe.x.put(at, pe.ones, 0, 1, TO);
              pe.told.set(Pe.slot(at), 1);
            })
            .alsoDoes((pe, at) -> {
              while (pe.told.get(Pe.slot(at)) == 0) {
                pe.pause();
              }
              pe.shmem.quiet();
              pe.flag.atomicSet(at, 1, TO);
            })
            .sees((pe, at) -> {
              pe.flag.waitUntil(at, Compare.EQ, 1);
              return pe.x.at(at);
            })
            .expect("1", "quiet covers what another thread has put before")
            .forbid("0", "another thread's put was not covered"),
        idleTarget(),
        wakeUp("signal set", (pe, at) -> pe.signal(at).set(1, TO), Kind.SIGNAL_WAIT),
        wakeUp("signal add", (pe, at) -> pe.signal(at).add(1, TO), Kind.SIGNAL_WAIT),
        wakeUp(
            "putSignal",
            (pe, at) -> pe.x.putSignal(at, pe.ones, 0, 1, pe.signal(at), SignalOp.SET, 1, TO),
            Kind.SIGNAL_WAIT),
        wakeUp("atomicSet", Kind.SET.act(), Kind.WAIT),
        wakeUp("p", (pe, at) -> pe.flag.p(at, 1, TO), Kind.WAIT));
  }

  private static Row guarded(String id, String name, int n, Program.Act takes) {
    return Row.of(id, name)
        .allDo(
            n,
            (pe, at) -> {
              takes.run(pe, at);
              pe.x.p(at, pe.x.g(at, 0) + 1, 0);
              pe.lock.clear();
            })
        .finallySees((pe, at) -> pe.x.at(at))
        .expect(Integer.toString(n), "every turn counts")
        .forbid(".*", "two held the lock at once, or one did not see the other's put");
  }

  /** Gets the lock in the end. */
  private static void takesPatiently(Pe pe, long at) {
    while (true) {
      try {
        pe.lock.set(SHORT);
        return;
      } catch (WaitTimeoutException e) {
        // once more
      }
    }
  }

  /** Issues a read of {@code x}. */
  private interface Issue {
    Object of(Pe pe, long at);
  }

  private static Row gets(String id, String name, Issue issue) {
    return Row.of(id, "p; quiet; " + name + " | -")
        .sees((pe, at) -> {
          pe.x.p(at, 1, TO);
          pe.shmem.quiet();
          var _ = issue.of(pe, at);
          pe.shmem.quiet();
          return pe.results()[Pe.slot(at)];
        })
        .idles()
        .expect("1", "the result is there");
  }

  /** A target that never calls in: it only loads. */
  private static Row idleTarget() {
    return Row.of("L36", "p; atomicAdd; quiet; g; atomicFetch | plain Java, no call")
        .within(Reach.DIRECT)
        .sees((pe, at) -> {
          pe.y.p(at, 3, TO);
          pe.y.atomicAdd(at + 1, 4, TO);
          pe.shmem.quiet();
          long got = pe.y.g(at, TO) + pe.y.atomicFetch(at + 1, TO);
          pe.x.p(at, 1, TO);
          return got;
        })
        .sees((pe, at) -> {
          while ((long) LONGS.getOpaque(pe.view(TO), at * Long.BYTES) == 0) {
            pe.pause();
          }
          return 1;
        })
        .expect("7, 1", "operations end though their target calls nothing");
  }

  /**
   * A sleeper and who wakes it, at the same time. A backstop ends a sleep that nobody ends, so what
   * is looked at is whether a bell was rung by the time the other has returned from its call. Bytes
   * tell each other how far they are, as storing them rings no bell, and looking at them does not
   * sleep.
   */
  private static Row wakeUp(String name, Program.Act wakes, Kind sleeps) {
    Program.Act sleep = sleeps.act();
    Program.Act isReady = Kind.loop("", (pe, at) -> pe.bytes.g(at, TO) == 1).act();
    Program.Act hasRung = Kind.loop("", (pe, at) -> pe.bytes.g(at + 1, TO) == 1).act();
    Program.Act isOver = Kind.loop("", (pe, at) -> pe.bytes.g(at + 2, 0) == 1).act();
    return Row.of("W1", name + " | " + sleeps.name() + ", asleep")
        .within(Reach.SLEEPING)
        .does((pe, at) -> {
          pe.bytes.p(at, (byte) 1, TO);
          pe.dawdle();
          wakes.run(pe, at);
          pe.bytes.p(at + 1, (byte) 1, TO);
          isOver.run(pe, at);
        })
        .sees((pe, at) -> {
          isReady.run(pe, at);
          JobStatistics before = pe.shmem.statistics();
          sleep.run(pe, at);
          hasRung.run(pe, at);
          JobStatistics after = pe.shmem.statistics();
          pe.bytes.p(at + 2, (byte) 1, 0);
          return after.backstops() > before.backstops() && after.bells() == before.bells() ? 1 : 0;
        })
        .expect("0", "rung for, or too early to sleep")
        .forbid("1", "slept on although the other had returned without ringing");
  }
}
