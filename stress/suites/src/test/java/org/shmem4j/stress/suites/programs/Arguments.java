package org.shmem4j.stress.suites.programs;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.shmem4j.shmem.Shmem;

/** Prints its arguments as numbers, so that no output encoding hides a fault. */
public final class Arguments {
  private Arguments() {}

  /** One line for each argument: its characters' numbers. */
  public static List<String> lines(String... args) {
    return Arrays.stream(args)
        .map(arg ->
            "<" + arg.chars().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")) + ">")
        .toList();
  }

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      shmem.barrierAll();
      System.out.println(String.join("\n", lines(args)));
    });
  }
}
