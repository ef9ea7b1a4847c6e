package org.shmem4j.stress.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmem4j.stress.suites.programs.Arguments;
import org.shmem4j.stress.suites.programs.Greeting;

/** What the README promises: the examples, and programs of one's own as jar and as class. */
final class ExamplesIT {
  @ParameterizedTest
  @CsvSource({"1,mapped", "2,mapped", "4,mapped", "2,chronicle", "4,chronicle"})
  void helloRingAndAllreduce(int pes, String heap) throws Exception {
    for (String example : List.of("hello", "ring", "allreduce")) {
      if (pes == 4 && heap.equals("chronicle") && !example.equals("allreduce")) {
        continue; // a rank with Chronicle costs a second of CPU time
      }
      String[] expected =
          IntStream.range(0, pes)
              .mapToObj(pe -> pe + ": " + golden(example, pe, pes))
              .toArray(String[]::new);
      JobRun.shmem4j("run", "-n", "" + pes, "--heap=" + heap, example)
          .run()
          .expectCode(0)
          .expectLines(expected)
          .expectNoErr();
    }
  }

  private static String golden(String example, int pe, int pes) {
    return switch (example) {
      case "hello" -> "Hello from PE %d of %d: x + rank = %d".formatted(pe, pes, 100 + pe);
      case "ring" -> "PE %d got %d".formatted(pe, (pe + pes - 1) % pes);
      default -> pes == 1 ? "[1, 2, 3]" : pes == 2 ? "[11, 22, 33]" : "[1111, 2222, 3333]";
    };
  }

  @Test
  void gridHasRowsAndColumns() throws Exception {
    JobRun.shmem4j("run", "-n", "4", "grid")
        .run()
        .expectCode(0)
        .expectLines(
            "0: PE 0: row [0, 1], column [0, 2]",
            "1: PE 1: row [0, 1], column [1, 3]",
            "2: PE 2: row [2, 3], column [0, 2]",
            "3: PE 3: row [2, 3], column [1, 3]")
        .expectNoErr();
  }

  @Test
  void heatIsTheSameOnOneAndOnFourPes() throws Exception {
    String one = heat(1, "mapped");
    assertEquals(one, heat(4, "mapped"));
    assertEquals(one, heat(2, "chronicle"));
  }

  private static String heat(int pes, String heap) throws Exception {
    Outcome outcome =
        JobRun.shmem4j(
                "run",
                "-n",
                "" + pes,
                "--heap=" + heap,
                "heat",
                "--check",
                "--size",
                "120",
                "--steps",
                "200")
            .run()
            .expectCode(0)
            .expectNoErr()
            .expectOut("0: identical to the single-rank run");
    return outcome.linesOf(0).getFirst();
  }

  @Test
  void heatDraws(@TempDir Path folder) throws Exception {
    Path image = folder.resolve("heat.png");
    JobRun.shmem4j(
            "run", "-n", "2", "heat", "--size", "60", "--steps", "20", "--output", "" + image)
        .run()
        .expectCode(0)
        .expectOut("wrote " + image);
    byte[] bytes = Files.readAllBytes(image);
    assertEquals("PNG", new String(bytes, 1, 3, StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mapped", "chronicle"})
  void pingpongTellsATime(String heap) throws Exception {
    JobRun.shmem4j("run", "-n", "2", "--heap", heap, "pingpong", "--rounds", "2000")
        .run()
        .expectCode(0)
        .expectOut("0: half round trip: ")
        .expectNoErr();
  }

  /** Eight PEs are more than the processors of a small machine. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void patternsReadNothingOld(int pes) throws Exception {
    JobRun.shmem4j("run", "-n", "" + pes, "patterns", "--rounds", "500")
        .run()
        .expectCode(0)
        .expectLines(
            "0: message passing: 500 rounds, nothing old was read",
            "0: ping-pong: 500 rounds, nothing old was read",
            "0: fan-in: 500 rounds, nothing old was read",
            "0: double buffer: 500 rounds, nothing old was read",
            "0: third party: 500 rounds, nothing old was read",
            "0: epochs: 500 rounds, nothing old was read")
        .expectNoErr();
  }

  @ParameterizedTest
  @ValueSource(strings = {"barrier", "dissemination"})
  void barriersTellATime(String name) throws Exception {
    JobRun.shmem4j("run", "-n", "3", name, "--rounds", "200")
        .run()
        .expectCode(0)
        .expectOut("0: " + name + ": ")
        .expectNoErr();
  }

  @Test
  void everyExampleIsTriedHere() throws Exception {
    Outcome listed = JobRun.shmem4j("examples").run().expectCode(0).expectNoErr();
    List<String> names =
        listed
            .out()
            .lines()
            .map(line -> line.replaceAll(" .*", ""))
            .filter(name -> !name.startsWith("bug-")) // those are there to be checked
            .toList();
    assertEquals(
        List.of(
            "allreduce",
            "barrier",
            "dissemination",
            "grid",
            "heat",
            "hello",
            "patterns",
            "pingpong",
            "ring"),
        names);
  }

  /** A runnable jar whose Class-Path names another one, in a folder with blanks. */
  @Test
  void runnableJar(@TempDir Path parent) throws Exception {
    Path folder = Files.createDirectories(parent.resolve("a folder; with $blanks"));
    jar(folder.resolve("program.jar"), "parts/part.jar", Greeting.class);
    Files.createDirectory(folder.resolve("parts"));
    jar(folder.resolve("parts/part.jar"), null, Greeting.Part.class);
    JobRun.shmem4j("run", "-n", "2", "" + folder.resolve("program.jar"), "a", "--n=7", "-n")
        .run()
        .expectCode(0)
        .expectNoErr()
        .expectLines("0: part says [a, --n=7, -n] on 0", "1: part says [a, --n=7, -n] on 1");
  }

  private static void jar(Path jar, String classPath, Class<?> content) throws Exception {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (classPath != null) {
      attributes.put(Attributes.Name.MAIN_CLASS, Greeting.class.getName());
      attributes.put(Attributes.Name.CLASS_PATH, classPath);
    }
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      String name = content.getName().replace('.', '/') + ".class";
      out.putNextEntry(new ZipEntry(name));
      out.write(Files.readAllBytes(Path.of(JobRun.testClasses(), name)));
      out.closeEntry();
    }
  }

  @Test
  void argumentsArriveAsTheyAre() throws Exception {
    String[] arguments = {
      ":",
      "--x",
      "",
      "*",
      "-n",
      "9",
      "--",
      "a b",
      "'",
      "\"",
      "\\",
      "$HOME",
      "`id`",
      "a\nb",
      "\t",
      "grüße \uD83D\uDE00",
      "-",
      "--help",
      "=",
      "%s",
      "@file",
      "x;y|z&"
    };
    Outcome outcome = JobRun.job(2, Arguments.class, arguments).run().expectCode(0).expectNoErr();
    List<String> expected = Arguments.lines(arguments);
    for (int pe = 0; pe < 2; pe++) {
      List<String> printed = outcome.linesOf(pe);
      outcome.check(printed.equals(expected), "PE " + pe + " did not get " + expected);
    }
  }
}
