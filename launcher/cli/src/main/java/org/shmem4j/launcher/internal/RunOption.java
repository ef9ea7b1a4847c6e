package org.shmem4j.launcher.internal;

import java.util.List;

/** The options of {@code run} in one table: the parser, the help and the completion read it. */
enum RunOption {
  PES(
      Kind.VALUE,
      "N",
      "Number of ranks (default: one per usable processor).",
      "-n",
      "-np",
      "--pes"),
  CLASS_PATH(Kind.VALUE, "PATH", "Jars and folders that PROGRAM needs.", "-cp", "--class-path"),
  HEAP_SIZE(
      Kind.VALUE,
      "SIZE",
      "Symmetric heap of each rank, such as 64m or 1.5g (default: 64m).",
      "--heap-size"),
  HEAP(Kind.VALUE, "KIND", "What maps the heaps: mapped (default) or chronicle.", "--heap"),
  HEAP_RESERVE(
      Kind.VALUE,
      "KIND",
      "When the heaps' memory is taken: full (default) at the start, sparse on first use.",
      "--heap-reserve"),
  HEAP_ALIGN(
      Kind.VALUE,
      "SIZE",
      "The heaps begin at multiples of it, so objects can: a power of two (default: 4096).",
      "--heap-align"),
  WAIT(
      Kind.VALUE,
      "KIND",
      "How ranks wait: spin keeps the processor, sleep gives it up, auto (default) sleeps when"
          + " there are more ranks than usable processors.",
      "--wait"),
  BIND_TO(
      Kind.VALUE,
      "KIND",
      "none (default), core: each rank on a usable processor of its own, in turn,"
          + " or a list of processors such as 0,2-3 to take in turn.",
      "--bind-to"),
  JVM_ARG(Kind.REPEATED, "ARG", "A JVM argument for every rank; may be repeated.", "--jvm-arg"),
  ENV(Kind.REPEATED, "K=V", "An environment variable for every rank; may be repeated.", "--env"),
  WDIR(Kind.VALUE, "DIR", "The ranks' working directory.", "--wdir"),
  TAG(Kind.SWITCH, "", "Begin each output line with its rank (default), or not.", "--tag"),
  AOT(
      Kind.SWITCH,
      "",
      "Start ranks from an AOT cache, which the first run makes (default), or not.",
      "--aot"),
  CHECK(
      Kind.FLAG,
      "",
      "Look for mixed signals, contexts used by a wrong thread, and leaks; slower.",
      "--check"),
  TIMEOUT(Kind.VALUE, "TIME", "End the job after this time, such as 90s, 10m or 2h.", "--timeout"),
  DRY_RUN(Kind.FLAG, "", "Print the ranks' exact commands and start nothing.", "--dry-run"),
  HELP(Kind.FLAG, "", "Print this help.", "-h", "--help");

  /** What follows an option's name. */
  enum Kind {
    /** A value; given twice, the last one counts. */
    VALUE,
    /** A value; each one counts. */
    REPEATED,
    /** Nothing; {@code --no-NAME} is the opposite. */
    SWITCH,
    /** Nothing. */
    FLAG
  }

  private static final String NEGATION = "--no-";

  private final Kind kind;
  private final String valueLabel;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // it is, by List.of
  private final List<String> names;

  RunOption(Kind kind, String valueLabel, String description, String... names) {
    this.kind = kind;
    this.valueLabel = valueLabel;
    this.description = description;
    this.names = List.of(names);
  }

  Kind kind() {
    return kind;
  }

  boolean takesValue() {
    return kind == Kind.VALUE || kind == Kind.REPEATED;
  }

  String valueLabel() {
    return valueLabel;
  }

  String description() {
    return description;
  }

  List<String> names() {
    return names;
  }

  /** The name for messages: the longest. */
  String name(String value) {
    return names.getLast() + "=" + value;
  }

  /** The name that switches it off. */
  String negatedName() {
    return NEGATION + names.getLast().substring(2);
  }
}
