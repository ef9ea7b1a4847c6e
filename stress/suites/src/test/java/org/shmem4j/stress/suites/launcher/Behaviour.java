package org.shmem4j.stress.suites.launcher;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import org.shmem4j.shmem.Shmem;

/** What ranks do in the launcher's tests: the first argument says what. */
public final class Behaviour {
  private static final int RANK = Integer.parseInt(System.getenv().getOrDefault("SHMEM4J_PE", "0"));

  private Behaviour() {}

  /** Behaves. */
  public static void main(String[] args) throws IOException, InterruptedException {
    switch (args[0]) {
      case "arguments" -> Arrays.stream(args).skip(1).forEach(arg -> print("<" + arg + ">"));
      case "exit" -> exit(args);
      case "barrier" -> Shmem.run(shmem -> leaveOrWait(shmem, args));
      case "globalExit" -> Shmem.run(shmem -> globalExitOrWait(shmem, args));
      case "sleep" -> Thread.sleep(30_000);
      case "stubborn" -> {
        Runtime.getRuntime().addShutdownHook(new Thread(Behaviour::sleepLong));
        Thread.sleep(30_000);
      }
      case "lines" -> lines(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
      case "pieces" -> pieces(Integer.parseInt(args[1]));
      case "child" -> new ProcessBuilder("sleep", args[1]).inheritIO().start();
      case "input" -> print(Integer.toString(System.in.readAllBytes().length));
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void print(String line) {
    System.out.println(line);
  }

  /** exit RANK CODE: one rank leaves with a code at once, the others would take long. */
  private static void exit(String[] args) throws InterruptedException {
    if (RANK == Integer.parseInt(args[1])) {
      print("last words");
      Runtime.getRuntime().halt(Integer.parseInt(args[2]));
    }
    Thread.sleep(30_000);
  }

  /** barrier HOW: rank 1 leaves as told, the others wait for it. */
  private static void leaveOrWait(Shmem shmem, String[] args) {
    if (shmem.pe() == 1) {
      switch (args[1]) {
        case "exit0" -> System.exit(0);
        case "exit7" -> System.exit(7);
        case "halt9" -> Runtime.getRuntime().halt(9);
        case "kill" -> sleepLong();
        default -> throw new IllegalStateException("thrown on purpose");
      }
    }
    shmem.barrierAll();
  }

  private static void globalExitOrWait(Shmem shmem, String[] args) {
    if (shmem.pe() == 1) {
      shmem.globalExit(Integer.parseInt(args[1]));
    }
    shmem.barrierAll();
  }

  private static void sleepLong() {
    try {
      Thread.sleep(30_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void lines(int length, int count) {
    PrintStream out =
        new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 8192));
    String line = Character.toString('a' + RANK).repeat(length) + "\n";
    for (int i = 0; i < count; i++) {
      out.print(line);
    }
    out.flush();
  }

  private static void pieces(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      System.out.print("one ");
      System.out.flush();
      Thread.sleep(1);
      System.out.print("line");
      System.out.flush();
      System.out.print("\n");
      System.out.flush();
    }
  }
}
