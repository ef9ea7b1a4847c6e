package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.stress.suites.programs.ChronicleSides;
import org.shmem4j.stress.suites.programs.HeapSize;
import org.shmem4j.stress.suites.programs.MapAndQueue;

/** Chronicle beside symmetric memory; and its stores over it. */
final class ChronicleIT {
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  /** Map and Queue are not in the distribution: they come from these tests' own class path. */
  private static String mapAndQueue() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(classPath.split(File.pathSeparator))
        .filter(entry -> !entry.contains("junit") && !entry.contains("shmem4j-"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void mapAndQueueOpenInARank(@TempDir Path folder) throws Exception {
    Path home = Files.createDirectory(folder.resolve("home"));
    JobRun.shmem4j(
            "run",
            "-n",
            "2",
            "-cp",
            mapAndQueue(),
            MapAndQueue.class.getName(),
            Files.createDirectory(folder.resolve("data")).toString())
        .env("HOME", home.toString())
        .options("--jvm-arg=-Duser.home=" + home)
        .run()
        .expectCode(0)
        .expectLines("0: well", "1: well")
        .expectNoErr();
    try (Stream<Path> written = Files.walk(home)) {
      // Chronicle's analytics would keep an identifier there.
      assertEquals(List.of(), written.filter(f -> f.toString().contains("chronicle")).toList());
    }
  }

  @Test
  void storesNeedNoFlags() throws Exception {
    JobRun.java(NATIVE, "-cp", JobRun.libraryAndTests(), ChronicleSides.class.getName())
        .run()
        .expectCode(0)
        .expectOut("passed: the whole heap as a store");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mapped", "chronicle"})
  void storesAndOurOperationsSeeEachOther(String heap) throws Exception {
    Outcome outcome = JobRun.job(2, ChronicleSides.class).options("--heap=" + heap).run();
    outcome.expectCode(0).expectNoErr();
    List<String> all = ChronicleSides.names().stream().map(name -> "passed: " + name).toList();
    for (int pe = 0; pe < 2; pe++) {
      assertEquals(all, outcome.linesOf(pe));
    }
  }

  @Test
  void chronicleHeapWithoutFlagsNamesThem() throws Exception {
    JobRun.java(
            NATIVE,
            "-Dshmem4j.heap=chronicle",
            "-cp",
            JobRun.libraryAndTests(),
            HeapSize.class.getName())
        .run()
        .expectCode(1)
        .expectErr("cannot start: ")
        .expectErr("Chronicle cannot work in this JVM")
        .expectErr("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
  }
}
