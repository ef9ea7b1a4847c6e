package org.shmem4j.launcher.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.shmem4j.launcher.LaunchException;
import org.shmem4j.launcher.Program;

/** Finds out what PROGRAM on the command line means: a jar, a main class or an example. */
public final class ProgramFinder {
  private static final String JAR = ".jar";

  private final Installation installation;
  private final Supplier<ExampleCatalog> examples;

  ProgramFinder(Installation installation, Supplier<ExampleCatalog> examples) {
    this.installation = installation;
    this.examples = examples;
  }

  /** Finds programs with the installation's examples. */
  static ProgramFinder of(Installation installation) {
    return new ProgramFinder(installation, () -> ExampleCatalog.load(installation));
  }

  /** Finds a program for {@link Program#find}. */
  public static Program find(String name, String classPath) {
    return of(Installation.current())
        .find(name, classPath == null ? List.of() : ClassPaths.split(classPath));
  }

  /**
   * Finds the program.
   *
   * @param name PROGRAM as typed
   * @param userClassPath the entries of {@code -cp}
   * @throws LaunchException with code 126 or 127 if there is no program to run
   */
  Program find(String name, List<String> userClassPath) {
    if (name.endsWith(JAR)) {
      return jar(Path.of(name).toAbsolutePath(), userClassPath);
    }
    if (ClassPaths.contains(userClassPath, name)
        || (installation.home().isEmpty() && isOnOwnClassPath(name))) {
      return program(name, List.of(), userClassPath);
    }
    Optional<Example> example = examples.get().find(name);
    if (example.isPresent()) {
      return program(example.get().mainClass(), installation.exampleClassPath(), userClassPath);
    }
    throw notFound(name, userClassPath);
  }

  private Program jar(Path jar, List<String> userClassPath) {
    if (!Files.exists(jar)) {
      throw new LaunchException(
          ExitCode.NOT_FOUND, "there is no such jar: program=" + jar + "; check the path");
    }
    return program(mainClassOf(jar), List.of(jar.toString()), userClassPath);
  }

  private static String mainClassOf(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      Manifest manifest = file.getManifest();
      String mainClass =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      if (mainClass == null) {
        throw new LaunchException(
            ExitCode.NOT_RUNNABLE,
            "the jar's manifest names no Main-Class: program="
                + jar
                + "; name the class yourself: -cp "
                + jar
                + " MAIN_CLASS");
      }
      return mainClass.strip();
    } catch (IOException e) {
      throw new LaunchException(
          ExitCode.NOT_RUNNABLE,
          "the jar cannot be read: program=" + jar + ", reason=" + e.getMessage(),
          e);
    }
  }

  private Program program(String mainClass, List<String> own, List<String> userClassPath) {
    List<String> classPath = new ArrayList<>(installation.coreClassPath());
    classPath.addAll(own);
    classPath.addAll(userClassPath);
    return new Program(mainClass, classPath);
  }

  private static boolean isOnOwnClassPath(String className) {
    return ClassLoader.getSystemResource(className.replace('.', '/') + ".class") != null;
  }

  private LaunchException notFound(String name, List<String> userClassPath) {
    StringBuilder text = new StringBuilder();
    if (userClassPath.isEmpty()) {
      text.append("there is no example of this name: program=").append(name);
    } else {
      text.append("the class path holds no such class: program=").append(name);
      text.append(", class path=").append(ClassPaths.join(userClassPath));
    }
    List<String> matches = examples.get().closeMatches(name);
    if (!matches.isEmpty()) {
      text.append("; did you mean ").append(String.join(" or ", matches)).append('?');
    } else if (userClassPath.isEmpty()) {
      text.append("; 'shmem4j examples' lists them; a main class needs -cp, a jar ends in .jar");
    } else {
      text.append("; give the class's full name and the jar or folder that holds it");
    }
    return new LaunchException(ExitCode.NOT_FOUND, text.toString());
  }
}
