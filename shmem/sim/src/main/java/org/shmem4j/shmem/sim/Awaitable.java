package org.shmem4j.shmem.sim;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.shmem4j.shmem.internal.sync.Waiter;

/**
 * A future whose {@link #join} lets other tasks run. When what it stands for has happened, it is
 * completed by a thread of its program that looks, as others cannot run what depends on it.
 */
final class Awaitable extends CompletableFuture<Void> implements Task.Blocked {
  private final Simulation simulation;

  /** The operation's own, which this is or depends on. */
  private final Awaitable origin;

  /** What is then in its target's memory. */
  private final List<Simulation.Issued> operations;

  private boolean hasCome;
  private long deadline = Waiter.FOREVER;

  Awaitable(Simulation simulation, Simulation.Issued... operations) {
    this.simulation = simulation;
    this.origin = this;
    this.operations = List.of(operations);
  }

  private Awaitable(Awaitable origin) {
    this.simulation = origin.simulation;
    this.origin = origin;
    this.operations = List.of();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    @SuppressWarnings("unchecked") // nobody looks at the value, which is null
    CompletableFuture<U> next = (CompletableFuture<U>) (CompletableFuture<?>) new Awaitable(origin);
    return next;
  }

  @Override
  public CompletableFuture<Void> orTimeout(long timeout, TimeUnit unit) {
    deadline = simulation.scheduler().after(unit.toNanos(timeout));
    return this;
  }

  /** What it stands for has happened. */
  void comes() {
    hasCome = true;
  }

  boolean hasCome() {
    return hasCome;
  }

  private boolean look() {
    if (origin.hasCome && origin.complete(null)) {
      origin.operations.forEach(simulation::completed);
    }
    return super.isDone();
  }

  @Override
  public boolean isDone() {
    if (!look()) {
      simulation.poll(Verb.TEST);
    }
    return look();
  }

  @Override
  public Void join() {
    while (!look() && !origin.hasCome) {
      if (simulation.scheduler().awaitFuture(origin, deadline)) {
        var _ = completeExceptionally(new TimeoutException());
      }
    }
    return super.join();
  }

  @Override
  public String describe() {
    return "an operation to be completed";
  }
}
