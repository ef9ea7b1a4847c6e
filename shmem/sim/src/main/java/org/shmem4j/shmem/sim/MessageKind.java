package org.shmem4j.shmem.sim;

/** What a message is sent for. An answer counts for what it answers. */
public enum MessageKind {
  /** A put of any number of elements, blocking or not. */
  PUT("put"),

  /** A put of one element. */
  P("p"),

  /** A put with the signal that follows its data. */
  PUT_SIGNAL("putSignal"),

  /** An update of a signal. */
  SIGNAL("signal"),

  /** A get of any number of elements, blocking or not: the question and the data. */
  GET("get"),

  /** A get of one element: the question and the data. */
  G("g"),

  /** An atomic memory operation: the question and the answer. */
  ATOMIC("atomic"),

  /** The rounds in which the members of a team meet: barriers, allocations and the like. */
  COLLECTIVE("collective");

  private final String text;

  MessageKind(String text) {
    this.text = text;
  }

  /** What is sent when a program does that. */
  static MessageKind of(Verb verb) {
    return switch (verb) {
      case PUT, PUT_NBI -> PUT;
      case P -> P;
      case PUT_SIGNAL, PUT_SIGNAL_NBI -> PUT_SIGNAL;
      case SIGNAL -> SIGNAL;
      case GET, GET_NBI -> GET;
      case G -> G;
      case ATOMIC, ATOMIC_NBI -> ATOMIC;
      case MEETING -> COLLECTIVE;
      case FENCE, QUIET, WAIT, TEST, FETCH, LOAD, STORE, PAUSE, END ->
          throw new IllegalArgumentException("nothing is sent for it: verb=" + verb);
    };
  }

  /** As reports call it. */
  @Override
  public String toString() {
    return text;
  }
}
