package org.shmem4j.shmem.internal.sync;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.shmem.WaitTimeoutException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Libc;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.job.PeState;

/**
 * The slow stage of a wait: gives the processor up, says what it waits for, and sees the end of the
 * job, the death of a PE and the deadline.
 */
final class Sleeper {
  private static final long SHORTEST_BACKSTOP_NANOS = 10_000_000;
  private static final long LONGEST_BACKSTOP_NANOS = 80_000_000;
  private static final long PROBE_NANOS = 100_000_000;
  private static final long SHORTEST_PARK_NANOS = 50_000;
  private static final long LONGEST_PARK_NANOS = 10_000_000;
  private static final long UNBORN_PARK_NANOS = 5_000_000;
  private static final long LATE_BELL_NANOS = 2_000_000;

  /** A sleep lasts at most such a part of what has been waited already, so nobody waits in vain. */
  private static final int PART_OF_THE_WAIT = 32;

  /**
   * Sleeps without a bell before the first with one: the futex needs the JDK's linker, whose start
   * costs more CPU time than the whole rest of a small program.
   */
  private static final int PARKS_BEFORE_FUTEX = 300;

  /**
   * For tests: where waiters may sleep they do so at once and on the bell, so that notifiers meet
   * them on their way into the sleep.
   */
  static final boolean IMPATIENT = Boolean.getBoolean("shmem4j.wait.impatient");

  private final ControlFile control;
  private final long block;
  private final int pe;
  private final Liveness liveness;
  private final EndlessWaits endless;
  private final boolean hasBells;
  private final WaitingPe owner;
  private final AtomicInteger records = new AtomicInteger();
  private final AtomicInteger parksLeft = new AtomicInteger(IMPATIENT ? 0 : PARKS_BEFORE_FUTEX);

  /** When who only tests asks next who lives; no harm is done if two threads do. */
  private volatile long nextProbeOfTests = System.nanoTime() + PROBE_NANOS;

  Sleeper(ControlFile control, int pe, Liveness liveness, boolean hasBells, WaitingPe owner) {
    this.control = control;
    this.block = control.base() + ControlLayout.block(pe);
    this.pe = pe;
    this.liveness = liveness;
    this.endless = new EndlessWaits(control, pe, liveness, owner);
    this.hasBells = hasBells;
    this.owner = owner;
  }

  /** Waits until it holds; returns the content of the cell that ended the wait. */
  long sleep(Awaited awaited, long deadline) {
    int record = claimRecord();
    SlowWait wait = new SlowWait(awaited, deadline, record);
    if (record < 0) {
      return wait.run();
    }
    long address = control.base() + ControlLayout.record(pe, record);
    Memory.setLong(address + ControlLayout.SINCE, System.nanoTime());
    if (!Mutation.SLEEPER_KEY.isOn()) {
      Memory.setOpaqueLong(address + ControlLayout.KEY, awaited.key());
      Memory.setOpaqueLong(address + ControlLayout.LAST_KEY, awaited.lastKey());
    }
    awaited.describe(address);
    try {
      return wait.run();
    } finally {
      Memory.setReleaseInt(address + ControlLayout.WAIT_KIND, ControlLayout.WAITS_FOR_NOTHING);
      records.accumulateAndGet(~(1 << record), (taken, mask) -> taken & mask);
    }
  }

  private int claimRecord() {
    while (true) {
      int taken = records.get();
      int record = Integer.numberOfTrailingZeros(~taken);
      if (record >= ControlLayout.RECORD_COUNT) {
        return -1;
      }
      if (records.compareAndSet(taken, taken | 1 << record)) {
        return record;
      }
    }
  }

  /** One wait of one thread. An interrupt does not end it; the thread sees it afterwards. */
  private final class SlowWait {
    private final Awaited awaited;
    private final long deadline;
    private final boolean onBell;
    private final long record;
    private final long bit;
    private final long since = System.nanoTime();
    private long nextProbe = since;

    SlowWait(Awaited awaited, long deadline, int record) {
      this.awaited = awaited;
      this.deadline = deadline;
      this.onBell = hasBells && record >= 0 && awaited.key() != Awaited.NO_BELL;
      this.record = control.base() + ControlLayout.record(pe, Math.max(0, record));
      this.bit = 1L << record;
    }

