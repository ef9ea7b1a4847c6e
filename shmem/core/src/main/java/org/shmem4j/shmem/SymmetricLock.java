package org.shmem4j.shmem;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.internal.sync.Waiter;

/**
 * A lock that one PE at a time holds (OpenSHMEM 1.6, Distributed Locking Routines).
 *
 * <pre>{@code
 * SymmetricLock lock = shmem.lock();
 * SymmetricLongs total = shmem.longs(1);
 * try (var _ = lock.lock()) {
 *   total.p(0, total.g(0, 0) + 1, 0);
 * }
 * }</pre>
 *
 * <p>Waiting PEs get it in the order in which they came. What a holder did to symmetric memory, by
 * the default context and before it cleared the lock, is there for the next one. It is not
 * re-entrant. It belongs to a PE: any thread of the holder may clear it, and its threads that want
 * it queue among themselves first.
 *
 * <p>A PE that has given up at a deadline keeps its place: if its turn comes first it is passed
 * over, and if it asks again before that it waits where it was.
 */
public final class SymmetricLock {
  /*
   * A queue of PEs after Mellor-Crummey and Scott. `tail`, on one PE, names who joined last; each PE
   * has a node: `next` names who joined after it, and `state`. Names are PE + 1, so 0 is nobody.
   *
   * To join, a PE whose node is IDLE empties `next` and swaps itself into `tail`. Nobody there: it
   * holds the lock. Otherwise it becomes WAITING, then links itself into its predecessor's `next`,
   * and waits for GRANTED on its own memory. At a deadline it changes WAITING to ABANDONED and goes
   * away; later it changes that back, if the node is still queued. Only the holder changes states of
   * others, and it follows the links from its own node: it grants the first WAITING node, and makes
   * an ABANDONED one SKIPPED and goes on from there. Who finds itself SKIPPED waits for IDLE.
   *
   * Why that is right:
   * - There is one holder: it either found `tail` empty, or was granted by the one before it, which
   *   then touches nothing any more. `tail` is emptied by the holder alone, by a compare-and-swap
   *   that proves its current node to be the last.
   * - No grant is lost. WAITING to GRANTED, to ABANDONED and back, ABANDONED to SKIPPED are all
   *   compare-and-swaps of one word, so of a deadline and a grant one wins: a PE that cannot abandon
   *   has been granted. A node is linked only after it is WAITING.
   * - A node is IDLE, and may join again, only when it has left the queue and its link has been
   *   used: `next` has one writer for each joining, whom the holder has seen, or who does not exist
   *   as `tail` could be emptied. So nothing late can reach the node's next life, and the holder
   *   touches a node no more once it is IDLE.
   * - A link that `tail` announces always comes: between the two steps is no wait. The holder waits
   *   for it, and for nothing else.
   *
   * All atomics fetch, so that each has happened before the next begins, over any transport. They
   * are sequentially consistent, which is what orders one holder's accesses before the next one's.
   */
  static final long IDLE = 0;
  static final long WAITING = 1;
  static final long GRANTED = 2;
  static final long ABANDONED = 3;
  static final long SKIPPED = 4;

  /** A state that no node ever has. */
  private static final long NEVER = -1;

  static final long NOBODY = 0;

  /**
   * Used on PE {@link #home}, and on a cache line of its own: others write there while it waits.
   */
  static final long TAIL = 0;

  static final long NEXT = 16;
  static final long STATE = 17;

  /** The thread of this PE whose turn it is, if that one had to queue. */
  private static final long TURN = 18;

  private static final long LENGTH = 19;

  private static final int SPINS = 1_000;
  private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
  private static final long LONGEST_PAUSE_NANOS = 128_000_000;

  private final Shmem shmem;
  final SymmetricLongs cells;
  private final int me;

  /** The PE with the tail. */
  final int home;

  /** The turns of this PE's threads that queue, in order; guards the fields below. */
  final Deque<Long> turns = new ArrayDeque<>();

  private long lastTurn;

  /** Whether a thread of this PE holds the lock, or is about to get or to clear it. */
  private boolean taken;

  /** The thread that got the lock for this PE; null if the PE does not hold it. */
  private volatile Thread holder;

  /** How often this PE has got the lock; a guard clears the hold that it was made for only. */
  private volatile long holds;

  SymmetricLock(Shmem shmem) {
    this.shmem = shmem;
    this.cells = shmem.longs(LENGTH);
    this.me = shmem.pe();
    this.home = cells.id() % shmem.pes();
    shmem.isPartOf(this, cells);
    shmem.opened(this);
  }

  /** The team that allocated it. */
  Team team() {
    return cells.team();
  }

