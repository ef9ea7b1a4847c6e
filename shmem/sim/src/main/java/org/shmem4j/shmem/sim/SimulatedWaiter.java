package org.shmem4j.shmem.sim;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.SymmetricObject;
import org.shmem4j.shmem.internal.sync.Awaited;
import org.shmem4j.shmem.internal.sync.CellSet;
import org.shmem4j.shmem.internal.sync.Waiter;

/** Waits by letting other tasks run. */
final class SimulatedWaiter extends Waiter {
  private final Simulation simulation;

  SimulatedWaiter(Simulation simulation, Interceptor interceptor) {
    super(interceptor);
    this.simulation = simulation;
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
    Awaited.Cell cell = new Awaited.Cell(object, index, address, width, compare, value, key);
    long content = simulation.await(cell, deadline);
    acquire(cell);
    return content;
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
    return test(new Awaited.Cell(object, index, address, width, compare, value, key));
  }

  private boolean test(Awaited.Cell cell) {
    boolean holds = simulation.test(cell);
    if (holds) {
      acquire(cell);
    }
    return holds;
  }

  @Override
  protected void awaitAll(CellSet set, long deadline) {
    for (int i = set.nextAwaited(0); i < set.count(); i = set.nextAwaited(i + 1)) {
      Awaited.Cell cell = set.cell(i);
      var _ = simulation.await(new Awaited.AllOf(set, cell), deadline);
      acquire(cell);
    }
  }

  @Override
  protected int awaitAny(CellSet set, long deadline) {
    int found = (int) simulation.await(new Awaited.AnyOf(set), deadline);
    acquire(set.cell(found));
    return found;
  }

  @Override
  public boolean testAll(CellSet set) {
    for (int i = set.nextAwaited(0); i < set.count(); i = set.nextAwaited(i + 1)) {
      if (!test(set.cell(i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int testAny(CellSet set) {
    if (!simulation.test(new Awaited.AnyOf(set))) {
      return CellSet.NONE;
    }
    int found = simulation.scheduler().waits().unseen(set::find);
    acquire(set.cell(found));
    return found;
  }

  private void acquire(Awaited.Cell cell) {
    simulation.acquire(cell.key(), cell.width());
  }
}
