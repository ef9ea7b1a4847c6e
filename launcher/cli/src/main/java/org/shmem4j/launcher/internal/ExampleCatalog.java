package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The named programs, read from every {@value #RESOURCE} in the distribution's example jars or on
 * the class path. A line is {@code name = main class, description}, so that the launcher needs none
 * of the programs' classes.
 */
final class ExampleCatalog {
  static final String RESOURCE = "META-INF/shmem4j/programs.properties";

  private final Map<String, Example> examples;

  private ExampleCatalog(Map<String, Example> examples) {
    this.examples = examples;
  }

  /** Reads the catalog that goes with the installation. */
  static ExampleCatalog load(Installation installation) {
    Map<String, Example> examples = new TreeMap<>();
    try {
      if (installation.home().isPresent()) {
        // opening all other jars of the launcher would cost as much as its whole start
        for (String jar : installation.exampleClassPath()) {
          addFromJar(examples, jar);
        }
      } else {
        addFromClassPath(examples);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the list of examples: resource=" + RESOURCE, e);
    }
    return new ExampleCatalog(examples);
  }

  /** Makes a catalog of given lines. */
  static ExampleCatalog of(Properties lines) {
    Map<String, Example> examples = new TreeMap<>();
    addAll(examples, lines);
    return new ExampleCatalog(examples);
  }

  private static void addFromJar(Map<String, Example> examples, String jar) throws IOException {
    try (ZipFile file = new ZipFile(jar)) {
      ZipEntry entry = file.getEntry(RESOURCE);
      if (entry != null) {
        addAll(examples, read(file.getInputStream(entry)));
      }
    }
  }

  private static void addFromClassPath(Map<String, Example> examples) throws IOException {
    Enumeration<URL> resources = ClassLoader.getSystemResources(RESOURCE);
    while (resources.hasMoreElements()) {
      addAll(examples, read(resources.nextElement().openStream()));
    }
  }

  private static Properties read(InputStream in) throws IOException {
    try (in) {
      Properties lines = new Properties();
      lines.load(in);
      return lines;
    }
  }

  private static void addAll(Map<String, Example> examples, Properties lines) {
    for (String name : lines.stringPropertyNames()) {
      String line = lines.getProperty(name);
      int comma = line.indexOf(',');
      String mainClass = (comma < 0 ? line : line.substring(0, comma)).strip();
      String description = comma < 0 ? "" : line.substring(comma + 1).strip();
      examples.put(name, new Example(name, mainClass, description));
    }
  }

  Optional<Example> find(String name) {
    return Optional.ofNullable(examples.get(name));
  }

  /** All examples in the order of their names. */
  Collection<Example> all() {
    return Collections.unmodifiableCollection(examples.values());
  }

  List<String> closeMatches(String name) {
    return CloseMatches.of(name, examples.keySet());
  }
}
