package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.stress.suites.programs.BigHeap;
import org.shmem4j.stress.suites.programs.Greeting;
import org.shmem4j.stress.suites.programs.HeapSize;
import org.shmem4j.stress.suites.programs.Nested;

/** All the ways to start a PE or a job, and those that cannot work. */
final class StartIT {
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";
  private static final String HELLO = "org.shmem4j.spmd.examples.Hello";
  private static final String GREETING_OF_ONE = "Hello from PE 0 of 1: x + rank = 100";

  private static String libraryAndExamples() throws Exception {
    return JobRun.jars("core") + File.pathSeparator + JobRun.jars("examples");
  }

  @Test
  void plainJavaIsAJobOfOnePe() throws Exception {
    Outcome outcome = JobRun.java("-cp", libraryAndExamples(), HELLO).run();
    outcome.expectCode(0).expectLines(GREETING_OF_ONE);
    outcome.expectErr("WARNING: A restricted method in java.lang.foreign.");
    outcome.expectErr("WARNING: Use --enable-native-access=ALL-UNNAMED to avoid a warning");
    outcome.check(outcome.countInErr("^(?!WARNING: ).") == 0, "only the JVM's warning");
  }

  @Test
  void nativeAccessSilencesTheWarning() throws Exception {
    JobRun.java(NATIVE, "-cp", libraryAndExamples(), HELLO)
        .run()
        .expectCode(0)
        .expectLines(GREETING_OF_ONE)
        .expectNoErr();
  }

  @Test
  void deniedNativeAccessNamesTheFlag() throws Exception {
    JobRun.java("--illegal-native-access=deny", "-cp", libraryAndExamples(), HELLO)
        .run()
        .expectCode(1)
        .expectLines()
        .expectErr("the JVM denies native access")
        .expectErr(NATIVE);
  }

  @Test
  void launcherFromAClassPathHandsThatToTheRanks() throws Exception {
    String classPath =
        String.join(File.pathSeparator, JobRun.libraryAndTests(), JobRun.jars("launcher"));
    Outcome outcome =
        JobRun.java(
                "-cp",
                classPath,
                "org.shmem4j.launcher.Main",
                "run",
                "-n",
                "4",
                Greeting.class.getName(),
                "x")
            .run()
            .expectCode(0)
            .expectLines(
                "0: part says [x] on 0",
                "1: part says [x] on 1",
                "2: part says [x] on 2",
                "3: part says [x] on 3");
    outcome.check(outcome.countInErr("^[0-9]: ") == 0, "ranks say nothing on standard error");
  }

