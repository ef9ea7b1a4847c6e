package org.shmem4j.shmem.internal.heap;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Takes the space of files, so that no later access can find the file system full. */
final class Reservation {
  /**
   * Part of util-linux; a C call of our own would start the JDK's linker, for ten times the time.
   */
  private static final Path COMMAND = Path.of("/usr/bin/fallocate");

  private static final int CHUNK = 1 << 20;

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
      if (!takeByWriting(file, bytes)) {
        return false;
      }
    }
    return true;
  }

  private static boolean takeByWriting(Path file, long bytes) {
    ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long position = 0; position < bytes; ) {
        zeros.clear().limit((int) Math.min(CHUNK, bytes - position));
        position += channel.write(zeros, position);
      }
      return true;
    } catch (IOException e) {
      // The file is there and is ours, so it is the space that is missing.
      return false;
    }
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
      // No process can be started, or not with so many files: then by writing.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
