package org.shmem4j.launcher.check;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/** Says every few seconds which schedule runs. */
final class Progress implements IntConsumer {
  private static final long PERIOD = Duration.ofSeconds(5).toNanos();

  private final PrintWriter to;
  private final int schedules;
  private final LongSupplier nanoTime;
  private long last;

  Progress(PrintWriter to, int schedules, LongSupplier nanoTime) {
    this.to = to;
    this.schedules = schedules;
    this.nanoTime = nanoTime;
    this.last = nanoTime.getAsLong();
  }

  @Override
  public void accept(int schedule) {
    long now = nanoTime.getAsLong();
    if (now - last >= PERIOD) {
      last = now;
      to.printf(Locale.ROOT, "check: schedule %,d of %,d%n", schedule, schedules);
      to.flush();
    }
  }
}
