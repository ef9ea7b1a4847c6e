package org.shmem4j.junit.internal;

import java.util.function.Consumer;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.sim.Checker.PeProgram;
import org.shmem4j.shmem.sim.load.Program;
import org.shmem4j.shmem.sim.load.ProgramLoader;

/** A test as the simulator's PEs run it, each with its own classes of the test. */
final class CheckedTest implements PeProgram, AutoCloseable {
  private final Script script;
  private final Consumer<Throwable> onFailure;
  private final Program classes;

  CheckedTest(Script script, Consumer<Throwable> onFailure) {
    this.script = script;
    this.onFailure = onFailure;
    this.classes =
        Program.of(
            script.classes().getLast(),
            SharedClasses.classPathOfOthers(),
            CheckedTest.class.getClassLoader(),
            SharedClasses.NAMES);
  }

  @Override
  public Body load(int pe) {
    ProgramLoader loader = classes.newLoader();
    return () -> {
      Thread.currentThread().setContextClassLoader(loader);
      PeTest.run(script, Shmem.init(), loader, onFailure);
    };
  }

  @Override
  public void close() {
    classes.close();
  }
}
