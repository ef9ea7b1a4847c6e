package org.shmem4j.stress.jcstress;

import java.util.Locale;

/** How much a run does. */
enum Mode {
  /** Each row in one JVM, as JVMs come. */
  QUICK(1, 1, 300),
  /** Each row interpreted, compiled by C1, by C2, and by C2 with its order of code shuffled. */
  DEFAULT(1, 3, 500),
  /** As DEFAULT, for a night. */
  TOUGH(3, 10, 1_000);

  private final int forks;
  private final int iterations;
  private final int millis;

  Mode(int forks, int iterations, int millis) {
    this.forks = forks;
    this.iterations = iterations;
    this.millis = millis;
  }

  /** JVMs for each row and way of compiling. */
  int forks() {
    return forks;
  }

  /** Iterations in a JVM. */
  int iterations() {
    return iterations;
  }

  /** How long an iteration takes. */
  int millis() {
    return millis;
  }

  /** Whether a row runs once for every way of compiling. */
  boolean isCompiledInAllWays() {
    return this != QUICK;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
