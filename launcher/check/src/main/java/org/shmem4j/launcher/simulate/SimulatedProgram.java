package org.shmem4j.launcher.simulate;

import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.List;
import org.shmem4j.launcher.Program;
import org.shmem4j.shmem.sim.Checker.PeProgram;
import org.shmem4j.shmem.sim.load.ProgramLoader;

/** A program as very many simulated PEs run it: they share its classes, and so its statics. */
final class SimulatedProgram implements PeProgram, AutoCloseable {
  private final org.shmem4j.shmem.sim.load.Program classes;
  private final ProgramLoader loader;
  private final MethodHandle main;
  private final List<String> arguments;

  SimulatedProgram(Program program, List<String> arguments) {
    this.classes =
        org.shmem4j.shmem.sim.load.Program.of(
            program.mainClass(),
            program.classPath().stream().map(Path::of).toList(),
            SimulatedProgram.class.getClassLoader());
    this.loader = classes.newSharedLoader();
    this.main = classes.main(loader);
    this.arguments = List.copyOf(arguments);
  }

  @Override
  public Body load(int pe) {
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
