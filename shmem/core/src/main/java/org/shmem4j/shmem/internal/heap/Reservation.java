package org.shmem4j.shmem.internal.heap;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shmem4j.shmem.internal.memory.Libc;

/** Takes the space of files, so that no later access can find the file system full. */
final class Reservation {
  /** Part of util-linux, and a tenth of the CPU time that the JDK's linker takes to start. */
  private static final Path COMMAND = Path.of("/usr/bin/fallocate");

  private static final String SCRIPT =
      "size=$1; shift; for file; do " + COMMAND + " -l $size \"$file\" || exit 1; done";

  private Reservation() {}

  /**
   * Allocates the first {@code bytes} bytes of each file.
   *
   * @return false if the file system has not so much left
   */
  static boolean take(List<Path> files, long bytes) {
    if (takeByCommand(files, bytes)) {
      return true;
    }
    for (Path file : files) {
      if (!Libc.Files.reserve(file, bytes)) {
        return false;
      }
    }
    return true;
  }

  private static boolean takeByCommand(List<Path> files, long bytes) {
    if (!Files.isExecutable(COMMAND)) {
      return false;
    }
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, "sh", Long.toString(bytes)));
    for (Path file : files) {
      command.add(file.toString());
    }
    try {
      return new ProcessBuilder(command)
              .redirectInput(new File("/dev/null"))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      // No process can be started, or not with so many files: then by the C library.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
