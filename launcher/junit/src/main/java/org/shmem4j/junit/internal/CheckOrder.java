package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;

/** What JUnit's JVM tells the one that checks a test, by a file. */
record CheckOrder(Order order, CheckPlan plan) implements Serializable {
  private static final String FILE = "check";

  void write(Path folder) throws IOException {
    ObjectFile.write(folder.resolve(FILE), this);
  }

  static CheckOrder read(Path folder) throws IOException {
    return ObjectFile.read(folder.resolve(FILE), CheckOrder.class);
  }
}
