package org.shmem4j.shmem.internal.sync;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.WaitTimeoutException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Libc;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.job.PeState;

/**
 * Waits until a cell of shared memory holds what is awaited: spins, then yields, then sleeps.
 *
 * <p>The first two stages write nothing. From the second on a waiter also sees the end of the job,
 * the death of a PE and its deadline.
 */
public final class Waiter {
  /** For waits without a deadline. */
  public static final long FOREVER = Long.MAX_VALUE;

  /** Polls before the processor is told that we spin: its pause costs as much as a cache miss. */
  private static final int TIGHT_SPINS = 2_000;

  private static final int SPINS = 4_000;
  private static final int SHARED_SPINS = 50;
  private static final int YIELDS = 2_000;
  private static final int SHARED_YIELDS = 100;
  private static final int YIELDS_PER_LOOK = 16;

  private static final long BACKSTOP_NANOS = 10_000_000;
  private static final long PROBE_NANOS = 100_000_000;
  private static final long SHORTEST_PARK_NANOS = 50_000;
  private static final long LONGEST_PARK_NANOS = 1_000_000;
  private static final long UNBORN_PARK_NANOS = 5_000_000;

  /**
   * Sleeps without a bell before the first with one: the futex needs the JDK's linker, whose start
   * costs more CPU time than the whole rest of a small program.
   */
  private static final int PARKS_BEFORE_FUTEX = 100;

  private static final long LATE_BELL_NANOS = 2_000_000;

  private final ControlFile control;
  private final long block;
  private final int pe;
  private final Liveness liveness;
  private final boolean hasBells;
  private final Runnable endJob;
  private final int spins;
  private final int yields;
  private final AtomicInteger records = new AtomicInteger();
  private final AtomicInteger parksLeft = new AtomicInteger(PARKS_BEFORE_FUTEX);

  /**
   * Creates a PE's waiter.
   *
   * @param endJob ends this PE after a globalExit; does not return
   */
  public Waiter(ControlFile control, int pe, Liveness liveness, boolean hasBells, Runnable endJob) {
    this.control = control;
    this.block = control.base() + ControlLayout.block(pe);
    this.pe = pe;
    this.liveness = liveness;
    this.hasBells = hasBells;
    this.endJob = endJob;
    this.spins = hasBells ? SHARED_SPINS : SPINS;
    this.yields = hasBells ? SHARED_YIELDS : YIELDS;
  }

  /**
   * Waits for a cell of this PE's heap.
   *
   * @param object and {@code index} name the cell to people
   * @param deadline by {@link System#nanoTime}, or {@link #FOREVER}
   * @return the content that ended the wait
   */
  public long until(
      SymmetricObject object,
      long index,
      long address,
      int width,
      Compare compare,
      long value,
      long key,
      long deadline) {
    for (int i = 0; i < spins; i++) {
      long cell =
          width == Long.BYTES ? Memory.getAcquireLong(address) : Memory.getAcquireInt(address);
      if (compare.holds(cell, value)) {
        return cell;
      }
      if (i >= TIGHT_SPINS) {
        Thread.onSpinWait();
      }
    }
    return yielding(new Awaited.Cell(object, index, address, width, compare, value, key), deadline);
  }

  /** Waits for another PE's ticket and returns it. */
  long ticket(String call, int peer, int sequence) {
    long address = control.ticket(peer, sequence);
    for (int i = 0; i < spins; i++) {
      long ticket = Memory.getAcquireLong(address);
      if ((int) (ticket >>> 32) == sequence) {
        return ticket;
      }
      if (i >= TIGHT_SPINS) {
        Thread.onSpinWait();
      }
    }
    long key = Bells.controlKey(ControlLayout.ticket(peer, sequence));
    return yielding(new Awaited.Ticket(call, peer, sequence, address, key), FOREVER);
  }

  /** Waits until another PE has explained its part in a collective that went wrong. */
  void explanation(int peer, int sequence) {
    long address = control.base() + ControlLayout.block(peer) + ControlLayout.EXPLAINED;
    var _ = yielding(new Awaited.Explanation(peer, sequence, address), FOREVER);
  }

  private long yielding(Awaited awaited, long deadline) {
    for (int i = 0; i < yields; i++) {
      long cell = awaited.read();
      if (awaited.holds(cell)) {
        return cell;
      }
      if (i % YIELDS_PER_LOOK == YIELDS_PER_LOOK - 1) {
        look(awaited, deadline);
      }
      Thread.yield();
    }
    return slow(awaited, deadline);
  }

