package org.shmem4j.launcher.internal;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Catches the signals that end a process, until it is closed. The JDK has no supported way to do
 * so; {@code sun.misc.Signal} is exported by the module jdk.unsupported for just this.
 */
final class Signals implements AutoCloseable {
  private final Map<EndSignal, sun.misc.SignalHandler> before = new EnumMap<>(EndSignal.class);

  private Signals() {}

  /** From now on, signals that end a process go to the receiver instead. */
  static Signals catchAll(Consumer<EndSignal> receiver) {
    Signals signals = new Signals();
    for (EndSignal signal : EndSignal.values()) {
      try {
        signals.before.put(
            signal,
            sun.misc.Signal.handle(
                new sun.misc.Signal(signal.name()), caught -> receiver.accept(signal)));
      } catch (IllegalArgumentException e) {
        // the JVM was started with -Xrs: the signal keeps the system's own effect
      }
    }
    return signals;
  }

  /** Signals have their former effect again. */
  @Override
  public void close() {
    before.forEach(
        (signal, handler) -> sun.misc.Signal.handle(new sun.misc.Signal(signal.name()), handler));
  }
}
