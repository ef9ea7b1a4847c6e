package org.shmem4j.launcher.internal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipFile;

/** Works on class paths as lists of absolute entries. */
final class ClassPaths {
  private static final String JAR = ".jar";

  private ClassPaths() {}

  /**
   * Splits a class path, makes its entries absolute (so that {@code --wdir} does not change their
   * meaning) and writes out {@code folder/*}.
   */
  static List<String> split(String classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (entry.equals("*") || entry.endsWith(File.separator + "*")) {
        entries.addAll(jarsIn(Path.of(entry.substring(0, entry.length() - 1))));
      } else {
        entries.add(Path.of(entry).toAbsolutePath().toString());
      }
    }
    return entries;
  }

  /** Joins entries to what {@code java -cp} takes. */
  static String join(List<String> entries) {
    return String.join(File.pathSeparator, entries);
  }

  /** Returns the folder's jars in the order of their names; none if there is no such folder. */
  static List<String> jarsIn(Path folder) {
    String[] names = folder.toFile().list();
    List<String> jars = new ArrayList<>();
    if (names != null) {
      Arrays.sort(names);
      String prefix = folder.toAbsolutePath() + File.separator;
      for (String name : names) {
        if (name.endsWith(JAR)) {
          jars.add(prefix + name);
        }
      }
    }
    return jars;
  }

  /** Says whether one of the entries holds the class. */
  static boolean contains(List<String> entries, String className) {
    String file = className.replace('.', '/') + ".class";
    for (String entry : entries) {
      Path path = Path.of(entry);
      if (Files.isDirectory(path)
          ? Files.isRegularFile(path.resolve(file))
          : jarContains(path, file)) {
        return true;
      }
    }
    return false;
  }

  private static boolean jarContains(Path jar, String file) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.getEntry(file) != null;
    } catch (IOException e) {
      return false;
    }
  }
}
