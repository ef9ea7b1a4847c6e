package org.shmem4j.junit.internal;

import java.net.URL;
import java.security.CodeSource;
import java.util.List;
import org.shmem4j.collectives.Collectives;
import org.shmem4j.junit.ShmemTest;
import org.shmem4j.shmem.Shmem;

/**
 * The classes that PEs which are threads have in common: the JDK's, JUnit's, ours, and Chronicle's,
 * which ours hand out.
 */
final class SharedClasses {
  private static final List<String> JUNIT =
      List.of("org.junit.", "org.opentest4j.", "org.apiguardian.");
  private static final String CHRONICLE = "net.openhft.";

  /** Ours by where they lie, as others may use our packages' names. */
  private static final List<String> OURS =
      List.of(place(Shmem.class), place(Collectives.class), place(ShmemTest.class));

  private SharedClasses() {}

  static boolean contains(Class<?> c) {
    String place = place(c);
    return place.isEmpty()
        || place.startsWith("jrt:")
        || OURS.contains(place)
        || isOfJunit(c)
        || c.getName().startsWith(CHRONICLE);
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
