package org.shmem4j.shmem;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.shmem4j.shmem.internal.memory.Memory;
import org.shmem4j.shmem.internal.memory.Mutation;
import org.shmem4j.shmem.internal.memory.Tracer;
import org.shmem4j.shmem.internal.sync.Waiter;

/**
 * How far a non-blocking operation is (OpenSHMEM 1.6, Non-blocking Remote Memory Access and
 * Non-blocking Atomics; the object itself is beyond them, which know quiet only).
 *
 * <pre>{@code
 * Completion sent = box.putNbi(values, right);
 * compute();
 * sent.awaitSource();
 * Arrays.fill(values, 0); // may be reused, though perhaps nobody sees the data yet
 * sent.await(); // now everybody does
 * }</pre>
 *
 * <p>A non-blocking operation returns at once and may be done at any time until quiet on its
 * context returns, which completes it as {@link #await()} does. Until then its source must not be
 * changed and its target not be looked at, and a segment must stay alive and be accessible to any
 * thread. A fence orders a non-blocking put, put-with-signal or atomic ahead of what follows; it
 * says nothing about its source, about a fetched value, or about a get. Who ignores a completion
 * loses nothing.
 *
 * <p>The source of a put is free once it has been read; a get and a fetching atomic free nothing
 * before they are done. With a direct peer all has been done when the operation returns.
 */
public final class Completion {
  /** Of operations that are done when they return. */
  public static final Completion DONE = new Completion(null, null);

  // Null in DONE, whose accesses have been made: what is left of a completion is a full fence.
  private final CompletableFuture<Void> source;
  private final CompletableFuture<Void> remote;

  /** Creates one for a transport, which completes both; {@link #DONE} is enough for a direct PE. */
  public Completion(CompletableFuture<Void> source, CompletableFuture<Void> remote) {
    this.source = source;
    this.remote = remote;
  }

  /** Whether the source may be reused. */
  public boolean isSourceDone() {
    return source == null || source.isDone();
  }

  /** Whether {@link #await()} would return, or throw, at once. */
  public boolean isDone() {
    if (remote == null) {
      Memory.fullFenceUnless(Mutation.COMPLETION_NONE);
      return true;
    }
    return remote.isDone();
  }

  /**
   * Waits until the source may be reused.
   *
   * @throws ShmemException if the operation has failed
   */
  public void awaitSource() {
    if (source != null) {
      join(source);
    }
  }

  /**
   * Waits until every PE sees what was put, and this one what was fetched. An interrupt does not
   * end it.
   *
   * @throws ShmemException if the operation has failed
   */
  public void await() {
    if (remote == null) {
      Memory.fullFenceUnless(Mutation.COMPLETION_NONE);
    } else {
      join(remote);
    }
  }

  /** As {@link #awaitSource()}, but not for ever; errors as {@link #await(Duration)}. */
  public void awaitSource(Duration timeout) {
    long deadline = Shmem.deadline(timeout);
    if (source != null) {
      join(within(source, deadline));
    }
  }

  /**
   * As {@link #await()}, but not for ever.
   *
   * @throws WaitTimeoutException if the time is over; the operation goes on
   */
  public void await(Duration timeout) {
    long deadline = Shmem.deadline(timeout);
    if (remote == null) {
      Memory.fullFenceUnless(Mutation.COMPLETION_NONE);
    } else {
      join(within(remote, deadline));
    }
  }

  private static CompletableFuture<Void> within(CompletableFuture<Void> future, long deadline) {
    return deadline == Waiter.FOREVER
        ? future
        : future.copy().orTimeout(Math.max(0, deadline - Tracer.nanoTime()), TimeUnit.NANOSECONDS);
  }

  /** Completes when the source may be reused. Dependents must not block. */
  public CompletableFuture<Void> source() {
    return source == null ? CompletableFuture.completedFuture(null) : source.copy();
  }

  /**
   * Completes when every PE sees what was put, and this one what was fetched. Dependents must not
   * block.
   */
  public CompletableFuture<Void> remote() {
    if (remote == null) {
      Memory.fullFenceUnless(Mutation.COMPLETION_NONE);
      return CompletableFuture.completedFuture(null);
    }
    return remote.copy();
  }

  private static void join(CompletableFuture<Void> future) {
    try {
      var _ = future.join();
    } catch (CompletionException e) {
      throw switch (e.getCause()) {
        case TimeoutException _ ->
            new WaitTimeoutException("an operation was not completed before its deadline");
        case ShmemException failure -> failure;
        case Throwable cause -> new ShmemException("the operation failed: " + cause, cause);
      };
    }
  }
}
