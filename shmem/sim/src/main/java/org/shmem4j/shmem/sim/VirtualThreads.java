package org.shmem4j.shmem.sim;

import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.util.concurrent.Executor;
import org.shmem4j.shmem.ShmemException;

/**
 * Virtual threads that run where an executor of ours says. The JDK has them and offers no way to
 * make one; platform threads would take fifty times as long for a switch.
 */
final class VirtualThreads {
  private static final String FLAG = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private static final Constructor<?> BUILDER = builder();

  private VirtualThreads() {}

  private static Constructor<?> builder() {
    try {
      Constructor<?> builder =
          Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
              .getDeclaredConstructor(Executor.class);
      builder.setAccessible(true);
      return builder;
    } catch (InaccessibleObjectException e) {
      throw new ShmemException("a simulation needs the JVM's option " + FLAG, e);
    } catch (ReflectiveOperationException e) {
      throw new ShmemException(
          "a simulation needs virtual threads as JDK 25 has them: java.version="
              + System.getProperty("java.version"),
          e);
    }
  }

  /** Creates a thread whose every piece of work the executor is given. */
  static Thread create(Executor executor, String name, Runnable body) {
    try {
      return ((Thread.Builder.OfVirtual) BUILDER.newInstance(executor)).name(name).unstarted(body);
    } catch (ReflectiveOperationException e) {
      throw new ShmemException("a virtual thread could not be made", e);
    }
  }
}