  /** The number of this allocation in the job, the same on every PE. */
  public int id() {
    return cells.id();
  }

  /**
   * Waits until this PE holds the lock (shmem_set_lock).
   *
   * @throws IllegalStateException if this thread got it already
   * @throws PeerFailedException if another PE ends meanwhile
   */
  public void set() {
    set(Waiter.FOREVER, null);
  }

  /**
   * Like {@link #set()}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public void set(Duration timeout) {
    set(Shmem.deadline(timeout), timeout);
  }

  private void set(long deadline, Duration timeout) {
    checkAlive();
    if (holder == Thread.currentThread()) {
      throw new IllegalStateException(
          "a lock is not re-entrant: lock=" + this + " pe=" + me + "; clear it first");
    }
    try {
      enter(deadline);
      boolean acquired = false;
      try {
        acquire(deadline);
        hold();
        acquired = true;
      } finally {
        if (!acquired) {
          leave();
        }
      }
    } catch (WaitTimeoutException e) {
      throw new WaitTimeoutException(
          "a lock was not free before the deadline: lock="
              + this
              + " pe="
              + me
              + " timeout="
              + timeout);
    } catch (PeerFailedException e) {
      throw failed(e);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread of this PE at a time has its turn
  private void hold() {
    holds++;
    holder = Thread.currentThread();
  }

  /**
   * Gets the lock if nobody holds it and nobody waits for it, and returns whether this PE holds it
   * now by this call (shmem_test_lock, which returns 0 for that). False also if this PE holds it
   * already.
   *
   * @throws PeerFailedException if it is not free and another PE has ended
   */
  public boolean test() {
    checkAlive();
    if (tryEnter()) {
      boolean acquired = false;
      try {
        acquired = tryAcquire();
        if (acquired) {
          hold();
          return true;
        }
      } finally {
        if (!acquired) {
          leave();
        }
      }
    }
    try {
      // A loop of tests must end as a wait does.
      var _ = cells.test(STATE, Compare.EQ, NEVER);
    } catch (PeerFailedException e) {
      throw failed(e);
    }
    return false;
  }

  /**
   * Completes what this PE has issued, as {@link Shmem#quiet()}, and gives the lock to whoever has
   * waited longest (shmem_clear_lock). What was issued by other contexts they have to complete.
   *
   * @throws IllegalStateException if this PE does not hold it
   * @throws PeerFailedException if a PE that was about to wait has ended
   */
  public void clear() {
    checkAlive();
    synchronized (turns) {
      if (holder == null) {
        throw new IllegalStateException(
            "a lock is cleared by the PE that holds it: lock=" + this + " pe=" + me);
      }
      holder = null;
    }
    try {
      if (!Mutation.LOCK_QUIET.isOn()) {
        shmem.quiet();
      }
      release();
    } catch (PeerFailedException e) {
      throw failed(e);
    } finally {
      leave();
    }
  }

  /** Like {@link #set()}, for try-with-resources: closing what it returns clears the lock. */
  public Guard lock() {
    set();
    return new Guard();
  }

  /** Like {@link #set(Duration)}, for try-with-resources. */
  public Guard lock(Duration timeout) {
    set(timeout);
    return new Guard();
  }

  /** Holds the lock until it is closed. */
  public final class Guard implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();
    private final long hold = holds;

    private Guard() {}

