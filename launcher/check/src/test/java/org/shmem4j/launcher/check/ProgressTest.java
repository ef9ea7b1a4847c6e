package org.shmem4j.launcher.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ProgressTest {
  private long seconds;

  @Test
  void aLongCheckSaysEveryFewSecondsWhereItIs() {
    StringWriter said = new StringWriter();
    Progress progress =
        new Progress(new PrintWriter(said), 2000, () -> TimeUnit.SECONDS.toNanos(seconds));

    for (int schedule = 1; schedule <= 1012; schedule++) {
      progress.accept(schedule);
      seconds += schedule > 1000 ? 1 : 0;
    }

    assertEquals(
        "check: schedule 1,006 of 2,000\ncheck: schedule 1,011 of 2,000\n", said.toString());
  }
}
