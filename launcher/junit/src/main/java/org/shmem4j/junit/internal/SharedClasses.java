package org.shmem4j.junit.internal;

import java.io.File;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.stream.Stream;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.junit.ShmemTest;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.sim.StrategyKind;

/**
 * The classes that PEs which are threads have in common: the JDK's, JUnit's, ours, and Chronicle's,
 * which ours hand out.
 */
final class SharedClasses {
  private static final List<String> JUNIT =
      List.of("org.junit.", "org.opentest4j.", "org.apiguardian.");
  private static final String CHRONICLE = "net.openhft.";

  /** How the names of those begin that are not ours. */
  static final List<String> NAMES =
      Stream.concat(Stream.of("java.", CHRONICLE), JUNIT.stream()).toList();

  /** Ours by where they lie, as others may use our packages' names. */
  private static final List<String> OURS =
      List.of(
          place(Shmem.class),
          place(StrategyKind.class),
          place(Collectives.class),
          place(ShmemTest.class));

  private SharedClasses() {}

  static boolean contains(Class<?> c) {
    String place = place(c);
    return place.isEmpty()
        || place.startsWith("jrt:")
        || OURS.contains(place)
        || isOfJunit(c)
        || c.getName().startsWith(CHRONICLE);
  }

  /** This JVM's class path without our classes. */
  static List<Path> classPathOfOthers() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(place -> !OURS.contains(url(place)))
        .toList();
  }

  private static String url(Path place) {
    try {
      return place.toUri().toURL().toString();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isOfJunit(Class<?> c) {
    return JUNIT.stream().anyMatch(c.getName()::startsWith);
  }

  /** Empty for what the JVM's own loader has. */
  private static String place(Class<?> c) {
    CodeSource source = c.getProtectionDomain().getCodeSource();
    URL url = source == null ? null : source.getLocation();
    return url == null ? "" : url.toString();
  }
}
