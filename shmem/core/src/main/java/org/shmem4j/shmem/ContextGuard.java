package org.shmem4j.shmem;

import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** In checked mode: sees that a context is used by the threads that it was promised for only. */
final class ContextGuard implements Interceptor {
  private final String context;
  private final Thread creator;
  private final AtomicReference<Thread> user;

  private ContextGuard(Team team, Set<ContextOption> options) {
    this.context = "context of " + team + " " + options;
    this.creator = options.contains(ContextOption.PRIVATE) ? Thread.currentThread() : null;
    this.user = options.contains(ContextOption.SERIALIZED) ? new AtomicReference<>() : null;
  }

  /** The guard of the calling thread's new context; null if all threads may use it at once. */
  static ContextGuard of(Team team, Set<ContextOption> options) {
    ContextGuard guard = new ContextGuard(team, options);
    return guard.creator == null && guard.user == null ? null : guard;
  }

  @Override
  public long begins(Operation operation, int pe, long bytes) {
    Thread current = Thread.currentThread();
    if (creator != null && creator != current) {
      throw refused("a private context is used by the thread that created it", creator, operation);
    }
    if (user != null) {
      Thread other = user.compareAndExchange(null, current);
      if (other != null) {
        throw refused("a serialized context is used by one thread at a time", other, operation);
      }
    }
    return 0;
  }

  private IllegalStateException refused(String rule, Thread other, Operation operation) {
    return new IllegalStateException(
        rule
            + ": context="
            + context
            + " usedBy="
            + other.getName()
            + " thread="
            + Thread.currentThread().getName()
            + " operation="
            + operation
            + "; nothing has been changed");
  }

  @Override
  public void ends(Operation operation, int pe, long bytes, long begun) {
    if (user != null) {
      user.set(null);
    }
  }
}
