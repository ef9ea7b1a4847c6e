package org.shmem4j.shmem.sim;

import java.util.List;

/**
 * An operation of a program, with its place in it.
 *
 * @param name as people call it, such as "put" or "barrierAll"
 * @param at the innermost line of the program
 */
record Op(Verb verb, String name, StackTraceElement at) {
  /** What is between the program and the simulation. */
  private static final List<String> BETWEEN =
      List.of(
          "org.shmem4j.shmem.",
          "org.shmem4j.collectives.",
          "org.shmem4j.launcher.",
          "org.shmem4j.junit.internal.",
          "java.",
          "jdk.",
          "sun.");

  private static final StackTraceElement UNKNOWN =
      new StackTraceElement("unknown", "unknown", null, -1);

  /** What the running thread is about to do. */
  static Op of(Verb verb, String name) {
    return new Op(verb, name, here());
  }

  /** The innermost line of the program in this thread. */
  static StackTraceElement here() {
    return StackWalker.getInstance()
        .walk(frames ->
            frames
                .filter(frame -> isProgram(frame.getClassName()))
                .findFirst()
                .map(StackWalker.StackFrame::toStackTraceElement)
                .orElse(UNKNOWN));
  }

  /** The innermost line of the program in a stack. */
  static StackTraceElement in(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (isProgram(frame.getClassName())) {
        return frame;
      }
    }
    return UNKNOWN;
  }

  /** Whether a class is the program's. */
  static boolean isProgram(String className) {
    return BETWEEN.stream().noneMatch(className::startsWith);
  }

  /** A line as people read it, such as {@code "Ring.java:12"}. */
  static String line(StackTraceElement at) {
    return at.getFileName() == null
        ? at.getClassName()
        : at.getFileName() + ":" + at.getLineNumber();
  }

  /** Whether it is a part of a collective call, which follows. */
  boolean isPartOf(Op next) {
    return next.verb == Verb.MEETING && verb != Verb.MEETING && at.equals(next.at);
  }

  /** Its line. */
  String line() {
    return line(at);
  }
}
