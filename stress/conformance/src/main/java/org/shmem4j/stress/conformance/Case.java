package org.shmem4j.stress.conformance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shmem4j.shmem.Shmem;

/**
 * Something that all PEs of a job do together and look at.
 *
 * @param name says what is true if it passes, after its group and a colon
 * @param covers the operations that it checks, by their names in OpenSHMEM
 * @param fewestPes where it makes sense
 * @param exitCode what its job must end with; {@link #SHARED} for a case that shares a job
 */
public record Case(String name, Set<String> covers, int fewestPes, int exitCode, Body body) {
  static final int SHARED = -1;

  /** What every PE does. */
  public interface Body {
    /** Runs as one PE. */
    void run(Shmem shmem) throws Exception;
  }

  /** A case of any number of PEs; the operations are separated by blanks, without "shmem_". */
  public static Case of(String name, String covers, Body body) {
    Set<String> operations = new LinkedHashSet<>();
    for (String operation : covers.split(" ", -1)) {
      operations.add("shmem_" + operation);
    }
    return new Case(name, operations, 1, SHARED, body);
  }

  /** The same case, for jobs of so many PEs and more. */
  Case from(int pes) {
    return new Case(name, covers, pes, exitCode, body);
  }

  /** The same case, in a job of its own that must end with this code. */
  Case endsWith(int code) {
    return new Case(name, covers, fewestPes, code, body);
  }

  boolean sharesItsJob() {
    return exitCode == SHARED;
  }

  /** Runs it as one PE. If it shares its job, it must leave the job's heap as it was. */
  void run(Shmem shmem) throws Exception {
    int before = shmem.heap().objectCount();
    body.run(shmem);
    if (sharesItsJob()) {
      shmem.barrierAll();
      Claim.equal(before, shmem.heap().objectCount(), "symmetric objects after the case");
    }
  }

  /** All cases, in the order in which they run. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    add(all, "setup", SetupCases.all());
    add(all, "threads", ThreadCases.all());
    add(all, "memory", MemoryCases.all());
    add(all, "teams", TeamCases.all());
    add(all, "contexts", ContextCases.all());
    add(all, "rma", RmaCases.all());
    add(all, "strided", StridedCases.all());
    add(all, "atomics", AtomicCases.all());
    add(all, "nonblocking", NonblockingCases.all());
    add(all, "signals", SignalCases.all());
    add(all, "waits", WaitCases.all());
    add(all, "locks", LockCases.all());
    add(all, "order", OrderCases.all());
    add(all, "collectives", CollectiveCases.all());
    add(all, "misuse", MisuseCases.all());
    return List.copyOf(all);
  }

  private static void add(List<Case> all, String group, List<Case> cases) {
    for (Case c : cases) {
      all.add(
          new Case(group + ": " + c.name, Set.copyOf(c.covers), c.fewestPes, c.exitCode, c.body));
    }
  }
}
