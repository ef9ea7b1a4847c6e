package org.shmem4j.launcher.internal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where the launcher's parts are: in a distribution's folders, or, when a Maven project or an IDE
 * started it, all on its own class path.
 */
final class Installation {
  /** The system property that {@code bin/shmem4j} sets to the distribution's folder. */
  static final String HOME_PROPERTY = "shmem4j.home";

  private final Optional<Path> home;
  private final List<String> coreClassPath;

  private Installation(Optional<Path> home) {
    this.home = home;
    this.coreClassPath = home.isPresent() ? jars("core") : ClassPaths.split(ownClassPath());
  }

  /** Returns the installation that this JVM runs from. */
  static Installation current() {
    String home = System.getProperty(HOME_PROPERTY);
    return home == null ? withoutHome() : of(Path.of(home));
  }

  static Installation of(Path home) {
    return new Installation(Optional.of(home.toAbsolutePath().normalize()));
  }

  static Installation withoutHome() {
    return new Installation(Optional.empty());
  }

  /** The distribution's folder, if this is one. */
  Optional<Path> home() {
    return home;
  }

  /** What every rank has on its class path, first and always in the same order. */
  List<String> coreClassPath() {
    return coreClassPath;
  }

  /** What the named examples need besides. */
  List<String> exampleClassPath() {
    return jars("examples");
  }

  /** Everything that the launcher itself may use. */
  List<String> launcherClassPath() {
    return ClassPaths.split(ownClassPath());
  }

  /** The {@code java} that runs the ranks: the launcher's own. */
  static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static String ownClassPath() {
    return System.getProperty("java.class.path", "");
  }

  private List<String> jars(String folder) {
    return home.isPresent()
        ? ClassPaths.jarsIn(home.get().resolve("lib").resolve(folder))
        : List.of();
  }
}
