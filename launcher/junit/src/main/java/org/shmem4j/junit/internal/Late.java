package org.shmem4j.junit.internal;

import java.io.Serializable;
import java.util.List;

/** Where a PE was when the time limit passed; nowhere if it did not say. */
record Late(List<StackTraceElement> frames) implements Serializable {
  private static final List<String> NOT_THE_USERS =
      List.of(
          "java.",
          "jdk.",
          "sun.",
          "org.junit.",
          "org.shmem4j.shmem.",
          "org.shmem4j.junit.internal.");

  Late {
    frames = List.copyOf(frames);
  }

  static Late at(Thread thread) {
    return new Late(List.of(thread.getStackTrace()));
  }

  /** The stack, as something that JUnit and IDEs print. */
  Throwable stack(int pe) {
    Throwable stack = new Throwable("PE " + pe + " was here");
    stack.setStackTrace(frames.toArray(StackTraceElement[]::new));
    return stack;
  }

  /** The innermost line of the user's, and what it calls. */
  @Override
  public String toString() {
    for (int i = 0; i < frames.size(); i++) {
      if (isTheUsers(frames.get(i))) {
        return "was at " + frames.get(i) + (i == 0 ? "" : ", in " + method(frames.get(i - 1)));
      }
    }
    return frames.isEmpty() ? "did not answer" : "was at " + frames.getFirst();
  }

  private static boolean isTheUsers(StackTraceElement frame) {
    return NOT_THE_USERS.stream().noneMatch(frame.getClassName()::startsWith);
  }

  private static String method(StackTraceElement frame) {
    String name = frame.getClassName();
    return name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName();
  }
}