    /** Clears the lock; does nothing if it has been cleared since. */
    @Override
    public void close() {
      if (closed.compareAndSet(false, true) && hold == holds && holder != null) {
        clear();
      }
    }
  }

  /** Ends the lock on all PEs, held or not. Collective; as {@link SymmetricHeap#free}. */
  public void free() {
    shmem.free(cells);
    shmem.closed(this);
  }

  /** Whether it has been freed, or its PE has left the job. */
  public boolean isFreed() {
    return cells.isFreed();
  }

  // The queue of the PEs. One thread of this PE at a time comes here.

  private void acquire(long deadline) {
    long state = cells.atomicCompareSwap(STATE, ABANDONED, WAITING, me);
    if (state == SKIPPED) {
      await(STATE, IDLE, deadline);
    }
    if (state != ABANDONED) {
      long before = join();
      if (before == NOBODY) {
        return;
      }
      if (!Mutation.LOCK_LINK.isOn()) {
        exchange(STATE, WAITING, me);
      }
      exchange(NEXT, me + 1, (int) before - 1);
      if (Mutation.LOCK_LINK.isOn()) {
        exchange(STATE, WAITING, me);
      }
    }
    try {
      await(STATE, GRANTED, deadline);
    } catch (ShmemException e) {
      if (Mutation.LOCK_ABANDON.isOn()) {
        exchange(STATE, ABANDONED, me);
        throw e;
      }
      if (cells.atomicCompareSwap(STATE, WAITING, ABANDONED, me) == WAITING) {
        throw e;
      }
    }
  }

  /** Joins at the end; returns who was there. */
  private long join() {
    exchange(NEXT, NOBODY, me);
    return cells.atomicSwap(TAIL, me + 1, home);
  }

  private boolean tryAcquire() {
    if (cells.atomicFetch(STATE, me) != IDLE) {
      return false; // queued still, so somebody else holds it
    }
    exchange(NEXT, NOBODY, me);
    return cells.atomicCompareSwap(TAIL, NOBODY, me + 1, home) == NOBODY
        || Mutation.LOCK_TEST.isOn();
  }

  private void release() {
    int last = me;
    while (true) {
      long next = cells.atomicFetch(NEXT, last);
      if (next == NOBODY) {
        long emptied = Mutation.LOCK_TAIL.isOn() ? cells.atomicFetch(TAIL, home) : last + 1;
        if (cells.atomicCompareSwap(TAIL, emptied, NOBODY, home) == emptied) {
          exchange(STATE, IDLE, last);
          return;
        }
        next = awaitLink(last);
      }
      exchange(STATE, IDLE, last);
      last = (int) next - 1;
      if (grant(last)) {
        return;
      }
    }
  }

  /** Gives the lock to a PE that waits; false if it has given up and is skipped. */
  private boolean grant(int pe) {
    while (true) {
      if (Mutation.LOCK_GRANT.isOn()) {
        exchange(STATE, GRANTED, pe);
        return true;
      }
      if (cells.atomicCompareSwap(STATE, WAITING, GRANTED, pe) == WAITING) {
        return true;
      }
      if (cells.atomicCompareSwap(STATE, ABANDONED, SKIPPED, pe) == ABANDONED) {
        return false;
      }
      // It has come back in between.
    }
  }

  /** Waits for who has joined after a PE's node; returns it. */
  private long awaitLink(int pe) {
    if (pe == me) {
      return cells.waitUntil(NEXT, Compare.NE, NOBODY);
    }
    long pause = SHORTEST_PAUSE_NANOS;
    for (int i = 0; true; i++) {
      long next = cells.atomicFetch(NEXT, pe);
      if (next != NOBODY) {
        return next;
      }
      if (i < SPINS) {
        Thread.yield();
      } else {
        pause(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      }
    }
  }

  /** Waits a while, in the one way that sees the end of the job and the death of a PE. */
  private void pause(long nanos) {
    try {
      var _ = cells.waitUntil(STATE, Compare.EQ, NEVER, Duration.ofNanos(nanos));
    } catch (WaitTimeoutException e) {
      // As intended.
    }
  }

  private void exchange(long index, long value, int pe) {
    var _ = cells.atomicSwap(index, value, pe);
  }

  /** Waits for a content of a cell of this PE. */
  private void await(long index, long value, long deadline) {
    if (deadline == Waiter.FOREVER) {
      var _ = cells.waitUntil(index, Compare.EQ, value);
    } else {
      long left = Math.max(0, deadline - Tracer.nanoTime());
      var _ = cells.waitUntil(index, Compare.EQ, value, Duration.ofNanos(left));
    }
  }

  // The queue of this PE's threads.

  private void enter(long deadline) {
    long turn;
    synchronized (turns) {
      if (!taken) {
        taken = true;
        return;
      }
      turn = ++lastTurn;
      turns.add(turn);
    }
    try {
      await(TURN, turn, deadline);
    } catch (ShmemException e) {
      synchronized (turns) {
        if (turns.remove(turn)) {
          throw e;
        }
      }
    }
  }

  private boolean tryEnter() {
    synchronized (turns) {
      boolean free = !taken;
      taken = true;
      return free;
    }
  }

  private void leave() {
    synchronized (turns) {
      Long turn = turns.poll();
      if (turn == null) {
        taken = false;
      } else if (!cells.isFreed()) {
        exchange(TURN, turn, me);
      }
    }
  }

  private PeerFailedException failed(PeerFailedException e) {
    PeerFailedException named = new PeerFailedException(e.pe(), e.exitCode(), toString());
    named.initCause(e);
    return named;
  }

  private void checkAlive() {
    if (cells.isFreed()) {
      throw new IllegalStateException(
          "the lock has been freed: lock=" + this + " freedAt=" + cells.freedAt());
    }
  }

  /** Its kind and number, such as "lock#3". */
  @Override
  public String toString() {
    return "lock#" + id();
  }
}
