package org.shmem4j.shmem.internal.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.PeState;

class MembershipTest {
  private static final JobSpec SPEC = new JobSpec(2, 4096, HeapBacking.MAPPED, true, false);

  @Test
  void shouldJoinOnce() throws IOException {
    try (Job job = Job.create(SPEC)) {
      Membership membership = Membership.attach(job.directory(), 1, true);
      assertEquals(1, membership.pe());
      assertEquals(2, membership.heaps().size());
      assertEquals(PeState.ATTACHED, job.state(1));
      assertEquals(PeState.UNBORN, job.state(0));
      assertEquals(
          "this PE has joined the job already: pe=1 pid="
              + ProcessHandle.current().pid()
              + " state=ATTACHED; a JVM joins its job once, and a program that a PE starts must not inherit SHMEM4J_JOB and"
              + " SHMEM4J_PE",
          assertThrows(ShmemException.class, () -> Membership.attach(job.directory(), 1, true))
              .getMessage());
    }
  }

  @Test
  void shouldRefuseAPeThatTheJobDoesNotHave() {
    try (Job job = Job.create(SPEC)) {
      for (int pe : new int[] {-1, 2}) {
        assertEquals(
            "no such PE in this job: pe=" + pe + " pes=2",
            assertThrows(ShmemException.class, () -> Membership.attach(job.directory(), pe, true))
                .getMessage());
      }
    }
  }

  @Test
  void shouldRefuseASecondJoinOfAProcess() throws IOException {
    try (Job job = Job.create(SPEC)) {
      Membership.attach(job.directory(), 0, false);
      assertTrue(
          assertThrows(ShmemException.class, () -> Membership.attach(job.directory(), 0, false))
              .getMessage()
              .startsWith("this PE has joined the job already: pe=0 pid="));
    }
  }

  /** What a child of a rank does that inherits its variables. */
  public static final class Joiner {
    private Joiner() {}

    /** Joins. */
    public static void main(String[] args) {
      Shmem.run(shmem -> {});
    }
  }

  /** A PE's child that inherits its variables gets an error and must not wait for the PE's end. */
  @Test
  void shouldRefuseTheChildOfAPe() throws Exception {
    String classPath =
        Stream.of(Shmem.class, MembershipTest.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining(File.pathSeparator));
    try (Job job = Job.create(SPEC)) {
      Membership.attach(job.directory(), 0, false);
      ProcessBuilder builder =
          new ProcessBuilder(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "--enable-native-access=ALL-UNNAMED",
                  "-cp",
                  classPath,
                  Joiner.class.getName()));
      builder.environment().putAll(job.environment(0));
      Process child = builder.redirectErrorStream(true).start();
      try {
        assertTrue(child.waitFor(20, TimeUnit.SECONDS), "the child hangs");
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, child.exitValue(), said);
        assertTrue(said.contains("this PE has joined the job already: pe=0 pid="), said);
        assertEquals(PeState.ATTACHED, job.state(0));
      } finally {
        child.destroyForcibly();
      }
    }
  }
}
