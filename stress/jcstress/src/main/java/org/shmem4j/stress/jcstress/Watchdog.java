package org.shmem4j.stress.jcstress;

import java.util.function.LongSupplier;
import org.shmem4j.stress.litmus.Row;

/** Ends a JVM in which nothing moves, and says where its threads were. */
final class Watchdog {
  /** Less than what JCStress itself waits, which says nothing of threads. */
  private static final int LIMIT_SECONDS = 25;

  private static final int STUCK = 71;

  private Watchdog() {}

  /** Watches a number that grows as long as the row's trials go on. */
  static void watch(Row row, LongSupplier progress) {
    Thread.ofPlatform().daemon().name("watchdog").start(() -> run(row, progress));
  }

  private static void run(Row row, LongSupplier progress) {
    long before = -1;
    int still = 0;
    while (still < LIMIT_SECONDS) {
      long now = progress.getAsLong();
      still = now == before ? still + 1 : 0;
      before = now;
      try {
        Thread.sleep(1_000);
      } catch (InterruptedException e) {
        return;
      }
    }
    System.err.printf(
        "a row must come to its end: row=%s seconds=%d trials=%d%n", row, LIMIT_SECONDS, before);
    Thread.getAllStackTraces().forEach(Watchdog::print);
    Runtime.getRuntime().halt(STUCK);
  }

  private static void print(Thread thread, StackTraceElement... stack) {
    System.err.printf("%s %s%n", thread.getName(), thread.getState());
    for (StackTraceElement frame : stack) {
      System.err.println("    at " + frame);
    }
  }
}
