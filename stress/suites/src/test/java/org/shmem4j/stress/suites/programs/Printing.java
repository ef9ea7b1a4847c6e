package org.shmem4j.stress.suites.programs;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.Shmem;

/**
 * Prints in ways that launchers get wrong: {@code long}, {@code pieces}, {@code last} or {@code
 * endless}; or tells how much {@code input} it gets.
 */
public final class Printing {
  /** Lengths of the long lines. */
  public static final List<Integer> LENGTHS = List.of(1, 64 * 1024, 64 * 1024 + 1, 1 << 20);

  private Printing() {}

  /** A PE's long line of some length. */
  public static String line(int pe, int length) {
    char[] line = new char[length];
    Arrays.fill(line, (char) ('a' + pe));
    line[length - 1] = 'Z';
    return new String(line);
  }

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      OutputStream out = new FileOutputStream(FileDescriptor.out);
      shmem.barrierAll();
      switch (args[0]) {
        case "long" -> longLines(shmem.pe(), out);
        case "pieces" -> pieces();
        case "input" -> System.out.println(System.in.readAllBytes().length);
        case "last" -> {
          for (int i = 0; i < 3_000; i++) {
            System.out.println("line " + i);
          }
          System.out.print("the very last");
          System.out.flush();
          Runtime.getRuntime().halt(4);
        }
        default -> {
          while (true) {
            System.out.println("y");
          }
        }
      }
    });
  }

  private static void pieces() throws InterruptedException {
    for (int i = 0; i < 50; i++) {
      for (String piece : new String[] {"one ", "line", "\n"}) {
        System.out.print(piece);
        System.out.flush();
        Thread.sleep(1);
      }
    }
  }

  /** Each line in three writes, from all PEs at once. */
  private static void longLines(int pe, OutputStream out) throws IOException {
    for (int round = 0; round < 3; round++) {
      for (int length : LENGTHS) {
        byte[] line = (line(pe, length) + "\n").getBytes(StandardCharsets.US_ASCII);
        out.write(line, 0, length / 3);
        out.write(line, length / 3, length - length / 3);
        out.write(line, length, 1);
      }
    }
  }
}
