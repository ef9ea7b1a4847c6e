package org.shmem4j.launcher.internal;

import java.util.function.Consumer;

/**
 * Catches signals. The JDK has no supported way to do so; {@code sun.misc.Signal} is exported by
 * the module jdk.unsupported for just this.
 */
@SuppressWarnings("sunapi")
final class Signals {
  private Signals() {}

  /** From now on, signals that end a process go to the receiver instead. */
  static void catchAll(Consumer<EndSignal> receiver) {
    for (EndSignal signal : EndSignal.values()) {
      try {
        sun.misc.Signal.handle(
            new sun.misc.Signal(signal.name()), caught -> receiver.accept(signal));
      } catch (IllegalArgumentException e) {
        // the JVM was started with -Xrs: the signal keeps the system's own effect
      }
    }
  }
}
