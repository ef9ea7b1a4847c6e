package org.shmem4j.junit.internal;

import java.util.function.Consumer;

/** Steps of which later ones also run if an earlier one has failed. */
final class Steps {
  private final Consumer<Throwable> onFailure;
  private Throwable failure;

  /**
   * Creates it.
   *
   * @param onFailure learns of the first failure at once
   */
  Steps(Consumer<Throwable> onFailure) {
    this.onFailure = onFailure;
  }

  /** One step. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  /** Runs a step; returns whether it went well. */
  boolean run(Step step) {
    try {
      step.run();
      return true;
    } catch (Throwable e) {
      add(e);
      return false;
    }
  }

  private void add(Throwable e) {
    if (failure == null) {
      failure = e;
      onFailure.accept(e);
    } else if (!failure.equals(e)) {
      failure.addSuppressed(e);
    }
  }

  /** Throws the first failure, with the later ones as suppressed ones. */
  void finish() throws Exception {
    switch (failure) {
      case null -> {}
      case Error e -> throw e;
      case Exception e -> throw e;
      default -> throw new AssertionError(failure);
    }
  }
}
