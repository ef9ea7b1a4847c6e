package org.shmem4j.junit.internal;

import java.io.IOException;
import java.io.InputStream;

/** Loads a PE's own copy of every class that PEs do not share. */
final class PeClassLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  PeClassLoader(int pe, ClassLoader outer) {
    super("PE " + pe, outer);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> own = findLoadedClass(name);
      return own != null ? own : ownOrShared(getParent().loadClass(name));
    }
  }

  private Class<?> ownOrShared(Class<?> outer) throws ClassNotFoundException {
    if (SharedClasses.contains(outer)) {
      return outer;
    }
    String name = outer.getName();
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        return outer; // made at run time
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length, outer.getProtectionDomain());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
