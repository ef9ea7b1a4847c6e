package org.shmem4j.shmem;

import java.time.Duration;
import java.util.Objects;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.sync.CellSet;
import org.shmem4j.shmem.internal.sync.Waiter;
import org.shmem4j.shmem.internal.transport.AtomicOp;

/**
 * A symmetric 64-bit word that one PE sets or adds to and another waits on (OpenSHMEM 1.6,
 * Signaling Operations).
 *
 * <p>Updates release and waits acquire: who sees an update sees what its sender's own
 * put-with-signal wrote, what the sender ordered before it by a fence to the same PE, and what the
 * sender completed before it by quiet on any PE. Do not mix SET and ADD on one signal at a time. A
 * signal that is reused is best SET to a round number and awaited with GE, with a fence between two
 * that one PE may have on their way at once. Signals, waits and tests are not in the one order of
 * atomics; a quiet between puts them there. It has a cache line of its own.
 */
public final class Signal extends SymmetricObject {
  private final boolean checked = shmem.isChecked();

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
    long content = Memory.getAcquireLongUnless(Mutation.SIGNAL_FETCH_OPAQUE, own);
    seen();
    return content;
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
    long content = shmem.waiter().until(this, 0, own, Long.BYTES, compare, value, offset, deadline);
    seen();
    return content;
  }

  /** The owner has seen what has been updated so far. */
  private void seen() {
    if (checked) {
      SignalMark.clear(this);
    }
  }

  /**
   * Whether this PE's signal compares so with the value now.
   *
   * @throws PeerFailedException if it does not and another PE has ended
   */
  public boolean test(Compare compare, long value) {
    checkAlive();
    boolean holds = shmem.waiter().test(this, 0, own, Long.BYTES, compare, value, offset);
    if (holds) {
      seen();
    }
    return holds;
  }

  /**
   * Waits until this PE's signal compares so with the value, and replaces it by {@code reset} in
   * one step with its last comparison: no update gets lost, and of several threads one takes it.
   * Beyond OpenSHMEM 1.6.
   *
   * @return the content that was replaced
   * @throws PeerFailedException if another PE ends meanwhile
   */
  public long waitAndReset(Compare compare, long value, long reset) {
    return awaitAndReset(compare, value, reset, Waiter.FOREVER);
  }

  /**
   * Like {@link #waitAndReset(Compare, long, long)}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over; nothing is replaced then
   */
  public long waitAndReset(Compare compare, long value, long reset, Duration timeout) {
    return awaitAndReset(compare, value, reset, Shmem.deadline(timeout));
  }

  private long awaitAndReset(Compare compare, long value, long reset, long deadline) {
    while (true) {
      long cell = await(compare, value, deadline);
      if (isReset(cell, reset)) {
        return cell;
      }
    }
  }

  private boolean isReset(long cell, long reset) {
    return compareSwapOwn(cell, reset) == cell || Mutation.RESET_LOST.isOn();
  }

  /** As a peer would, so that it is atomic with what peers do. */
  private long compareSwapOwn(long expected, long value) {
    int pe = ownPe();
    if (base(pe) == 0) {
      return transport.atomic(
          AtomicOp.COMPARE_SWAP, worldPes[pe], offset, Long.BYTES, value, expected);
    }
    long old = Memory.compareAndExchangeLong(own, expected, value);
    if (old == expected) {
      ring(pe, offset);
    }
    return old;
  }

  private static CellSet cells(Signal[] signals, int[] status) {
    if (signals.length == 0) {
      return CellSet.empty();
    }
    for (int i = 0; i < signals.length; i++) {
      checkMember(signals, i);
    }
    Signal first = signals[0];
    CellSet set = first.shmem.waiter().cells(first.own - first.offset).signals(signals, status);
    return first.checked ? set.whenDone(() -> seen(signals, status)) : set;
  }

  private static void seen(Signal[] signals, int[] status) {
    for (int i = 0; i < signals.length; i++) {
      if (status == null || status[i] == 0) {
        signals[i].seen();
      }
    }
  }

  private static void checkMember(Signal[] signals, int i) {
    if (signals[i] == null) {
      throw new NullPointerException(
          "there is no signal at an index: index="
              + i
              + " length="
              + signals.length
              + "; a status that is not 0 leaves a signal out");
    }
    signals[i].checkAlive();
    if (signals[i].shmem != signals[0].shmem) {
      throw new IllegalArgumentException(
          "the signals belong to different worlds: signals[0]="
              + signals[0]
              + " signals["
              + i
              + "]="
              + signals[i]);
    }
  }

  /**
   * Waits until each of this PE's signals compares so with the value, or has done so during the
   * wait (shmem_wait_until_all; OpenSHMEM 1.6, Point-to-Point Synchronization). Returns at once if
   * there is none. What was ordered before each of the updates can be read afterwards.
   *
   * @param signals of one PE's handle; no null
   * @param status leaves the signals out whose entry is not 0; null for none
   * @throws PeerFailedException if another PE ends meanwhile
   */
  public static void waitUntilAll(Signal[] signals, int[] status, Compare compare, long value) {
    cells(signals, status).until(compare, value).all(Waiter.FOREVER);
  }

  /**
   * Like {@link #waitUntilAll(Signal[], int[], Compare, long)}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public static void waitUntilAll(
      Signal[] signals, int[] status, Compare compare, long value, Duration timeout) {
    cells(signals, status).until(compare, value).all(Shmem.deadline(timeout));
  }

  /**
   * Like {@link #waitUntilAll(Signal[], int[], Compare, long)}, each signal with a value of its own
   * (shmem_wait_until_all_vector).
   */
  public static void waitUntilAll(Signal[] signals, int[] status, Compare compare, long[] values) {
    cells(signals, status).until(compare, values).all(Waiter.FOREVER);
  }

  /**
   * Like {@link #waitUntilAll(Signal[], int[], Compare, long[])}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public static void waitUntilAll(
      Signal[] signals, int[] status, Compare compare, long[] values, Duration timeout) {
    cells(signals, status).until(compare, values).all(Shmem.deadline(timeout));
  }

  /**
   * Waits until one of this PE's signals compares so with the value (shmem_wait_until_any;
   * OpenSHMEM 1.6, Point-to-Point Synchronization). Of several none is preferred, so none is missed
   * for ever.
   *
   * @param signals of one PE's handle; no null
   * @param status leaves the signals out whose entry is not 0; null for none
   * @return its index in {@code signals}, or -1 at once if there is none to wait for
   * @throws PeerFailedException if another PE ends meanwhile
   */
  public static int waitUntilAny(Signal[] signals, int[] status, Compare compare, long value) {
    return cells(signals, status).until(compare, value).any(Waiter.FOREVER);
  }

  /**
   * Like {@link #waitUntilAny(Signal[], int[], Compare, long)}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public static int waitUntilAny(
      Signal[] signals, int[] status, Compare compare, long value, Duration timeout) {
    return cells(signals, status).until(compare, value).any(Shmem.deadline(timeout));
  }

  /**
   * Like {@link #waitUntilAny(Signal[], int[], Compare, long)}, each signal with a value of its own
   * (shmem_wait_until_any_vector).
   */
  public static int waitUntilAny(Signal[] signals, int[] status, Compare compare, long[] values) {
    return cells(signals, status).until(compare, values).any(Waiter.FOREVER);
  }

  /**
   * Like {@link #waitUntilAny(Signal[], int[], Compare, long[])}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public static int waitUntilAny(
      Signal[] signals, int[] status, Compare compare, long[] values, Duration timeout) {
    return cells(signals, status).until(compare, values).any(Shmem.deadline(timeout));
  }

  /**
   * Waits until one of this PE's signals compares so with the value, and finds all that then do
   * (shmem_wait_until_some; OpenSHMEM 1.6, Point-to-Point Synchronization).
   *
   * @param signals of one PE's handle; no null
   * @param indices receives their indices in {@code signals}, in no order; has room for all
   * @param status leaves the signals out whose entry is not 0; null for none
   * @return how many, or 0 at once if there is none to wait for
   * @throws PeerFailedException if another PE ends meanwhile
   */
  public static int waitUntilSome(
      Signal[] signals, int[] indices, int[] status, Compare compare, long value) {
    return cells(signals, status).until(compare, value).some(indices, Waiter.FOREVER);
  }

  /**
   * Like {@link #waitUntilSome(Signal[], int[], int[], Compare, long)}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public static int waitUntilSome(
      Signal[] signals,
      int[] indices,
      int[] status,
      Compare compare,
      long value,
      Duration timeout) {
    return cells(signals, status).until(compare, value).some(indices, Shmem.deadline(timeout));
  }

  /**
   * Like {@link #waitUntilSome(Signal[], int[], int[], Compare, long)}, each signal with a value of
   * its own (shmem_wait_until_some_vector).
   */
  public static int waitUntilSome(
      Signal[] signals, int[] indices, int[] status, Compare compare, long[] values) {
    return cells(signals, status).until(compare, values).some(indices, Waiter.FOREVER);
  }

  /**
   * Like {@link #waitUntilSome(Signal[], int[], int[], Compare, long[])}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over
   */
  public static int waitUntilSome(
      Signal[] signals,
      int[] indices,
      int[] status,
      Compare compare,
      long[] values,
      Duration timeout) {
    return cells(signals, status).until(compare, values).some(indices, Shmem.deadline(timeout));
  }

  /**
   * Whether each of this PE's signals compares so with the value now, as of none all do
   * (shmem_test_all). Parameters as of {@link #waitUntilAll(Signal[], int[], Compare, long)}.
   *
   * @throws PeerFailedException if one does not and another PE has ended
   */
  public static boolean testAll(Signal[] signals, int[] status, Compare compare, long value) {
    return cells(signals, status).until(compare, value).testAll();
  }

  /**
   * Like {@link #testAll(Signal[], int[], Compare, long)}, each signal with a value of its own
   * (shmem_test_all_vector).
   */
  public static boolean testAll(Signal[] signals, int[] status, Compare compare, long[] values) {
    return cells(signals, status).until(compare, values).testAll();
  }

  /**
   * The index of one of this PE's signals that compares so with the value now, -1 if none does
   * (shmem_test_any). Parameters as of {@link #waitUntilAny(Signal[], int[], Compare, long)}.
   *
   * @throws PeerFailedException if none does and another PE has ended
   */
  public static int testAny(Signal[] signals, int[] status, Compare compare, long value) {
    return cells(signals, status).until(compare, value).testAny();
  }

  /**
   * Like {@link #testAny(Signal[], int[], Compare, long)}, each signal with a value of its own
   * (shmem_test_any_vector).
   */
  public static int testAny(Signal[] signals, int[] status, Compare compare, long[] values) {
    return cells(signals, status).until(compare, values).testAny();
  }

  /**
   * Finds all of this PE's signals that compare so with the value now; returns how many
   * (shmem_test_some). Parameters as of {@link #waitUntilSome(Signal[], int[], int[], Compare,
   * long)}.
   *
   * @throws PeerFailedException if none does and another PE has ended
   */
  public static int testSome(
      Signal[] signals, int[] indices, int[] status, Compare compare, long value) {
    return cells(signals, status).until(compare, value).testSome(indices);
  }

  /**
   * Like {@link #testSome(Signal[], int[], int[], Compare, long)}, each signal with a value of its
   * own (shmem_test_some_vector).
   */
  public static int testSome(
      Signal[] signals, int[] indices, int[] status, Compare compare, long[] values) {
    return cells(signals, status).until(compare, values).testSome(indices);
  }

  private void update(SignalOp op, long value, int pe) {
    long base = base(pe);
    check(op, worldPes[pe]);
    if (base == 0) {
      transport.signal(worldPes[pe], offset, op, value);
    } else {
      update(op, value, base, worldPes[pe]);
    }
  }

  /** Comes before the data of a put-with-signal, which is wrong and a mutation. */
  void updateBefore(SignalOp op, long value, long base, int worldPe) {
    if (Mutation.SIGNAL_BEFORE_DATA.isOn()) {
      update(op, value, base, worldPe);
    }
  }

  /** Comes after the data of a put-with-signal. */
  void updateAfter(SignalOp op, long value, long base, int worldPe) {
    if (!Mutation.SIGNAL_BEFORE_DATA.isOn()) {
      update(op, value, base, worldPe);
    }
  }

  /** Changes a direct PE's signal; this object has been checked. */
  void update(SignalOp op, long value, long base, int worldPe) {
    if (op == SignalOp.SET) {
      Memory.setReleaseLongUnless(Mutation.SIGNAL_OPAQUE, base + offset, value);
    } else {
      var _ = Memory.getAndAddLong(base + offset, value);
    }
    ringWorld(worldPe, offset);
  }

  private void check(SignalOp op, int worldPe) {
    if (checked) {
      SignalMark.leave(this, op, worldPe);
    }
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
    check(op, worldPe);
  }
}
