package org.shmem4j.shmem.internal.sync;

import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Libc;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;

/**
 * Wakes threads that sleep until a cell changes.
 *
 * <p>A sleeper announces itself, fences, reads the cell again and sleeps; a notifier publishes,
 * fences, reads the announcement and wakes. Without both fences one of ten thousand wake-ups is
 * lost. A key names the cell: its offset in the heap, or the complement of its offset in the
 * control file. A sleeper announces the lowest and the highest key of what it waits for, so that
 * only who waits for that cell, or for one on either side of it, is woken.
 */
public final class Bells {
  private final long control;

  /** Creates the notifier's side for a job. */
  public Bells(ControlFile control) {
    this.control = control.base();
  }

  /** Wakes whoever on {@code pe} sleeps on the cell, which the caller has just changed. */
  public void ring(int pe, long key) {
    Memory.fullFenceUnless(Mutation.BELL_FENCE);
    ringAfterFence(pe, key);
  }

  /** Like {@link #ring}, for several PEs after one fence of the caller's. */
  void ringAfterFence(int pe, long key) {
    long asleep = Memory.getAcquireLong(control + ControlLayout.block(pe) + ControlLayout.ASLEEP);
    if (asleep != 0) {
      wake(pe, key, asleep);
    }
  }

  private void wake(int pe, long key, long asleep) {
    if (Mutation.BELL_NONE.isOn()) {
      return;
    }
    for (long rest = asleep; rest != 0; rest &= rest - 1) {
      long record = control + ControlLayout.record(pe, Long.numberOfTrailingZeros(rest));
      if (Memory.getOpaqueLong(record + ControlLayout.KEY) <= key
          && key <= Memory.getOpaqueLong(record + ControlLayout.LAST_KEY)) {
        var _ =
            Memory.getAndAddInt(record + ControlLayout.BELL, Mutation.BELL_COUNT.isOn() ? 0 : 1);
        Libc.Futex.wake(record + ControlLayout.BELL);
      }
    }
  }

  /** The key of a cell of the control file. */
  static long controlKey(long offset) {
    return ~offset;
  }
}
