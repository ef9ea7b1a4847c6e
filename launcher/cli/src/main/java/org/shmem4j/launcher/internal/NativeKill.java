package org.shmem4j.launcher.internal;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Sends any signal: the JDK itself sends only TERM and KILL. */
@SuppressWarnings("restricted") // without native access the ranks could not run either
final class NativeKill {
  private static final MethodHandle KILL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private NativeKill() {}

  /** Sends a signal to a process; a process that is gone is no error. */
  static void send(Process process, int signal) {
    if (!process.isAlive()) {
      return;
    }
    try {
      int ignored = (int) KILL.invokeExact((int) process.pid(), signal);
    } catch (Throwable e) {
      throw new IllegalStateException("kill(2) cannot be called: signal=" + signal, e);
    }
  }
}