  @Test
  void childThatInheritsTheVariablesIsToldWhatIsWrong() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    JobRun.job(
            2,
            Nested.class,
            java,
            NATIVE,
            "-cp",
            JobRun.libraryAndTests(),
            HeapSize.class.getName())
        .run()
        .expectCode(0)
        .expectOut("0: child=1")
        .expectOut("this PE has joined the job already: pe=0")
        .expectOut("must not inherit SHMEM4J_JOB and SHMEM4J_PE");
  }

  @Test
  void launcherRunsInsideARank() throws Exception {
    String shmem4j = JobRun.HOME.resolve("bin/shmem4j").toString();
    JobRun.job(2, Nested.class, shmem4j, "run", "-n", "2", "ring")
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectOut("0: child: 0: PE 0 got 1")
        .expectOut("0: child: 1: PE 1 got 0")
        .expectOut("0: child=0");
  }

  @Test
  void tooLittleSpaceIsAnErrorBeforeAnyRankStarts(@TempDir Path folder) throws Exception {
    mountOf16MiB(folder);
    try {
      // 128 MiB into 16; and what would fit but for the control file.
      for (String size : List.of("64m", "8m")) {
        JobRun.shmem4j("run", "-n", "2", "--heap-size", size, "hello")
            .root(folder)
            .run()
            .expectCode(125)
            .expectLines()
            .expectErr("not enough space for the symmetric heaps: needed=")
            .expectErr("(2 PEs x ")
            .expectErr("--heap-size")
            .expectErr("SHMEM4J_JOB_ROOT");
        assertEquals(List.of(), list(folder));
      }
      JobRun.java(NATIVE, "-cp", libraryAndExamples(), HELLO)
          .root(folder)
          .run()
          .expectCode(1)
          .expectErr("cannot start: ")
          .expectErr("not enough space");
      JobRun.shmem4j("run", "-n", "2", "--heap-size", "2m", "hello")
          .root(folder)
          .run()
          .expectCode(0);
      assertEquals(List.of(), list(folder));
    } finally {
      var _ = new ProcessBuilder("umount", folder.toString()).start().waitFor();
    }
  }

  private static List<Path> list(Path folder) throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static void mountOf16MiB(Path folder) throws Exception {
    List<String> command =
        List.of("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", folder.toString());
    int code = -1;
    try {
      code = new ProcessBuilder(command).start().waitFor();
    } catch (java.io.IOException e) {
      // there is no such command
    }
    Assumptions.assumeTrue(code == 0, "mounting a tmpfs is not permitted here");
  }

  @ParameterizedTest
  @CsvSource({"1.5g,1610612736", "8M,8388608", "100k,102400", "4096,4096", "1,4096"})
  void symmetricSize(String text, long bytes) throws Exception {
    JobRun.job(1, HeapSize.class)
        .env("SHMEM_SYMMETRIC_SIZE", text)
        .run()
        .expectCode(0)
        .expectLines("0: heap=" + bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "0", "-1", "", "99999t", "1.5.2g", "12 monkeys"})
  void badSymmetricSize(String text) throws Exception {
    Outcome outcome =
        JobRun.shmem4j("run", "-n", "2", "hello").env("SHMEM_SYMMETRIC_SIZE", text).run();
    outcome.expectErr("SHMEM_SYMMETRIC_SIZE=" + text).expectErr("64M").expectLines();
    outcome.check(outcome.code() == 2 || outcome.code() == 125, "code " + outcome.code());
    outcome.check(outcome.countInErr("^\tat ") == 0, "no stack");
  }

  @Test
  void badSymmetricSizeUnderPlainJava() throws Exception {
    Outcome outcome =
        JobRun.java(NATIVE, "-cp", libraryAndExamples(), HELLO)
            .env("SHMEM_SYMMETRIC_SIZE", "abc")
            .run();
    outcome.expectCode(1).expectErr("SHMEM_SYMMETRIC_SIZE=abc").expectErr("cannot start: ");
  }

  @Test
  void heapBeyond32Bits() throws Exception {
    JobRun.job(2, BigHeap.class)
        .options("--heap-size", "5g", "--heap-reserve=sparse")
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectLines("0: well", "1: well");
  }

  @ParameterizedTest
  @CsvSource({
    "2,--nonsense hello",
    "2,-n 0 hello",
    "2,-n x hello",
    "2,''",
    "127,helo",
    "127,missing.jar"
  })
  void wrongCommandLine(int code, String words) throws Exception {
    String[] line = ("run " + words).strip().split(" ");
    Outcome outcome = JobRun.shmem4j(line).run().expectCode(code).expectLines();
    outcome.check(outcome.countInErr("^\tat ") == 0, "no stack");
  }

  /** Other test suites stop at 32 (tests-sos #50). */
  @Test
  void thirtyThreeRanks() throws Exception {
    int pes = 33;
    String[] lines =
        IntStream.range(0, pes)
            .mapToObj(pe -> "%d: Hello from PE %d of 33: x + rank = %d".formatted(pe, pe, 100 + pe))
            .toArray(String[]::new);
    JobRun.shmem4j("run", "-n", "" + pes, "--heap-size=1m", "hello")
        .within(Duration.ofMinutes(2))
        .run()
        .expectCode(0)
        .expectLines(lines)
        .expectNoErr();
  }
}
