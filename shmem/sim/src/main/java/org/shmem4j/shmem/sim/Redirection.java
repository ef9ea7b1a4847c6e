package org.shmem4j.shmem.sim;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.shmem4j.shmem.sim.load.Environment;
import org.shmem4j.shmem.sim.load.Hooks;

/** What simulated programs have instead of the JVM's, until it is closed. One at a time. */
final class Redirection implements AutoCloseable {
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;

  /**
   * Changes where the JVM's streams go.
   *
   * @param streams where the one given goes
   */
  Redirection(UnaryOperator<OutputStream> streams) {
    System.setOut(printing(streams.apply(out)));
    System.setErr(printing(streams.apply(err)));
  }

  private static PrintStream printing(OutputStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8);
  }

  /** Has programs ask this one for what the JDK would give them. */
  void set(Environment environment) {
    Hooks.install(environment);
    Hooks.go();
  }

  @Override
  public void close() {
    Hooks.remove();
    System.setOut(out);
    System.setErr(err);
  }
}
