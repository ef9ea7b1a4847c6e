package org.shmem4j.launcher.internal;

import org.shmem4j.launcher.Main;

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
    // from Main on, and with the ranks' cache, which is there by now: one class that is missing in
    // this cache makes the JVM open every jar of the class path
    int planned = Main.execute("run", "-n", "1", "--dry-run", "-cp", args[1], args[0]);
    int code = Main.execute("run", "-n", "1", "-cp", args[1], args[0]);
    System.exit(Math.max(planned, code));
  }
}
