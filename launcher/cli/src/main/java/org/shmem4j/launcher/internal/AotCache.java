package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where the ranks' AOT cache is. One cache serves all jobs of a distribution: every rank begins
 * with the same flags and the same jars.
 *
 * <p>The cache's name holds a key of all that it depends on, so that a stale one is never found.
 */
final class AotCache {
  private static final long RETRY_MILLIS = Duration.ofHours(1).toMillis();

  private final Path folder;
  private final String key;

  private AotCache(Path folder, String key) {
    this.folder = folder;
    this.key = key;
  }

  /** The cache that ranks of this installation use; none if it is not a distribution. */
  static Optional<AotCache> of(Installation installation) {
    Optional<Path> home = installation.home();
    if (home.isEmpty()) {
      return Optional.empty();
    }
    String key = key(installation.coreClassPath());
    Path own = home.get().resolve("aot");
    boolean writable = Files.isWritable(Files.isDirectory(own) ? own : home.get());
    return Optional.of(new AotCache(writable ? own : userFolder().resolve(key), key));
  }

  /** The cache's file, whether it exists or not. */
  Path file() {
    return folder.resolve("ranks-" + key + ".aot");
  }

  /** Whether the cache is there. */
  boolean exists() {
    return Files.isRegularFile(file());
  }

  /** Whether making the cache was tried not long ago and did not work. */
  boolean failedLately() {
    long age = System.currentTimeMillis() - failure().toFile().lastModified();
    return age < RETRY_MILLIS;
  }

  /** Where the reason is kept why the cache could not be made. */
  Path failure() {
    return folder.resolve("ranks-" + key + ".failed");
  }

  /** The cache of the launcher's own JVM, which {@code bin/shmem4j} uses if it is there. */
  Path launcherFile() {
    return folder.resolve("launcher.aot");
  }

  private static Path userFolder() {
    String configured = System.getenv("XDG_CACHE_HOME");
    Path caches =
        configured == null || configured.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return caches.resolve("shmem4j");
  }

  /** A hash of the JDK's build, the ranks' flags and the jars' names, sizes and times. */
  static String key(List<String> jars) {
    StringBuilder text = new StringBuilder(System.getProperty("java.vm.version"));
    text.append(System.getProperty("java.home")).append(RankFlags.forTraining());
    for (String jar : jars) {
      Path path = Path.of(jar);
      text.append(path.getFileName());
      try {
        BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
        text.append(file.size()).append(file.lastModifiedTime().toMillis());
      } catch (IOException e) {
        text.append('?');
      }
    }
    return Long.toHexString(fnv1a(text.toString()));
  }

  /** A 64-bit hash; loading a digest of the JDK's would take longer than all the rest here. */
  private static long fnv1a(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    return hash;
  }
}
