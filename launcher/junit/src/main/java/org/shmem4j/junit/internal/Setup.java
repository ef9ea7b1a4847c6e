package org.shmem4j.junit.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.shmem4j.junit.Form;
import org.shmem4j.junit.ShmemTest;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.JobSpec;

/** One invocation's job. */
record Setup(JobSpec spec, Form form, Duration timeout) {
  /** All combinations that an annotation asks for. */
  static List<Setup> of(ShmemTest test) {
    if (test.pes().length == 0 || test.form().length == 0) {
      throw new IllegalArgumentException("a @ShmemTest names a number of PEs and a form: " + test);
    }
    Duration timeout = timeout(test.timeout());
    return Arrays.stream(test.form())
        .flatMap(form ->
            Arrays.stream(test.pes())
                .mapToObj(pes -> new Setup(spec(pes, test.heap()), form, timeout)))
        .toList();
  }

  private static JobSpec spec(int pes, String heap) {
    JobSpec spec = JobSpec.fromSettings(pes);
    return heap.isEmpty()
        ? spec
        : new JobSpec(
            pes, ByteSize.parse(heap, "heap"), spec.backing(), spec.sparse(), spec.maySleep());
  }

  private static Duration timeout(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    try {
      Duration timeout =
          lower.endsWith("ms")
              ? Duration.ofMillis(Long.parseLong(lower.substring(0, lower.length() - 2).strip()))
              : Duration.parse("PT" + lower);
      if (timeout.isPositive()) {
        return timeout;
      }
    } catch (RuntimeException e) {
      throw noDuration(text, e);
    }
    throw noDuration(text, null);
  }

  private static IllegalArgumentException noDuration(String text, RuntimeException cause) {
    return new IllegalArgumentException(
        "a time limit is a positive number and ms, s, m or h: timeout=" + text, cause);
  }

  int pes() {
    return spec.pes();
  }

  @Override
  public String toString() {
    return pes()
        + (pes() == 1 ? " PE as " : " PEs as ")
        + switch (form) {
          case THREADS -> pes() == 1 ? "thread" : "threads";
          case PROCESSES -> pes() == 1 ? "process" : "processes";
        };
  }
}
