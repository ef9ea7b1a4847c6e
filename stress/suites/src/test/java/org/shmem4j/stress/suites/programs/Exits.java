package org.shmem4j.stress.suites.programs;

import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.job.Job;

/**
 * Each argument {@code PE:CODE:MILLIS:before} or {@code PE:CODE:MILLIS:after} ends that PE with
 * that code, so long after its start, before or after it has joined. The others meet in a barrier.
 */
public final class Exits {
  private Exits() {}

  /** Runs as one PE. */
  public static void main(String[] args) throws InterruptedException {
    String own = System.getenv(Job.PE_VARIABLE);
    String[] end = null;
    for (String arg : args) {
      String[] parts = arg.split(":");
      if (parts[0].equals(own)) {
        end = parts;
      }
    }
    if (end != null && end[3].equals("before")) {
      exit(end);
    }
    String[] after = end;
    Shmem.run(shmem -> {
      shmem.syncAll();
      if (after != null) {
        exit(after);
      }
      shmem.barrierAll();
    });
  }

  private static void exit(String[] end) throws InterruptedException {
    Thread.sleep(Integer.parseInt(end[2]));
    Runtime.getRuntime().halt(Integer.parseInt(end[1]));
  }
}
