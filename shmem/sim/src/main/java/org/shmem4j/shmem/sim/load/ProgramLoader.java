package org.shmem4j.shmem.sim.load;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Defines a program's classes once more, with statics of their own; see {@link Program}. */
public final class ProgramLoader extends ClassLoader {
  private final Program program;

  /** Has no name, which stack traces would show in each line. */
  ProgramLoader(Program program, ClassLoader parent) {
    super(parent);
    this.program = program;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : load(name);
    }
  }

  private Class<?> load(String name) throws ClassNotFoundException {
    Definition own = program.definition(name);
    if (own == null) {
      return getParent().loadClass(name);
    }
    if (own.problem() != null) {
      Hooks.say(name, own.problem());
    }
    return defineClass(name, own.bytes().duplicate(), own.domain());
  }

  /** The program's own resource if there is one, else the parent's. */
  @Override
  public URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : getParent().getResource(name);
  }

  /** The program's own resources first; each file once. */
  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Map<String, URL> all = new LinkedHashMap<>();
    findResources(name).asIterator().forEachRemaining(url -> all.put(url.toString(), url));
    getParent()
        .getResources(name)
        .asIterator()
        .forEachRemaining(url -> all.putIfAbsent(url.toString(), url));
    return Collections.enumeration(all.values());
  }

  @Override
  protected URL findResource(String name) {
    return program.classPath().find(name);
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return program.classPath().findAll(name);
  }
}
