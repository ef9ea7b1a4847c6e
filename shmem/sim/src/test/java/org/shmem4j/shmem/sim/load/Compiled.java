package org.shmem4j.shmem.sim.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * A program compiled from its source, with one class {@code Main} in the file {@code Main.java}.
 */
final class Compiled {
  private static final String IMPORTS =
      """
      import java.lang.foreign.*; import java.nio.charset.*; import java.time.*; \
      import java.util.*; import java.util.concurrent.*; import java.util.concurrent.locks.*; \
      import java.util.function.*; \
      """;

  private Compiled() {}

  /** The program whose main method has this body; it answers through {@code args}. */
  static Program body(Path folder, String body) throws IOException {
    return source(
        folder,
        "public class Main { public static void main(String[] args) throws Throwable {"
            + body
            + "}}");
  }

  /** The first line is line 1 of the source. */
  static Program source(Path folder, String source) throws IOException {
    Path file = Files.writeString(folder.resolve("Main.java"), IMPORTS + source);
    int result =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-proc:none",
                "-g",
                "-d",
                folder.toString(),
                file.toString());
    if (result != 0) {
      throw new IllegalArgumentException(source);
    }
    return Program.of("Main", List.of(folder), Compiled.class.getClassLoader());
  }

  /** Runs a PE of its own. */
  static String[] run(Program program, String... args) throws Throwable {
    return run(program, program.newLoader(), args);
  }

  static String[] run(Program program, ProgramLoader loader, String... args) throws Throwable {
    program.main(loader).invokeExact(args);
    return args;
  }
}
