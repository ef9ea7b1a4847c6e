package org.shmem4j.shmem.sim.load;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Where rewritten code finds its simulator. One simulation at a time. */
public final class Hooks {
  private static final String OWN_PACKAGE = Hooks.class.getPackageName() + ".";
  private static final StackWalker STACK = StackWalker.getInstance();

  private static volatile Installed installed;

  /** Volatile, as the compiler would read a plain field once for a whole loop. */
  private static volatile boolean stopped;

  private Hooks() {}

  private record Installed(Environment environment, Set<String> said) {}

  /** Makes an environment the one that rewritten code calls. */
  public static void install(Environment environment) {
    installed = new Installed(environment, ConcurrentHashMap.newKeySet());
  }

  /** Rewritten code does again what the JDK does. */
  public static void remove() {
    installed = null;
  }

  /**
   * Ends the loops of all simulated threads with an {@link EndlessLoopError}, until {@link #go}.
   */
  public static void stop() {
    stopped = true;
  }

  /** Takes {@link #stop} back. */
  public static void go() {
    stopped = false;
  }

  /** Comes before every branch backwards. */
  public static void loop() {
    if (stopped && environment() != null) {
      throw new EndlessLoopError();
    }
  }

  /** Comes before code that the simulator does not control. */
  public static void unchecked(String what) {
    if (environment() != null) {
      say(place(), what);
    }
  }

  /** Comes before a segment is handed to code of the JDK that is not rewritten. */
  public static void handed(MemorySegment segment, String what) {
    Environment environment = environment();
    if (environment != null && segment != null && environment.isSymmetric(segment)) {
      say(place(), what);
    }
  }

  /** A seed for a generator that is made without one. */
  public static long seed() {
    return generator(ThreadLocalRandom.current()).nextLong();
  }

  /** Whose method is called instead of a {@link ThreadLocalRandom}'s. */
  public static RandomGenerator generator(ThreadLocalRandom ofJdk) {
    Environment environment = environment();
    return environment == null ? ofJdk : environment.random();
  }

  /** The environment of the calling thread, or null if that is not simulated. */
  static Environment environment() {
    Installed now = installed;
    return now != null && now.environment.isSimulated() ? now.environment : null;
  }

  static void say(String where, String what) {
    Installed now = installed;
    if (now != null && now.said.add(where + ' ' + what)) {
      now.environment.unchecked(where, what);
    }
  }

  private static String place() {
    return STACK.walk(frames ->
        frames
            .filter(frame -> !frame.getClassName().startsWith(OWN_PACKAGE))
            .findFirst()
            .map(Hooks::place)
            .orElse("?"));
  }

  /** As in a stack trace, without the class loader's name. */
  private static String place(StackWalker.StackFrame frame) {
    return frame.getClassName()
        + '.'
        + frame.getMethodName()
        + '('
        + frame.getFileName()
        + ':'
        + frame.getLineNumber()
        + ')';
  }
}
