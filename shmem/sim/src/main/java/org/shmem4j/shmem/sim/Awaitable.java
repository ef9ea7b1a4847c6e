package org.shmem4j.shmem.sim;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.shmem4j.shmem.internal.sync.Waiter;

/** A future whose {@link #join} lets other tasks run. */
final class Awaitable extends CompletableFuture<Void> implements Task.Blocked {
  private final Simulation simulation;
  private long deadline = Waiter.FOREVER;

  Awaitable(Simulation simulation) {
    this.simulation = simulation;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    @SuppressWarnings("unchecked") // nobody looks at the value, which is null
    CompletableFuture<U> next =
        (CompletableFuture<U>) (CompletableFuture<?>) new Awaitable(simulation);
    return next;
  }

  @Override
  public CompletableFuture<Void> orTimeout(long timeout, TimeUnit unit) {
    deadline = simulation.scheduler().after(unit.toNanos(timeout));
    return this;
  }

  @Override
  public boolean isDone() {
    if (!super.isDone()) {
      simulation.poll(Verb.TEST);
    }
    return super.isDone();
  }

  @Override
  public Void join() {
    while (!super.isDone()) {
      if (simulation.scheduler().awaitFuture(this, deadline)) {
        var _ = completeExceptionally(new TimeoutException());
      }
    }
    return super.join();
  }

  boolean isComplete() {
    return super.isDone();
  }

  @Override
  public String describe() {
    return "an operation to be completed";
  }
}
