package org.shmem4j.stress.soak;

/** What happens to a rank. */
enum Fault {
  /** SIGKILL. */
  KILL(137),

  /** SIGSTOP and SIGCONT, several times and to any ranks: nobody dies. */
  STOP_CONTINUE(0),

  /** SIGSTOP, and SIGKILL while it is stopped. */
  STOP_KILL(137),

  /** It leaves with code 0 before finalize. */
  EXIT_0(1),

  /** It leaves with another code. */
  EXIT_7(7),

  /** Its program throws. */
  EXCEPTION(1),

  /** Its JVM stops, and runs no shutdown hooks. */
  HALT_9(9);

  private final int code;

  Fault(int code) {
    this.code = code;
  }

  /** The code of a job of our launcher. */
  int code() {
    return code;
  }

  /** Whether somebody else does it to the rank. */
  boolean isFromOutside() {
    return this == KILL || this == STOP_CONTINUE || this == STOP_KILL;
  }

  /** Whether the rank ends. */
  boolean isDeath() {
    return this != STOP_CONTINUE;
  }

  /** Ends this JVM, unless an exception must do it. */
  void inflict() {
    switch (this) {
      case EXIT_0 -> System.exit(0);
      case EXIT_7 -> System.exit(7);
      case HALT_9 -> Runtime.getRuntime().halt(9);
      default -> throw new IllegalStateException("not a rank's own doing: " + this);
    }
  }
}
