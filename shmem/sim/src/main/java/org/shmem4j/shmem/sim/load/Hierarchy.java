package org.shmem4j.shmem.sim.load;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who extends whom, among the program's classes and the others that it can name. */
final class Hierarchy {
  private final ClassPath classPath;
  private final ClassLoader parent;
  private final Map<String, Optional<ClassModel>> own = new ConcurrentHashMap<>();

  Hierarchy(ClassPath classPath, ClassLoader parent) {
    this.classPath = classPath;
    this.parent = parent;
  }

  /** For the verifier's types in rewritten code. */
  ClassHierarchyResolver resolver() {
    return ClassHierarchyResolver.ofResourceParsing(this::classFile)
        .orElse(ClassHierarchyResolver.defaultResolver())
        .cached();
  }

  private InputStream classFile(ClassDesc type) {
    byte[] bytes = classPath.bytes(Types.name(type));
    return bytes != null
        ? new ByteArrayInputStream(bytes)
        : parent.getResourceAsStream(ClassPath.fileName(Types.name(type)));
  }

  /**
   * Whether a method called on {@code owner} is the one that a class of the JDK has, or a subclass
   * of that in the JDK: no class of the program in between overrides it.
   */
  boolean inherits(ClassDesc owner, String method, String descriptor, Class<?> ofJdk) {
    ClassDesc type = owner;
    for (ClassModel model = own(Types.name(type)).orElse(null);
        model != null;
        model = own(Types.name(type)).orElse(null)) {
      Optional<ClassEntry> above = model.superclass();
      if (above.isEmpty() || declares(model, method, descriptor)) {
        return false;
      }
      type = above.get().asSymbol();
    }
    return isSubtype(type, ofJdk);
  }

  private static boolean declares(ClassModel model, String method, String descriptor) {
    return model.methods().stream()
        .anyMatch(
            m -> m.methodName().equalsString(method) && m.methodType().equalsString(descriptor));
  }

  private boolean isSubtype(ClassDesc type, Class<?> ofJdk) {
    if (!type.isClassOrInterface()) {
      return false;
    }
    try {
      return ofJdk.isAssignableFrom(Class.forName(Types.name(type), false, parent));
    } catch (ClassNotFoundException | LinkageError _) {
      return false; // the call fails when it is made
    }
  }

  /** What is on the class path. */
  Optional<ClassModel> own(String name) {
    return own.computeIfAbsent(name, this::parse);
  }

  private Optional<ClassModel> parse(String name) {
    return Optional.ofNullable(classPath.bytes(name)).map(bytes -> ClassFile.of().parse(bytes));
  }
}
