package org.shmem4j.shmem.sim;

/** What a program can do, as traces call it. */
enum Verb {
  PUT("put"),
  PUT_NBI("putNbi"),
  GET("get"),
  GET_NBI("getNbi"),
  P("p"),
  G("g"),
  PUT_SIGNAL("putSignal"),
  PUT_SIGNAL_NBI("putSignalNbi"),
  SIGNAL("signal"),
  ATOMIC("atomic"),
  ATOMIC_NBI("atomicNbi"),
  FENCE("fence"),
  QUIET("quiet"),
  WAIT("wait"),
  TEST("test"),
  FETCH("fetch"),
  LOAD("load"),
  STORE("store"),
  MEETING("meeting"),
  PAUSE("pause"),
  END("end");

  private final String text;

  Verb(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
