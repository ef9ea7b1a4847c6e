package org.shmem4j.shmem;

import java.time.Duration;
import java.util.Objects;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.sync.Waiter;

/**
 * A symmetric 64-bit word that one PE sets or adds to and another waits on (OpenSHMEM 1.6,
 * Signaling Operations).
 *
 * <p>Updates release and waits acquire: who sees an update sees what its sender's own
 * put-with-signal wrote, what the sender ordered before it by a fence to the same PE, and what the
 * sender completed before it by quiet on any PE. Do not mix SET and ADD on one signal at a time. A
 * signal that is reused is best SET to a round number and awaited with GE. It has a cache line of
 * its own.
 */
public final class Signal extends SymmetricObject {
  Signal(ShmemContext context, int id, long offset) {
    super(context, id, "signal", offset, 1, Long.BYTES);
  }

  private Signal(ShmemContext context, Signal root) {
    super(context, root);
  }

  @Override
  Signal newView(ShmemContext of) {
    return new Signal(of, this);
  }

  /** This signal with the PE numbers, the order and the completion of a context. */
  public Signal on(ShmemContext context) {
    return (Signal) viewOn(context);
  }

  /** This signal with a team's PE numbers, on the default context. */
  public Signal on(Team team) {
    return (Signal) viewOn(team.context());
  }

  /** Stores a value into a PE's signal (shmem_signal_set). */
  public void set(long value, int pe) {
    checkAlive();
    update(SignalOp.SET, value, pe);
  }

  /** Adds to a PE's signal atomically (shmem_signal_add). */
  public void add(long value, int pe) {
    checkAlive();
    update(SignalOp.ADD, value, pe);
  }

  /** Reads this PE's signal (shmem_signal_fetch). */
  public long fetch() {
    checkAlive();
    return Memory.getAcquireLong(own);
  }

  /**
   * Waits until this PE's signal compares so with the value.
   *
   * @return the content that ended the wait (shmem_signal_wait_until)
   * @throws PeerFailedException if another PE ends meanwhile
   */
  public long waitUntil(Compare compare, long value) {
    return await(compare, value, Waiter.FOREVER);
  }

  /**
   * Like {@link #waitUntil(Compare, long)}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public long waitUntil(Compare compare, long value, Duration timeout) {
    return await(compare, value, Shmem.deadline(timeout));
  }

  private long await(Compare compare, long value, long deadline) {
    checkAlive();
    return shmem.waiter().until(this, 0, own, Long.BYTES, compare, value, offset, deadline);
  }

  /**
   * Whether this PE's signal compares so with the value now.
   *
   * @throws PeerFailedException if it does not and another PE has ended
   */
  public boolean test(Compare compare, long value) {
    checkAlive();
    return shmem.waiter().test(this, 0, own, Long.BYTES, compare, value, offset);
  }

  private void update(SignalOp op, long value, int pe) {
    long base = base(pe);
    if (base == 0) {
      transport.signal(worldPes[pe], offset, op, value);
    } else {
      update(op, value, base, worldPes[pe]);
    }
  }

  /** Changes a direct PE's signal; this object has been checked. */
  void update(SignalOp op, long value, long base, int worldPe) {
    if (op == SignalOp.SET) {
      Memory.setReleaseLong(base + offset, value);
    } else {
      var _ = Memory.getAndAddLong(base + offset, value);
    }
    ringWorld(worldPe, offset);
  }

  void checkUsableWith(SymmetricArray data, SignalOp op, int worldPe) {
    Objects.requireNonNull(op, "op");
    checkAlive();
    if (data.shmem != shmem) {
      throw new IllegalArgumentException(
          "data and signal belong to different worlds: object=" + data + " signal=" + this);
    }
    if (team() != data.team() && !team().contains(worldPe)) {
      throw new IllegalArgumentException(
          "the target has no such signal: object="
              + data
              + " signal="
              + this
              + " allocatedBy="
              + team()
              + " worldPe="
              + worldPe);
    }
  }
}
