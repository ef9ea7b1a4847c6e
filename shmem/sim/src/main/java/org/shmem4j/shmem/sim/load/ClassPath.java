package org.shmem4j.shmem.sim.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;

/** The files of a program: folders and jars. No class is loaded from here. */
final class ClassPath implements AutoCloseable {
  private static final String JAR = "jar:";
  private static final String IN_JAR = "!/";

  private final URLClassLoader files;

  ClassPath(List<Path> places) {
    files =
        new URLClassLoader(
            places.stream().map(Path::toUri).map(ClassPath::url).toArray(URL[]::new), null);
  }

  private static URL url(URI place) {
    try {
      return place.toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Null if there is none. */
  URL find(String resource) {
    return files.findResource(resource);
  }

  Enumeration<URL> findAll(String resource) throws IOException {
    return files.findResources(resource);
  }

  /** A class file's bytes; null if there is none. */
  byte[] bytes(String className) {
    URL file = find(fileName(className));
    return file == null ? null : read(file);
  }

  static String fileName(String className) {
    return className.replace('.', '/') + ".class";
  }

  /** The folder or jar that a file found by {@link #find} lies in. */
  static URL place(URL file, String resource) {
    String whole = file.toString();
    String place = whole.substring(0, whole.length() - resource.length());
    boolean inJar = place.startsWith(JAR) && place.endsWith(IN_JAR);
    return url(
        URI.create(
            inJar ? place.substring(JAR.length(), place.length() - IN_JAR.length()) : place));
  }

  static byte[] read(URL file) {
    try {
      URLConnection connection = file.openConnection();
      connection.setUseCaches(false); // a cached jar would stay open
      try (InputStream in = connection.getInputStream()) {
        return in.readAllBytes();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      files.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
