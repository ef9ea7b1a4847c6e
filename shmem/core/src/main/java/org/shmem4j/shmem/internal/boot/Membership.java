package org.shmem4j.shmem.internal.boot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.control.ControlFile;
import org.shmem4j.shmem.internal.heap.HeapFile;
import org.shmem4j.shmem.internal.sync.Liveness;
import org.shmem4j.shmem.job.HeapBacking;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.JobSpec;
import org.shmem4j.shmem.job.PeState;

/**
 * How a PE belongs to its job: its number, the control file, everybody's heap, its sign of life.
 *
 * @param isThread whether this PE is a thread of a JVM that it shares with others
 */
public record Membership(
    int pe, ControlFile control, List<HeapFile> heaps, Liveness liveness, boolean isThread) {
  /**
   * A rank stays mapped to its job until its process ends: nobody can hold a dangling address. The
   * memory of threads and of single PEs is given back when nothing of theirs is reachable.
   */
  private static final List<Membership> OF_THIS_PROCESS = new CopyOnWriteArrayList<>();

  /** Joins the job that the environment names, or makes one of a single PE. */
  public static Membership join() {
    String directory = System.getenv(Job.DIRECTORY_VARIABLE);
    String pe = System.getenv(Job.PE_VARIABLE);
    try {
      return directory == null || pe == null
          ? single()
          : attach(Path.of(directory), number(pe), false);
    } catch (IOException e) {
      throw new ShmemException("cannot join the job: directory=" + directory + " pe=" + pe, e);
    } catch (IllegalArgumentException e) {
      throw new ShmemException(e.getMessage(), e); // a setting that cannot be read
    }
  }

  private static int number(String pe) {
    try {
      return Integer.parseInt(pe);
    } catch (NumberFormatException e) {
      throw new ShmemException("not a PE number: " + Job.PE_VARIABLE + "=" + pe, e);
    }
  }

  private static Membership single() throws IOException {
    // The mappings keep the files alive, so nothing can be left behind.
    try (Job job = Job.create(JobSpec.fromSettings(1))) {
      return attach(job.directory(), 0, false);
    }
  }

  /** Joins as a given PE. */
  static Membership attach(Path directory, int pe, boolean isThread) throws IOException {
    ControlFile control = ControlFile.open(directory);
    int pes = control.spec().pes();
    if (pe < 0 || pe >= pes) {
      throw new ShmemException("no such PE in this job: pe=" + pe + " pes=" + pes);
    }
    // Before the lock file is opened: closing that in a process that holds the lock would release
    // it.
    if (control.state(pe) != PeState.UNBORN) {
      throw joinedAlready(control, pe);
    }
    List<HeapFile> heaps = new ArrayList<>(pes);
    for (int i = 0; i < pes; i++) {
      heaps.add(HeapFile.map(directory, i, control.spec()));
    }
    Liveness liveness =
        isThread ? Liveness.ofThreads(control, pe) : Liveness.hold(directory, control, pe);
    if (liveness == null || !control.compareAndSetState(pe, PeState.UNBORN, PeState.ATTACHED)) {
      throw joinedAlready(control, pe);
    }
    control.setPid(pe, ProcessHandle.current().pid());
    Membership membership = new Membership(pe, control, heaps, liveness, isThread);
    if ((!isThread && pes > 1) || control.spec().backing() == HeapBacking.CHRONICLE) {
      OF_THIS_PROCESS.add(membership);
    }
    return membership;
  }

  /** Joins again, after the PE has left. */
  public void rejoin() {
    if (!control.compareAndSetState(pe, PeState.FINALIZED, PeState.ATTACHED)) {
      throw new ShmemException(
          "this PE cannot join its job again: pe=" + pe + " state=" + control.state(pe));
    }
  }

  private static ShmemException joinedAlready(ControlFile control, int pe) {
    return new ShmemException(
        "this PE has joined the job already: pe="
            + pe
            + " pid="
            + control.pid(pe)
            + " state="
            + control.state(pe)
            + "; a JVM joins its job once, and a program that a PE starts must not inherit "
            + Job.DIRECTORY_VARIABLE
            + " and "
            + Job.PE_VARIABLE);
  }
}
