package org.shmem4j.junit.internal;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.shmem4j.junit.Form;
import org.shmem4j.junit.ShmemTest;
import org.shmem4j.shmem.job.ByteSize;
import org.shmem4j.shmem.job.JobSpec;

/** One invocation's job. */
record Setup(JobSpec spec, Form form, Duration timeout) implements Plan {
  /** All combinations that an annotation asks for. */
  static List<Setup> of(ShmemTest test) {
    if (test.pes().length == 0 || test.form().length == 0) {
      throw new IllegalArgumentException("a @ShmemTest names a number of PEs and a form: " + test);
    }
    Duration timeout = TimeLimit.parse(test.timeout());
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

  @Override
  public Optional<Throwable> run(Script script, Class<?> testClass)
      throws IOException, InterruptedException {
    Report report =
        switch (form) {
          case THREADS -> ThreadForm.run(this, script, testClass);
          case PROCESSES -> ProcessForm.run(this, script);
        };
    return report.error();
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
