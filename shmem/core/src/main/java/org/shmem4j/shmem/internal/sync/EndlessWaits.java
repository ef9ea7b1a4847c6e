package org.shmem4j.shmem.internal.sync;

import org.shmem4j.shmem.EndlessWaitException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.memory.Memory;

/** Finds waits that nobody can end any more. Never a false alarm: in doubt a wait goes on. */
final class EndlessWaits {
  private final ControlFile control;
  private final int pe;
  private final Liveness liveness;
  private final WaitingPe owner;

  EndlessWaits(ControlFile control, int pe, Liveness liveness, WaitingPe owner) {
    this.control = control;
    this.pe = pe;
    this.liveness = liveness;
    this.owner = owner;
  }

  /** Throws if nobody can end a wait. */
  void check(Awaited awaited) {
    int debtor = awaited.debtor();
    boolean nobodyCan = debtor < 0 ? isAloneForGood() : liveness.hasLeftForGood(debtor);
    if (!nobodyCan) {
      return;
    }
    // Whoever has gone has stored before, and this PE now has too: only a look after that counts.
    owner.complete();
    if (!awaited.holds(awaited.read())) {
      throw new EndlessWaitException(
          debtor < 0 ? nobodyElse(awaited) : neverAgain(debtor, awaited));
    }
  }

  private String nobodyElse(Awaited awaited) {
    return "nobody can end this wait, for "
        + (control.spec().pes() == 1
            ? "the job has no other PE and this one no other thread"
            : "all other PEs are in finalize or have ended")
        + ": pe="
        + pe
        + " waitedFor="
        + awaited.describe();
  }

  private static String neverAgain(int debtor, Awaited awaited) {
    return "another PE has left the job and ended, while this one has joined it again: pe="
        + debtor
        + "; all PEs join again or none; this PE was waiting for "
        + awaited.describe();
  }

  /** Whether no other PE and no other thread of this PE will ever change a cell. */
  private boolean isAloneForGood() {
    long next = 1 + Math.max(ownTicket(0), ownTicket(1));
    for (int peer = 0; peer < control.spec().pes(); peer++) {
      if (peer != pe && !isInFinalize(peer, next) && !liveness.hasLeftForGood(peer)) {
        return false;
      }
    }
    return PeThread.isAlone();
  }

  private long ownTicket(int parity) {
    return ControlBoard.sequenceOf(Memory.getAcquireLong(control.ticket(pe, Boards.WORLD, parity)));
  }

  /** Whether a PE waits in finalize, which is the job's {@code next} collective, for this one. */
  private boolean isInFinalize(int peer, long next) {
    long address = control.ticket(peer, Boards.WORLD, next);
    long ticket = Memory.getAcquireLong(address);
    return ControlBoard.sequenceOf(ticket) == next
        && ControlBoard.isFinalize(ticket)
        && Memory.getLong(address + ControlLayout.TICKET_VALUES) == PeThread.ALONE;
  }
}
