package org.shmem4j.stress.suites.programs;

import java.util.Arrays;
import org.shmem4j.shmem.Shmem;

/** In two jars, of which one names the other. */
public final class Greeting {
  private Greeting() {}

  /** In the other jar. */
  public static final class Part {
    private Part() {}

    static String text() {
      return "part says ";
    }
  }

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      shmem.barrierAll();
      System.out.println(Part.text() + Arrays.toString(args) + " on " + shmem.pe());
    });
  }
}
