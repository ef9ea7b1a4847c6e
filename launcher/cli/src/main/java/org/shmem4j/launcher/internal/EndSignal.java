package org.shmem4j.launcher.internal;

/** The signals that ask the launcher to end the job. */
enum EndSignal {
  HUP(1),
  INT(2),
  TERM(15);

  private final int number;

  EndSignal(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
