package org.shmem4j.stress.conformance;

import java.util.concurrent.atomic.AtomicInteger;
import org.shmem4j.shmem.Interceptor;

/** Counts the puts of all PEs that have one, while the program has asked for it. */
public final class OperationCount implements Interceptor {
  static final AtomicInteger PUTS = new AtomicInteger();

  private volatile int level = 1;

  /** Created for each PE. */
  public OperationCount() {}

  @Override
  public long begins(Operation operation, int pe, long bytes) {
    if (level > 0 && operation == Operation.PUT) {
      var _ = PUTS.incrementAndGet();
    }
    return 0;
  }

  @Override
  public void control(int wanted) {
    level = wanted;
  }
}
