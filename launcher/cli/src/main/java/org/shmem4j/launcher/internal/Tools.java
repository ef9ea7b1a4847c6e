package org.shmem4j.launcher.internal;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs of the system on the PATH. */
final class Tools {
  private Tools() {}

  /** Returns the program's full path, if this user can run it. */
  static Optional<Path> find(String name) {
    String path = System.getenv("PATH");
    if (path == null) {
      return Optional.empty();
    }
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path candidate = Path.of(folder, name);
      if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