  private long slow(Awaited awaited, long deadline) {
    int record = claimRecord();
    if (record < 0) {
      return parking(awaited, deadline);
    }
    long address = control.base() + ControlLayout.record(pe, record);
    Memory.setLong(address + ControlLayout.SINCE, System.nanoTime());
    Memory.setOpaqueLong(address + ControlLayout.KEY, awaited.key());
    awaited.describe(address);
    try {
      return hasBells && awaited.key() != Awaited.NO_BELL
          ? sleeping(awaited, deadline, address, 1L << record)
          : parking(awaited, deadline);
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

  /** Sleeps of growing length: nobody rings, but a waiting PE takes no processor. */
  private long parking(Awaited awaited, long deadline) {
    long park = SHORTEST_PARK_NANOS;
    long nextProbe = System.nanoTime();
    long cell = awaited.read();
    while (!awaited.holds(cell)) {
      nextProbe = lookAndProbe(awaited, deadline, nextProbe);
      park(awaited, park, deadline);
      park = Math.min(2 * park, LONGEST_PARK_NANOS);
      cell = awaited.read();
    }
    return cell;
  }

  private void park(Awaited awaited, long nanos, long deadline) {
    int debtor = awaited.debtor();
    boolean unborn = debtor >= 0 && control.state(debtor) == PeState.UNBORN;
    LockSupport.parkNanos(Math.min(unborn ? UNBORN_PARK_NANOS : nanos, remaining(deadline)));
  }

  private long sleeping(Awaited awaited, long deadline, long record, long bit) {
    long nextProbe = System.nanoTime();
    long cell = awaited.read();
    while (!awaited.holds(cell)) {
      nextProbe = lookAndProbe(awaited, deadline, nextProbe);
      if (parksLeft.get() > 0) {
        parksLeft.getAndDecrement();
        park(awaited, SHORTEST_PARK_NANOS, deadline);
      } else {
        sleepUntilRung(awaited, deadline, record, bit);
      }
      cell = awaited.read();
    }
    return cell;
  }

  private void sleepUntilRung(Awaited awaited, long deadline, long record, long bit) {
    int bell = Memory.getAcquireInt(record + ControlLayout.BELL);
    var _ = Memory.getAndOrLong(block + ControlLayout.ASLEEP, bit);
    try {
      Memory.fullFence();
      if (awaited.holds(awaited.read())) {
        return;
      }
      sleepOnce(record, bell, Math.min(BACKSTOP_NANOS, remaining(deadline)));
      if (awaited.holds(awaited.read())) {
        countIfNeverRung(record, bell);
      }
    } finally {
      var _ = Memory.getAndAndLong(block + ControlLayout.ASLEEP, ~bit);
    }
  }

  private void sleepOnce(long record, int bell, long nanos) {
    long timespec = record + ControlLayout.TIMESPEC;
    Memory.setLong(timespec, nanos / 1_000_000_000);
    Memory.setLong(timespec + Long.BYTES, nanos % 1_000_000_000);
    var _ = Memory.getAndAddLong(block + ControlLayout.SLEEPS, 1);
    Libc.Futex.sleep(record + ControlLayout.BELL, bell, timespec);
  }

  /** A notifier publishes first and rings later; only if it never rings the backstop saved us. */
  private void countIfNeverRung(long record, int bell) {
    long end = System.nanoTime() + LATE_BELL_NANOS;
    while (Memory.getAcquireInt(record + ControlLayout.BELL) == bell) {
      if (System.nanoTime() > end) {
        var _ = Memory.getAndAddLong(block + ControlLayout.BACKSTOPS, 1);
        return;
      }
      Thread.yield();
    }
  }

  private long lookAndProbe(Awaited awaited, long deadline, long nextProbe) {
    look(awaited, deadline);
    long now = System.nanoTime();
    if (now < nextProbe) {
      return nextProbe;
    }
    liveness.probe();
    look(awaited, deadline);
    return now + PROBE_NANOS;
  }

  private void look(Awaited awaited, long deadline) {
    if (control.exitWord() != 0) {
      endJob.run();
    }
    long failure = control.failure();
    if (failure != 0) {
      long cell = awaited.read();
      if (!awaited.holds(cell)) {
        throw new PeerFailedException(
            (int) (failure >>> 32) - 1, (int) failure, awaited.describe());
      }
    }
    if (deadline != FOREVER && remaining(deadline) == 0) {
      throw new WaitTimeoutException(
          "a wait did not end before its deadline: pe=" + pe + " waitedFor=" + awaited.describe());
    }
  }

  private static long remaining(long deadline) {
    return deadline == FOREVER ? FOREVER : Math.max(0, deadline - System.nanoTime());
  }
}
