package org.shmem4j.shmem.sim.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Methods that come instead of those of the JDK that start threads and wait. A simulated thread
 * that parks asks again and again: {@link LockSupport} lets it return at any time.
 */
public final class ThreadCalls {
  private static final long FOREVER = Long.MAX_VALUE;

  private ThreadCalls() {}

  /** Instead of {@link Thread#currentThread()}. */
  public static Thread currentThread() {
    Environment environment = Hooks.environment();
    return environment == null ? Thread.currentThread() : environment.currentThread();
  }

  /** Instead of {@link Thread#yield()}. */
  @SuppressWarnings("NamedLikeContextualKeyword") // the JDK's name
  public static void yield() {
    Environment environment = Hooks.environment();
    if (environment == null) {
      Thread.yield();
    } else {
      environment.poll();
    }
  }

  /** Instead of {@link Thread#onSpinWait()}. */
  public static void onSpinWait() {
    Environment environment = Hooks.environment();
    if (environment == null) {
      Thread.onSpinWait();
    } else {
      environment.poll();
    }
  }

  /** Instead of {@link Thread#sleep(long)}. */
  public static void sleep(long millis) throws InterruptedException {
    sleep(millis, 0);
  }

  /** Instead of {@link Thread#sleep(long, int)}. */
  public static void sleep(long millis, int nanos) throws InterruptedException {
    sleep(TimeUnit.NANOSECONDS, nanos(millis, nanos));
  }

  /** Instead of {@link Thread#sleep(Duration)}. */
  public static void sleep(Duration duration) throws InterruptedException {
    sleep(TimeUnit.NANOSECONDS, TimeUnit.NANOSECONDS.convert(duration));
  }

  /** Instead of {@link TimeUnit#sleep}. */
  public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
    Environment environment = Hooks.environment();
    if (environment == null) {
      unit.sleep(timeout);
    } else {
      environment.sleep(Math.max(0, unit.toNanos(timeout)));
    }
  }

  /** Instead of {@link LockSupport#park()}. */
  public static void park() {
    park(null);
  }

  /** Instead of {@link LockSupport#park(Object)}. */
  public static void park(Object blocker) {
    Environment environment = Hooks.environment();
    if (environment == null) {
      LockSupport.park(blocker);
    } else {
      environment.poll();
    }
  }

  /** Instead of {@link LockSupport#parkNanos(long)}. */
  public static void parkNanos(long nanos) {
    parkNanos(null, nanos);
  }

  /** Instead of {@link LockSupport#parkNanos(Object, long)}. */
  public static void parkNanos(Object blocker, long nanos) {
    Environment environment = Hooks.environment();
    if (environment == null) {
      LockSupport.parkNanos(blocker, nanos);
    } else {
      environment.sleep(Math.max(0, nanos));
    }
  }

  /** Instead of {@link Thread#start()}. */
  public static void start(Thread thread) {
    Environment environment = Hooks.environment();
    if (environment == null) {
      thread.start();
    } else {
      environment.start(thread);
    }
  }

  /** Instead of {@link Thread#startVirtualThread}. */
  public static Thread startVirtualThread(Runnable body) {
    return start(Thread.ofVirtual(), body);
  }

  /** Instead of {@link Thread.Builder#start}. */
  public static Thread start(Thread.Builder builder, Runnable body) {
    Thread thread = unstarted(builder, body);
    start(thread);
    return thread;
  }

  /** Instead of {@link Thread.Builder#unstarted}. */
  public static Thread unstarted(Thread.Builder builder, Runnable body) {
    Thread thread = builder.unstarted(body);
    // A virtual thread's body is run by the JDK only.
    return thread.isVirtual() && Hooks.environment() != null
        ? Thread.ofPlatform().daemon().name(thread.getName()).unstarted(body)
        : thread;
  }

  /** Instead of {@link Thread#isAlive()}. */
  public static boolean isAlive(Thread thread) {
    Environment environment = Hooks.environment();
    return environment == null ? thread.isAlive() : environment.isAlive(thread);
  }

  /** Instead of {@link Thread#join()}. */
  public static void join(Thread thread) throws InterruptedException {
    join(thread, 0);
  }

  /** Instead of {@link Thread#join(long)}. */
  public static void join(Thread thread, long millis) throws InterruptedException {
    join(thread, millis, 0);
  }

  /** Instead of {@link Thread#join(long, int)}. */
  public static void join(Thread thread, long millis, int nanos) throws InterruptedException {
    Environment environment = Hooks.environment();
    if (environment == null) {
      thread.join(millis, nanos);
    } else {
      long limit = nanos(millis, nanos);
      var _ = environment.join(thread, limit == 0 ? FOREVER : limit);
    }
  }

  /** Instead of {@link Thread#join(Duration)}. */
  public static boolean join(Thread thread, Duration duration) throws InterruptedException {
    Environment environment = Hooks.environment();
    return environment == null
        ? thread.join(duration)
        : environment.join(thread, Math.max(0, TimeUnit.NANOSECONDS.convert(duration)));
  }

  /** Throws what {@link Thread#sleep(long, int)} and {@link Thread#join(long, int)} throw. */
  private static long nanos(long millis, int nanos) {
    if (millis < 0 || nanos < 0 || nanos >= TimeUnit.MILLISECONDS.toNanos(1)) {
      throw new IllegalArgumentException(
          "a time must not be negative, its nanoseconds below 1,000,000: millis="
              + millis
              + " nanos="
              + nanos);
    }
    long most = Long.MAX_VALUE - nanos;
    return Math.min(most, TimeUnit.MILLISECONDS.toNanos(millis)) + nanos;
  }
}
