package org.shmem4j.stress.conformance;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Ends this JVM if the thread that has set it does not set it again, or close it, in time. */
final class Alarm implements AutoCloseable {
  private static final int EXIT_CODE = 1;

  /** What a late case is told of its stack, from the case's own frame inwards. */
  private static final int FRAMES = 12;

  private final Duration limit;
  private final Thread watched = Thread.currentThread();
  private volatile Setting setting;

  private record Setting(long deadline, Consumer<String> late) {}

  Alarm(Duration limit) {
    this.limit = limit;
    this.setting = new Setting(System.nanoTime() + limit.toNanos(), late -> {});
    Thread.ofPlatform().daemon().name("alarm of " + watched.getName()).start(this::watch);
  }

  /** Begins the time anew; {@code late} is told, before the end, where the thread is. */
  void set(Consumer<String> late) {
    setting = new Setting(System.nanoTime() + limit.toNanos(), late);
  }

  @SuppressWarnings("ReferenceEquality") // whether it has been set again
  private void watch() {
    for (Setting now = setting; now != null; now = setting) {
      long left = now.deadline() - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else if (setting == now) {
        String stack =
            Arrays.stream(watched.getStackTrace())
                .limit(FRAMES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        now.late().accept("took longer than " + limit.toSeconds() + " s, is at " + stack);
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    }
  }

  @Override
  public void close() {
    setting = null;
  }
}
