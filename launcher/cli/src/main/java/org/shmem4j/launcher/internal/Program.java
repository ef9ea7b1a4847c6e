package org.shmem4j.launcher.internal;

import java.util.List;

/**
 * What each rank runs.
 *
 * @param mainClass the class whose {@code main} is called
 * @param classPath the rank's whole class path, the core's jars first
 */
record Program(String mainClass, List<String> classPath) {
  Program {
    classPath = List.copyOf(classPath);
  }
}
