package org.shmem4j.stress.suites.programs;

import java.util.List;
import org.shmem4j.shmem.Shmem;

/** Runs lists of checks: one line for each check and PE that has passed it. */
public final class CheckRunner {
  private CheckRunner() {}

  /** The checks of a list, by its name. */
  public static List<Check> checks(String list) {
    return switch (list) {
      case "rma" -> RmaChecks.ALL;
      case "atomics" -> AtomicChecks.ALL;
      case "signals" -> SignalChecks.ALL;
      case "sets" -> WaitSetChecks.ALL;
      case "order" -> OrderChecks.ALL;
      case "locks" -> LockChecks.ALL;
      case "teams" -> TeamChecks.ALL;
      case "contexts" -> ContextChecks.ALL;
      case "heap" -> HeapChecks.ALL;
      case "collectives" -> CollectiveChecks.ALL;
      case "misuse" -> MisuseChecks.ALL;
      case "chronicle" -> ChronicleSides.ALL;
      default -> throw new IllegalArgumentException(list);
    };
  }

  /** The line that a PE prints. */
  public static String passed(String name, int pe) {
    return "passed on PE " + pe + ": " + name;
  }

  /** Runs as one PE; the arguments name the lists. */
  public static void main(String[] lists) {
    Shmem.run(shmem -> {
      for (String list : lists) {
        for (Check check : checks(list)) {
          run(check, shmem);
        }
      }
    });
  }

  private static void run(Check check, Shmem shmem) {
    int before = shmem.heap().objectCount();
    try {
      check.body().run(shmem);
      shmem.barrierAll();
      Check.equal(before, shmem.heap().objectCount(), "symmetric objects after the check");
    } catch (Throwable e) {
      throw new AssertionError("check \"" + check.name() + "\" failed on PE " + shmem.pe(), e);
    }
    System.out.println(passed(check.name(), shmem.pe()));
  }
}
