package org.shmem4j.stress.suites.programs;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.shmem4j.shmem.Shmem;

/** PE 0 runs a command, which inherits its variables, in the middle of the job. */
public final class Nested {
  private Nested() {}

  /** Runs as one PE; the arguments are the command. */
  public static void main(String[] command) {
    Shmem.run(shmem -> {
      shmem.barrierAll();
      if (shmem.pe() == 0) {
        Process child = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        output.lines().forEach(line -> System.out.println("child: " + line));
        System.out.println("child=" + child.waitFor());
      }
      shmem.barrierAll();
    });
  }
}
