package org.shmem4j.launcher;

import java.util.List;
import org.shmem4j.launcher.internal.ProgramFinder;

/**
 * What PROGRAM on a command line means.
 *
 * @param mainClass the class whose {@code main} is called
 * @param classPath a rank's whole class path, the core's jars first
 */
public record Program(String mainClass, List<String> classPath) {
  /** Copies. */
  public Program {
    classPath = List.copyOf(classPath);
  }

  /**
   * Finds a program as {@code run} does.
   *
   * @param name an example, a jar, or a main class
   * @param classPath what {@code -cp} says; null if it was not given
   * @throws LaunchException if there is no such program
   */
  public static Program find(String name, String classPath) {
    return ProgramFinder.find(name, classPath);
  }
}
