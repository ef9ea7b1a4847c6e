package org.shmem4j.launcher.internal;

import java.util.List;

/** What a JVM does while the launcher's AOT cache is made: the ways that {@code run} goes. */
final class LauncherTraining {
  private LauncherTraining() {}

  /**
   * Runs a small job.
   *
   * @param args a main class and the class path that holds it
   */
  public static void main(String[] args) {
    Installation installation = Installation.current();
    ExampleCatalog examples = ExampleCatalog.load(installation);
    System.out.println(examples.all().size() + " examples");
    int planned = RunCommand.execute(List.of("-n", "1", "--dry-run", "-cp", args[1], args[0]));
    int code = RunCommand.execute(List.of("-n", "1", "--no-aot", "-cp", args[1], args[0]));
    System.exit(Math.max(planned, code));
  }
}
