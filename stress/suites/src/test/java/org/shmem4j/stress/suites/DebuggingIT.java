package org.shmem4j.stress.suites;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.stress.suites.programs.Debugged;

/** What docs/debugging.md promises, among JVMs. */
final class DebuggingIT {
  private static final String LEAK = "shmem4j: still open at finalize: pe=";

  @ParameterizedTest
  @CsvSource({"--check,", ",SHMEM_DEBUG", ",SHMEM4J_CHECK"})
  void mixedSignal(String option, String variable) throws Exception {
    JobRun run = JobRun.job(3, Debugged.class, "mix");
    run = option == null ? run.env(variable, "true") : run.options(option);
    Outcome outcome = run.run().expectCode(1);
    outcome.expectErr("2: PE 2 failed: java.lang.IllegalStateException: a signal is either set or");
    outcome.expectErr("operation=ADD by=2 earlier=SET earlierBy=1");
  }

  @Test
  void mixedSignalWithoutChecks() throws Exception {
    JobRun.job(3, Debugged.class, "mix")
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectLines("0: signal=6", "1: signal=0", "2: signal=0");
  }

  /** Cases 50 and 63. */
  @Test
  void leaks() throws Exception {
    Outcome outcome = JobRun.job(2, Debugged.class, "leak").options("--check").run().expectCode(0);
    outcome.expectLines("0: known=7", "1: known=7");
    outcome.expectErr("0: " + LEAK + "0 object=longs#1[1000] bytes=8000 openedAt=");
    outcome.expectErr("Debugged.leak(Debugged.java:");
    outcome.expectErr("1: " + LEAK + "1 context=context of world [PRIVATE] openedAt=");
    outcome.check(outcome.countInErr("object=longs") == 20, "each array is told once");
    outcome.check(outcome.countInErr("context of world") == 2, "each context is told once");
    JobRun.job(2, Debugged.class, "leak").run().expectCode(0).expectNoErr();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void waitThatNobodyCanEnd(int pes) throws Exception {
    Outcome outcome = JobRun.job(pes, Debugged.class, "wait").run().expectCode(1);
    outcome.expectWithin(Duration.ofSeconds(20));
    outcome.expectErr(
        "0: PE 0 failed: org.shmem4j.shmem.EndlessWaitException: nobody can end this");
    outcome.expectErr("pe=0 waitedFor=signal#1[1] index=0 until >= 1, now=0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void waitThatAThreadEnds(int pes) throws Exception {
    JobRun.job(pes, Debugged.class, "helped")
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectLines("0: signal=1");
  }

  @Test
  void waitForAPeThatWillNotJoinAgain() throws Exception {
    JobRun.job(2, Debugged.class, "again")
        .run()
        .expectCode(1)
        .expectErr(
            "1: PE 1 failed: org.shmem4j.shmem.EndlessWaitException: another PE has left the job and"
                + " ended, while this one has joined it again: pe=0");
  }

  @Test
  void countedOperations() throws Exception {
    Outcome outcome =
        JobRun.job(2, Debugged.class, "count")
            .env("SHMEM4J_INTERCEPTOR", Debugged.Counts.class.getName())
            .run()
            .expectCode(0)
            .expectNoErr();
    for (int pe = 0; pe < 2; pe++) {
      List<String> lines = outcome.linesOf(pe);
      outcome.check(
          lines.equals(
              List.of(
                  "PUT: 1 times, 80 bytes",
                  "PUT_SIGNAL: 1 times, 24 bytes",
                  "WAIT: 1 times, 8 bytes",
                  "BARRIER: 1 times, 0 bytes",
                  "ALLOCATION: 2 times, 0 bytes",
                  "FINALIZE: 1 times, 0 bytes")),
          "all is counted");
    }
  }

  @Test
  void versionAndSettings() throws Exception {
    Outcome outcome =
        JobRun.shmem4j("run", "-n", "2", "--heap-size=2m", "hello")
            .env("SHMEM_VERSION", "")
            .env("SHMEM_INFO", "1")
            .env("SHMEM4J_WAIT", "spin")
            .run()
            .expectCode(0);
    outcome.check(outcome.countInErr("shmem4j [0-9.]+.*, OpenSHMEM 1.6$") == 1, "version once");
    outcome.expectErr("0: shmem4j: the job: JobSpec[pes=2, heapBytes=2097152, ");
    outcome.expectErr("0: shmem4j: SHMEM4J_WAIT=spin (variable, or property shmem4j.wait): ");
    outcome.expectErr("0: shmem4j: SHMEM_DEBUG= (default, or property shmem4j.debug): ");
  }

  @Test
  void alignedHeaps() throws Exception {
    JobRun.job(2, Debugged.class, "align")
        .options("--heap-align", "2m")
        .run()
        .expectCode(0)
        .expectLines("0: over=0", "0: over=0", "1: over=0", "1: over=0");
    JobRun.job(2, Debugged.class, "align")
        .run()
        .expectCode(1)
        .expectErr("limit=4096; raise it with --heap-align or SHMEM4J_HEAP_ALIGNMENT");
    JobRun.job(2, Debugged.class, "align")
        .options("--heap-align", "5000")
        .run()
        .expectCode(2)
        .expectErr("a heap's alignment is a power of two: alignment=5000 valid=4096..1073741824");
  }
}
