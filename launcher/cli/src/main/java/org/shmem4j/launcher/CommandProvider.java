package org.shmem4j.launcher;

/**
 * Adds a subcommand to {@code shmem4j}. Implementations are found by {@link
 * java.util.ServiceLoader}; they are created for every command line that does not name one of the
 * launcher's own commands, so their constructors must be cheap.
 */
public interface CommandProvider {
  /** Returns the subcommand: an object annotated with picocli's {@code @Command}. */
  Object command();
}
