package org.shmem4j.shmem.internal.sync;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.job.PeState;

/**
 * Waits until a cell of shared memory holds what is awaited: spins, then yields, then sleeps.
 *
 * <p>Spinning and yielding write nothing and allocate nothing; what comes after is the {@link
 * Sleeper}'s.
 */
public final class SpinningWaiter extends Waiter {
  /** Polls before the processor is told that we spin: its pause costs as much as a cache miss. */
  private static final int TIGHT_SPINS = 2_000;

  /** With a processor for each PE: some 300 us, longer than a neighbour copies a megabyte. */
  private static final int SPINS = 20_000;

  private static final int YIELDS = 1_000;

  /** With more PEs than processors, whoever is awaited may need ours. */
  private static final int SHARED_SPINS = 50;

  private static final int SHARED_YIELDS = 200;
  private static final int YIELDS_PER_LOOK = 16;

  /** Failed tests from one look at the clock to the next, which takes longer than a test. */
  private static final int TESTS_PER_CLOCK = 16;

  private static final int SEQUENCE_SHIFT = 8;
  private static final int NOBODY = -1;

  private final ControlFile control;
  private final Sleeper sleeper;
  private final int spins;
  private final int yields;

  /** How many tests have failed, about: no harm is done if two threads count as one. */
  private int failedTests;

  /**
   * Creates a PE's waiter.
   *
   * @param owner the PE
   * @param interceptor is told of waits and collectives; null if nobody is
   */
  public SpinningWaiter(
      ControlFile control,
      int pe,
      Liveness liveness,
      boolean hasBells,
      WaitingPe owner,
      Interceptor interceptor) {
    super(interceptor);
    this.control = control;
    this.sleeper = new Sleeper(control, pe, liveness, hasBells, owner);
    boolean impatient = hasBells && Sleeper.IMPATIENT;
    this.spins = impatient ? 1 : hasBells ? SHARED_SPINS : SPINS;
    this.yields = impatient ? 0 : hasBells ? SHARED_YIELDS : YIELDS;
  }

  @Override
  protected long await(
      SymmetricObject object,
      long index,
      long address,
      int width,
      Compare compare,
      long value,
      long key,
      long deadline) {
    long cell = poll(address, width, 0, compare, value, deadline, NOBODY);
    return compare.holds(cell, value)
        ? cell
        : sleeper.sleep(
            new Awaited.Cell(object, index, address, width, compare, value, key), deadline);
  }

  @Override
  public boolean test(
      SymmetricObject object,
      long index,
      long address,
      int width,
      Compare compare,
      long value,
      long key) {
    long cell = read(address, width);
    if (compare.holds(cell, value)) {
      return true;
    }
    if (mustLookAfterTest()) {
      sleeper.look(new Awaited.Cell(object, index, address, width, compare, value, key));
    }
    return false;
  }

  @Override
  protected void awaitAll(CellSet set, long deadline) {
    for (int i = set.nextMissing(0); i != CellSet.NONE; i = next(set, i)) {
      Compare compare = set.compare();
      long value = set.value(i);
      long cell = poll(set.address(i), set.width(), 0, compare, value, deadline, NOBODY);
      if (!compare.holds(cell, value)) {
        var _ = sleeper.sleep(new Awaited.AllOf(set, set.cell(i)), deadline);
      }
    }
  }

  private static int next(CellSet set, int seen) {
    return Mutation.WAIT_ALL_ONCE.isOn() ? CellSet.NONE : set.nextMissing(seen + 1);
  }

  @Override
  protected int awaitAny(CellSet set, long deadline) {
    for (int reads = 0; reads < spins; reads += set.count()) {
      int found = set.find();
      if (found != CellSet.NONE) {
        return found;
      }
      if (reads >= TIGHT_SPINS) {
        Thread.onSpinWait();
      }
    }
    for (int i = 0; i < yields && !(i % YIELDS_PER_LOOK == 0 && mustLook(deadline)); i++) {
      Thread.yield();
      int found = set.find();
      if (found != CellSet.NONE) {
        return found;
      }
    }
    return (int) sleeper.sleep(new Awaited.AnyOf(set), deadline);
  }

  @Override
  public boolean testAll(CellSet set) {
    int missing = set.nextMissing(0);
    if (missing != CellSet.NONE && mustLookAfterTest()) {
      sleeper.look(new Awaited.AllOf(set, set.cell(missing)));
    }
    return missing == CellSet.NONE;
  }

  @Override
  public int testAny(CellSet set) {
    int found = set.find();
    if (found == CellSet.NONE && mustLookAfterTest()) {
      sleeper.look(new Awaited.AnyOf(set));
    }
    return found;
  }

  /**
   * Throws if another PE has ended before it finalized.
   *
   * @param call the collective that this PE is about to enter
   * @param which tells people its number
   */
  void checkPeers(String call, String which) {
    long failure = control.failure();
    if (failure != 0) {
      int peer = ControlFile.failedPe(failure);
      throw ControlFile.peerFailed(failure, Awaited.Ticket.describe(call, peer, which));
    }
  }

  /** Waits for another PE's ticket for the board's present collective, and returns it. */
  long ticket(ControlBoard board, String call, int peer, Compare compare) {
    long address = board.address(peer);
    long sequence = board.sequence();
    long ticket = poll(address, Long.BYTES, SEQUENCE_SHIFT, compare, sequence, FOREVER, peer);
    return compare.holds(ControlBoard.sequenceOf(ticket), sequence)
        ? ticket
        : sleeper.sleep(new Awaited.Ticket(board, call, peer, sequence, compare), FOREVER);
  }

  /** Waits until another PE has explained its part in a collective that went wrong. */
  void explanation(ControlBoard board, int peer) {
    long address = control.account(peer, board.number());
    var _ = sleeper.sleep(new Awaited.Explanation(board, peer, address), FOREVER);
  }

  /** Spins and yields; returns what the cell holds, whether that ends the wait or not. */
  private long poll(
      long address, int width, int shift, Compare compare, long value, long deadline, int debtor) {
    long cell = 0;
    for (int i = 0; i < spins; i++) {
      cell = read(address, width);
      if (compare.holds(cell >> shift, value)) {
        return cell;
      }
      if (i >= TIGHT_SPINS) {
        Thread.onSpinWait();
      }
    }
    if (debtor != NOBODY && control.state(debtor) == PeState.UNBORN) {
      return cell; // still starting: yielding would only take its processor
    }
    for (int i = 0; i < yields && !(i % YIELDS_PER_LOOK == 0 && mustLook(deadline)); i++) {
      Thread.yield();
      cell = read(address, width);
      if (compare.holds(cell >> shift, value)) {
        return cell;
      }
    }
    return cell;
  }

  /**
   * As {@link #mustLook}. A loop of tests never comes to sleep, where others ask the kernel who
   * lives; it has to ask itself, or nobody may.
   */
  private boolean mustLookAfterTest() {
    if (++failedTests % TESTS_PER_CLOCK == 0) {
      sleeper.probeNowAndThen();
    }
    return mustLook(FOREVER);
  }

  private boolean mustLook(long deadline) {
    return control.failure() != 0
        || control.exitWord() != 0
        || (deadline != FOREVER && Sleeper.remaining(deadline) == 0);
  }
}
