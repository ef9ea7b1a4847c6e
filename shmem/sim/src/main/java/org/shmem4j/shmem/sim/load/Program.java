package org.shmem4j.shmem.sim.load;

import java.lang.invoke.MethodHandle;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A user's program, to be loaded any number of times. Its class files are read and rewritten once.
 */
public final class Program implements AutoCloseable {
  /** How the names of classes begin that all PEs have in common: the JDK's, ours, what ours use. */
  public static final List<String> SHARED =
      List.of(
          "java.",
          "org.shmem4j.shmem.",
          "org.shmem4j.collectives.",
          "org.shmem4j.launcher.",
          "org.shmem4j.junit.",
          "net.openhft.",
          "org.junit.",
          "org.opentest4j.",
          "org.apiguardian.");

  private final String mainClass;
  private final List<Path> places;
  private final ClassPath classPath;
  private final ClassLoader parent;
  private final List<String> shared;
  private final Hierarchy hierarchy;
  private final Instrumenter instrumenter;
  private final Map<String, Optional<Definition>> definitions = new ConcurrentHashMap<>();
  private final Map<String, ProtectionDomain> domains = new ConcurrentHashMap<>();

  /** For all PEs if the program has no statics to keep apart; else null. */
  private final ProgramLoader common;

  private Program(String mainClass, List<Path> places, ClassLoader parent, List<String> shared) {
    this.mainClass = mainClass;
    this.places = List.copyOf(places);
    this.classPath = new ClassPath(places);
    this.parent = parent;
    this.shared = List.copyOf(shared);
    this.hierarchy = new Hierarchy(classPath, parent);
    this.instrumenter = new Instrumenter(hierarchy);
    this.common = isStateless() ? newSharedLoader() : null;
  }

  /**
   * A program by its main class.
   *
   * @param classPath folders and jars; what is not there comes from {@code parent}
   * @param parent the loader of this library
   */
  public static Program of(String mainClass, List<Path> classPath, ClassLoader parent) {
    return of(mainClass, classPath, parent, SHARED);
  }

  /**
   * A program by its main class.
   *
   * @param classPath folders and jars; what is not there comes from {@code parent}
   * @param parent the loader of this library
   * @param shared how the names of classes begin that always come from {@code parent}
   */
  public static Program of(
      String mainClass, List<Path> classPath, ClassLoader parent, List<String> shared) {
    return new Program(mainClass, classPath, parent, shared);
  }

  /**
   * A loader for a PE. It defines the program's classes anew, unless none of them has statics or
   * anything else that PEs must not share: then all PEs get the same, which saves a millisecond or
   * more for each.
   */
  public ProgramLoader newLoader() {
    return common != null ? common : new ProgramLoader(this, parent);
  }

  /** A loader for all PEs, which share the program's statics. For very many PEs. */
  public ProgramLoader newSharedLoader() {
    return new ProgramLoader(this, parent);
  }

  private boolean isStateless() {
    try {
      return new Stateless(name -> isShared(name) ? Optional.empty() : hierarchy.own(name))
          .closure(mainClass)
          .filter(classes -> classes.stream().allMatch(this::isRewritten))
          .isPresent();
    } catch (IllegalArgumentException _) {
      return false; // a class file that cannot be read
    }
  }

  /** If not, each PE's loader says so. */
  private boolean isRewritten(String name) {
    return definition(name).problem() == null;
  }

  private boolean isShared(String name) {
    return shared.stream().anyMatch(name::startsWith);
  }

  /**
   * The program's main method, of type {@code (String[])void}.
   *
   * @throws IllegalArgumentException if there is none, or no main class
   */
  public MethodHandle main(ProgramLoader loader) {
    return MainMethod.of(load(loader));
  }

  private Class<?> load(ProgramLoader loader) {
    try {
      return loader.loadClass(mainClass);
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "the main class must be on the class path: class="
              + mainClass
              + " classPath="
              + places
              + "; give its full name, or add the folder or jar that has it with -cp",
          e);
    }
  }

  ClassPath classPath() {
    return classPath;
  }

  /** Null if the class is the parent's. */
  Definition definition(String name) {
    return definitions.computeIfAbsent(name, this::define).orElse(null);
  }

  private Optional<Definition> define(String name) {
    String fileName = ClassPath.fileName(name);
    URL file = isShared(name) ? null : classPath.find(fileName);
    if (file == null) {
      return Optional.empty();
    }
    return Optional.of(definition(ClassPath.read(file), domain(ClassPath.place(file, fileName))));
  }

  private Definition definition(byte[] bytes, ProtectionDomain domain) {
    try {
      return new Definition(ByteBuffer.wrap(instrumenter.instrument(bytes)), domain, null);
    } catch (IllegalArgumentException e) {
      return new Definition(
          ByteBuffer.wrap(bytes), domain, "the class runs unchecked: " + e.getMessage());
    }
  }

  private ProtectionDomain domain(URL place) {
    return domains.computeIfAbsent(
        place.toString(),
        _ -> new ProtectionDomain(new CodeSource(place, (Certificate[]) null), null));
  }

  /** Closes the class path; what is not loaded yet cannot be loaded any more. */
  @Override
  public void close() {
    classPath.close();
  }
}
