package org.shmem4j.stress.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts {@code run -n N hello} and a bare {@code java}, and says how many CPU seconds that took.
 *
 * <p>How it is measured: a command runs as a child of this JVM, and the difference of {@link
 * ChildrenCpu} before and after is its user and system time, with that of all the processes that it
 * waited for. So a whole {@code bin/shmem4j run} counts its shell, its launcher and the ranks. For
 * the ranks alone the launcher's JVM, with its own flags, class path and caches, runs {@link
 * CountedLaunch}, which does the same for its children: the ranks' commands are the same ones.
 */
final class Starts implements StartComparison.Runs, AutoCloseable {
  private static final String HOME_PROPERTY = "shmem4j.home";

  private final BareJava bare;
  private final ChildrenCpu children = new ChildrenCpu();
  private final Path program;

  /** Makes what is started, and starts each once, so that all AOT caches are there. */
  Starts() {
    String home = System.getProperty(HOME_PROPERTY);
    if (home == null) {
      throw new Jobs.FailedRunException(
          "starts are measured from a distribution, by its command: ./shmem4j bench --suite start");
    }
    program = Path.of(home, "bin", "shmem4j");
    var _ = command(1);
    bare = new BareJava();
    var _ = bare();
  }

  @Override
  public double bare() {
    return seconds(bare.command());
  }

  @Override
  public double command(int ranks) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(hello(ranks));
    return seconds(command);
  }

  @Override
  public double ranks(int ranks) {
    try {
      Path file = Files.createTempFile("shmem4j-start", ".txt");
      try {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                CountedLaunch.class.getName(),
                file.toString()));
        command.addAll(hello(ranks));
        var _ = Commands.run(command);
        return Double.parseDouble(Files.readString(file));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the CPU time of a job's ranks could not be read", e);
    }
  }

  @Override
  public void close() {
    bare.close();
  }

  private static List<String> hello(int ranks) {
    return List.of("run", "-n", Integer.toString(ranks), "hello");
  }

  private double seconds(List<String> command) {
    double before = children.seconds();
    var _ = Commands.run(command);
    return children.seconds() - before;
  }
}
