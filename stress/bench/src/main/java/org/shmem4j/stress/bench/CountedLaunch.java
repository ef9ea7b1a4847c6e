package org.shmem4j.stress.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.shmem4j.launcher.Main;

/**
 * A launcher that counts: runs one command as {@link Main} does, then writes the CPU seconds of all
 * the processes that it started, which are the ranks, to a file. The launcher's own are not in
 * them.
 *
 * <p>Arguments: the file, and the command.
 */
public final class CountedLaunch {
  private CountedLaunch() {}

  /**
   * Runs the command and exits with its code.
   *
   * @param args the file and the command
   * @throws IOException if the file cannot be written
   */
  public static void main(String[] args) throws IOException {
    int exitCode = Main.execute(Arrays.copyOfRange(args, 1, args.length));
    // the launcher has waited for the last rank, so nothing is missing
    Files.writeString(Path.of(args[0]), Double.toString(new ChildrenCpu().seconds()));
    System.exit(exitCode);
  }
}
