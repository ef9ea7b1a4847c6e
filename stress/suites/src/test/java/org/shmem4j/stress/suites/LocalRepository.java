package org.shmem4j.stress.suites;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A local Maven repository with what this build has made, as {@code mvn install} puts it there, and
 * by links all else that the user's own has. Nothing is installed into that.
 */
final class LocalRepository implements AutoCloseable {
  private static final String GROUP = "shmem4j";
  private static final String VERSION = System.getProperty("sample.version");

  /** What a user's project gets, and where it was built. */
  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "shmem4j-core", "shmem/core",
          "shmem4j-sim", "shmem/sim",
          "shmem4j-collectives", "collectives/core",
          "shmem4j-launcher", "launcher/cli",
          "shmem4j-junit", "launcher/junit",
          "shmem4j", "launcher/dist");

  private final Path folder;
  private final Path org;

  /** Makes one in a folder, of a checkout that is built. */
  LocalRepository(Path folder, Path checkout) throws IOException, URISyntaxException {
    this.folder = folder;
    this.org = folder.resolve("org");
    link(users(), folder, "org");
    link(users().resolve("org"), org, GROUP);
    Path group = org.resolve(GROUP);
    install(group, "shmem4j-parent", checkout.resolve("pom.xml"), "pom");
    for (Map.Entry<String, String> artifact : ARTIFACTS.entrySet()) {
      Path module = checkout.resolve(artifact.getValue());
      String jar = artifact.getKey() + "-" + VERSION + ".jar";
      install(group, artifact.getKey(), module.resolve("pom.xml"), "pom");
      install(group, artifact.getKey(), module.resolve("target").resolve(jar), "jar");
    }
  }

  /** Where this build has JUnit from: org/junit/jupiter/ARTIFACT/VERSION/FILE of it. */
  private static Path users() throws URISyntaxException {
    Path junit = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return junit.resolve("../../../../../..").normalize();
  }

  Path folder() {
    return folder;
  }

  /** Takes away the links. */
  @Override
  public void close() throws IOException {
    for (Path linked : List.of(folder, org)) {
      try (Stream<Path> files = Files.list(linked)) {
        for (Path link : files.filter(Files::isSymbolicLink).toList()) {
          Files.delete(link);
        }
      }
    }
  }

  /** Links to all that is in a folder, but for one name. */
  private static void link(Path from, Path to, String except) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      List<Path> others = files.filter(file -> !file.endsWith(except)).toList();
      for (Path file : others) {
        Files.createSymbolicLink(to.resolve(file.getFileName()), file);
      }
    }
  }

  private static void install(Path group, String artifact, Path file, String type)
      throws IOException {
    Path folder = Files.createDirectories(group.resolve(artifact).resolve(VERSION));
    Files.copy(file, folder.resolve(artifact + "-" + VERSION + "." + type));
  }
}
