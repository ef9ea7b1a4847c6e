package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * What JUnit's JVM tells those that do a test's work, by a file.
 *
 * @param properties JUnit's system properties, which surefire and IDEs set after the start
 * @param end when the time limit passes
 */
record Order(Script script, Map<String, String> properties, Instant end) implements Serializable {
  private static final String FILE = "order";

  Order {
    properties = Map.copyOf(properties);
  }

  /** An order with this JVM's properties. */
  static Order of(Script script, Instant end) {
    Map<String, String> properties = new TreeMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      properties.put(name, System.getProperty(name));
    }
    return new Order(script, properties, end);
  }

  void write(Path folder) throws IOException {
    ObjectFile.write(folder.resolve(FILE), this);
  }

  static Order read(Path folder) throws IOException {
    return ObjectFile.read(folder.resolve(FILE), Order.class);
  }
}
