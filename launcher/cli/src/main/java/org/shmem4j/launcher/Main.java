package org.shmem4j.launcher;

import java.util.List;
import org.shmem4j.launcher.internal.CommandLines;
import org.shmem4j.launcher.internal.RunCommand;

/**
 * The {@code shmem4j} command.
 *
 * <p>{@code java -cp <class path> org.shmem4j.launcher.Main run -n 4 my.Program} starts ranks with
 * this JVM's own class path; the distribution's {@code bin/shmem4j} does the same with the
 * distribution's jars.
 */
public final class Main {
  private Main() {}

  /**
   * Runs one command and exits with its code.
   *
   * @param args the command line
   */
  public static void main(String[] args) {
    System.exit(execute(args));
  }

  /**
   * Runs one command in this JVM.
   *
   * @param args the command line
   * @return the exit code: 0 fine, 1 a finding, 2 usage; {@code run} has codes of its own
   */
  public static int execute(String... args) {
    if (args.length > 0 && args[0].equals(RunCommand.NAME)) {
      return RunCommand.execute(List.of(args).subList(1, args.length));
    }
    return CommandLines.execute(args);
  }
}
