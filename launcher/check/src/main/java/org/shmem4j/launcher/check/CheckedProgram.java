package org.shmem4j.launcher.check;

import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import org.shmem4j.launcher.Program;
import org.shmem4j.shmem.sim.Checker.PeProgram;
import org.shmem4j.shmem.sim.load.ProgramLoader;

/** A program as the simulator's PEs run it, each with classes of its own. */
final class CheckedProgram implements PeProgram, AutoCloseable {
  private final org.shmem4j.shmem.sim.load.Program classes;
  private final List<String> arguments;

  /**
   * Opens a program.
   *
   * @throws IllegalArgumentException if it has no main method
   */
  CheckedProgram(Program program, List<String> arguments) {
    this.classes =
        org.shmem4j.shmem.sim.load.Program.of(
            program.mainClass(),
            program.classPath().stream().map(Path::of).toList(),
            CheckedProgram.class.getClassLoader());
    this.arguments = List.copyOf(arguments);
    requireMain();
  }

  private void requireMain() {
    try {
      var _ = classes.main(classes.newLoader());
    } catch (IllegalArgumentException e) {
      close();
      throw e;
    }
  }

  @Override
  public Body load(int pe) {
    ProgramLoader loader = classes.newLoader();
    MethodHandle main = classes.main(loader);
    return () -> {
      Thread.currentThread().setContextClassLoader(loader);
      main.invokeExact(arguments.toArray(String[]::new));
    };
  }

  @Override
  public void close() {
    classes.close();
  }
}
