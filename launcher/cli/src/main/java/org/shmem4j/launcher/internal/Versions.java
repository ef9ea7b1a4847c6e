package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Versions of ours and of libraries, from what their jars say. */
final class Versions {
  private static final String UNKNOWN = "unknown";

  private Versions() {}

  /** The version of this launcher. */
  static String shmem4j() {
    String version = Versions.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** The version of a Maven artifact on the class path, by the properties in its jar. */
  static String ofArtifact(String group, String artifact) {
    String resource = "META-INF/maven/" + group + "/" + artifact + "/pom.properties";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
      if (in == null) {
        return UNKNOWN;
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
