package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that holds one object, and is there as a whole or not at all. */
final class ObjectFile {
  private ObjectFile() {}

  static void write(Path file, Serializable object) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(part))) {
      out.writeObject(object);
    }
    var _ = Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  static <T> T read(Path file, Class<T> type) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return type.cast(in.readObject());
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }
}
