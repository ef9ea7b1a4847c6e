package org.shmem4j.spmd.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;

/** What a program's PEs print when they are threads of this JVM. */
final class Output {
  private Output() {}

  /** The lines, sorted, as PEs print in any order. */
  static List<String> of(int pes, ShmemProgram program) {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      Shmem.threads(pes, program);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8).lines().sorted().toList();
  }
}
