package org.shmem4j.junit.internal;

import java.io.IOException;
import java.util.Optional;
import org.shmem4j.junit.Form;

/** How one invocation of a test method runs; as text, what JUnit shows for it. */
sealed interface Plan permits Setup, CheckPlan {
  /** What the PEs are, as far as it matters for what they can be given. */
  Form form();

  /**
   * Runs the test.
   *
   * @return what JUnit is to be told; empty if it went well
   */
  Optional<Throwable> run(Script script, Class<?> testClass)
      throws IOException, InterruptedException;
}
