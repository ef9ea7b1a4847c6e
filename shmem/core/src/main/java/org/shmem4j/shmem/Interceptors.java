package org.shmem4j.shmem;

import org.shmem4j.shmem.job.Setting;

/** Makes the interceptor that the settings name. */
final class Interceptors {
  private Interceptors() {}

  /** A PE's; null if no class is named. */
  static Interceptor create() {
    String name = Setting.INTERCEPTOR.value();
    if (name.isEmpty()) {
      return null;
    }
    try {
      ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
      return Class.forName(name, true, ofThread)
          .asSubclass(Interceptor.class)
          .getConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new ShmemException(
          "an interceptor is a public class on the class path, with a public constructor without"
              + " parameters, that implements "
              + Interceptor.class.getName()
              + ": "
              + Setting.INTERCEPTOR.givenName()
              + "="
              + name
              + " error="
              + e,
          e);
    }
  }
}
