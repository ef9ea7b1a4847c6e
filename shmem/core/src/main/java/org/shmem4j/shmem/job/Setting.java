package org.shmem4j.shmem.job;

import java.util.Locale;

/** Every setting of the library in one table: parsing, defaults and documentation read it. */
public enum Setting {
  /** Bytes of one PE's symmetric heap. */
  HEAP_SIZE("shmem4j.heap.size", "SHMEM_SYMMETRIC_SIZE", "64M", "symmetric heap of each PE"),
  /** What maps the heap. */
  HEAP_BACKING("shmem4j.heap", "SHMEM4J_HEAP", "mapped", "what maps the heap: mapped, chronicle"),
  /** Whether the heap's space is reserved at start. */
  HEAP_RESERVE(
      "shmem4j.heap.reserve",
      "SHMEM4J_HEAP_RESERVE",
      "full",
      "full: the space is reserved at start; sparse: on first touch, a full disk then crashes"),
  /** Whether waiters may sleep. */
  WAIT(
      "shmem4j.wait",
      "SHMEM4J_WAIT",
      "auto",
      "auto: waiting PEs sleep on a futex if there are more PEs than processors; spin; sleep"),
  /** Whether misuse is looked for that costs time to find. */
  CHECK(
      "shmem4j.check",
      "SHMEM4J_CHECK",
      "false",
      "true: mixed signals, contexts in a wrong thread and leaks are looked for"),
  /** Who is told of each operation. */
  INTERCEPTOR(
      "shmem4j.interceptor", "SHMEM4J_INTERCEPTOR", "", "class that is told of each operation"),
  /** What heaps begin at a multiple of. */
  HEAP_ALIGNMENT(
      "shmem4j.heap.alignment",
      "SHMEM4J_HEAP_ALIGNMENT",
      "4096",
      "heaps begin at a multiple of it, and align() takes no more: a power of two"),
  /** Whether the library tells its version. */
  VERSION("shmem4j.version", "SHMEM_VERSION", "", "any value: PE 0 prints the library's version"),
  /** Whether the library tells its settings. */
  INFO("shmem4j.info", "SHMEM_INFO", "", "any value: PE 0 prints the settings in force"),
  /** The standard's name for checked mode. */
  DEBUG("shmem4j.debug", "SHMEM_DEBUG", "", "any value: as shmem4j.check=true"),
  /** Where job directories live. */
  JOB_ROOT(
      "shmem4j.job.root",
      "SHMEM4J_JOB_ROOT",
      "",
      "folder of job directories; default /dev/shm, or the temporary folder without one");

  /** Where a value came from. */
  public enum Source {
    /** A system property. */
    PROPERTY,
    /** An environment variable. */
    VARIABLE,
    /** The table. */
    DEFAULT
  }

  private final String property;
  private final String variable;
  private final String defaultText;
  private final String help;

  Setting(String property, String variable, String defaultText, String help) {
    this.property = property;
    this.variable = variable;
    this.defaultText = defaultText;
    this.help = help;
  }

  /** The system property, which wins. */
  public String property() {
    return property;
  }

  /** The environment variable. */
  public String variable() {
    return variable;
  }

  /** The value if neither is set. */
  public String defaultText() {
    return defaultText;
  }

  /** What it is, in a line. */
  public String help() {
    return help;
  }

  /** Where {@link #value()} comes from. */
  public Source source() {
    if (System.getProperty(property) != null) {
      return Source.PROPERTY;
    }
    return System.getenv(variable) != null ? Source.VARIABLE : Source.DEFAULT;
  }

  /** The value in force, as text. */
  public String value() {
    return switch (source()) {
      case PROPERTY -> System.getProperty(property);
      case VARIABLE -> System.getenv(variable);
      case DEFAULT -> defaultText;
    };
  }

  /** Whether it was set, to whatever value. */
  public boolean isGiven() {
    return source() != Source.DEFAULT;
  }

  /** The value as true or false. */
  public boolean isTrue() {
    boolean isTrue = value().equalsIgnoreCase("true");
    if (!isTrue && !value().equalsIgnoreCase("false")) {
      throw new IllegalArgumentException(
          "a value is true or false: " + givenName() + "=" + value() + "; " + help);
    }
    return isTrue;
  }

  /** The value as a size. */
  public long bytes() {
    return ByteSize.parse(value(), givenName());
  }

  /** The value as a constant of an enum, whatever its case. */
  public <E extends Enum<E>> E constant(Class<E> type) {
    try {
      return Enum.valueOf(type, value().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no such value: " + givenName() + "=" + value() + "; " + help, e);
    }
  }

  /** The setting's name as the user gave it. */
  public String givenName() {
    return source() == Source.PROPERTY ? property : variable;
  }
}