    long run() {
      boolean interrupted = false;
      try {
        long cell = awaited.read();
        while (!awaited.holds(cell)) {
          look();
          probeNowAndThen();
          interrupted |= Thread.interrupted();
          if (isDebtorUnborn()) {
            park(UNBORN_PARK_NANOS);
          } else if (!onBell || (parksLeft.get() > 0 && parksLeft.getAndDecrement() > 0)) {
            park(lengthened(SHORTEST_PARK_NANOS, LONGEST_PARK_NANOS));
          } else {
            sleepUntilRung();
          }
          cell = awaited.read();
        }
        return cell;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private long lengthened(long shortest, long longest) {
      long part = (System.nanoTime() - since) / PART_OF_THE_WAIT;
      return Math.min(longest, Math.max(shortest, part));
    }

    private boolean isDebtorUnborn() {
      int debtor = awaited.debtor();
      return debtor >= 0 && control.state(debtor) == PeState.UNBORN;
    }

    private void park(long nanos) {
      LockSupport.parkNanos(Math.min(nanos, remaining(deadline)));
    }

    private void sleepUntilRung() {
      int bell = Memory.getAcquireInt(record + ControlLayout.BELL);
      var _ =
          Memory.getAndOrLong(
              block + ControlLayout.ASLEEP, Mutation.SLEEPER_ANNOUNCE.isOn() ? 0 : bit);
      try {
        Memory.fullFenceUnless(Mutation.SLEEPER_FENCE);
        if (!Mutation.SLEEPER_REREAD.isOn() && awaited.holds(awaited.read())) {
          return;
        }
        if (Mutation.SLEEPER_BELL.isOn()) {
          bell = Memory.getAcquireInt(record + ControlLayout.BELL);
        }
        long backstop = lengthened(SHORTEST_BACKSTOP_NANOS, LONGEST_BACKSTOP_NANOS);
        sleepOnce(bell, Math.min(backstop, remaining(deadline)));
        if (awaited.holds(awaited.read())) {
          countIfNeverRung(bell);
        }
      } finally {
        var _ = Memory.getAndAndLong(block + ControlLayout.ASLEEP, ~bit);
      }
    }

    private void sleepOnce(int bell, long nanos) {
      long timespec = record + ControlLayout.TIMESPEC;
      Memory.setLong(timespec, nanos / 1_000_000_000);
      Memory.setLong(timespec + Long.BYTES, nanos % 1_000_000_000);
      var _ = Memory.getAndAddLong(block + ControlLayout.SLEEPS, 1);
      Libc.Futex.sleep(record + ControlLayout.BELL, bell, timespec);
    }

    /** A notifier publishes first and rings later; only if it never rings the backstop saved us. */
    private void countIfNeverRung(int bell) {
      long end = System.nanoTime() + LATE_BELL_NANOS;
      while (Memory.getAcquireInt(record + ControlLayout.BELL) == bell) {
        if (System.nanoTime() > end) {
          var _ = Memory.getAndAddLong(block + ControlLayout.BACKSTOPS, 1);
          return;
        }
        Thread.yield();
      }
    }

    private void probeNowAndThen() {
      long now = System.nanoTime();
      if (now >= nextProbe) {
        nextProbe = now + PROBE_NANOS;
        liveness.probe();
        look();
        if (deadline == Waiter.FOREVER) {
          endless.check(awaited);
        }
      }
    }

    private void look() {
      Sleeper.this.look(awaited);
      if (deadline != Waiter.FOREVER && remaining(deadline) == 0) {
        throw new WaitTimeoutException(
            "a wait did not end before its deadline: pe="
                + pe
                + " waitedFor="
                + awaited.describe());
      }
    }
  }

  /** Finds out who lives, for who tests in a loop and does not sleep. */
  void probeNowAndThen() {
    long now = System.nanoTime();
    if (now - nextProbeOfTests >= 0) {
      nextProbeOfTests = now + PROBE_NANOS;
      liveness.probe();
    }
  }

  /** Ends this PE if the job ends; throws if a PE has died and what is awaited is not there. */
  void look(Awaited awaited) {
    if (control.exitWord() != 0) {
      owner.endJob();
    }
    long failure = control.failure();
    if (failure != 0 && !awaited.holds(awaited.read())) {
      throw ControlFile.peerFailed(failure, awaited.describe());
    }
  }

  static long remaining(long deadline) {
    return deadline == Waiter.FOREVER ? Waiter.FOREVER : Math.max(0, deadline - System.nanoTime());
  }
}
