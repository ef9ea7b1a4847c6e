package org.shmem4j.shmem.internal.boot;

import java.io.IOException;
import java.util.function.Consumer;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.internal.control.ControlLayout;
import org.shmem4j.shmem.internal.sync.JobEnding;
import org.shmem4j.shmem.internal.sync.PeThread;
import org.shmem4j.shmem.job.Job;
import org.shmem4j.shmem.job.JobSpec;

/** A job whose PEs are threads of this JVM, each with mappings of its own of the same files. */
public final class ThreadJob {
  private static final int INTERRUPTED_STATUS = 130;

  private final Membership[] members;
  private final Throwable[] failures;

  private ThreadJob(int pes) {
    this.members = new Membership[pes];
    this.failures = new Throwable[pes];
  }

  /**
   * Runs PEs and returns when all have ended. If the calling thread is interrupted, the PEs that
   * wait, or wait later, are ended.
   *
   * @param program runs one PE; what it throws ends the job
   * @throws ShmemException with the first PE's failure as its cause, or if a PE called globalExit
   *     with a status other than 0
   */
  public static void run(JobSpec spec, Consumer<Membership> program) {
    ThreadJob job = new ThreadJob(spec.pes());
    job.attach(spec);
    Thread[] threads = new Thread[spec.pes()];
    for (int i = 0; i < threads.length; i++) {
      int pe = i;
      threads[i] = new PeThread(pe, () -> job.runPe(pe, program));
      threads[i].start();
    }
    job.join(threads);
    job.report();
  }

  private void attach(JobSpec spec) {
    try (Job files = Job.create(spec)) {
      for (int pe = 0; pe < members.length; pe++) {
        members[pe] = Membership.attach(files.directory(), pe, true);
      }
    } catch (IOException e) {
      throw new ShmemException("cannot map the files of a job of threads", e);
    }
  }

  private void runPe(int pe, Consumer<Membership> program) {
    try {
      program.accept(members[pe]);
    } catch (Throwable e) {
      failures[pe] = e;
    }
    // No effect on a PE that has finalized.
    var _ = members[pe].control().markDead(pe, failures[pe] == null ? 0 : 1);
    members[pe].control().setPid(pe, 0);
  }

  private void join(Thread[] threads) {
    for (Thread thread : threads) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
          members[0].control().requestExit(0, INTERRUPTED_STATUS);
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void report() {
    ShmemException failure = firstFailure(false);
    long exit = members[0].control().exitWord();
    if (failure == null && (exit & ControlLayout.EXIT_CALLED) != 0) {
      if ((int) exit != 0) {
        throw new ShmemException("a PE called globalExit: status=" + (int) exit);
      }
      return;
    }
    if (failure == null) {
      failure = firstFailure(true);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The first failing PE's failure, with the others' as suppressed ones. */
  private ShmemException firstFailure(boolean effectsToo) {
    ShmemException first = null;
    for (int pe = 0; pe < failures.length; pe++) {
      Throwable failure = failures[pe];
      if (failure == null || (isEffect(failure) && !effectsToo)) {
        continue;
      }
      if (first == null) {
        first = new ShmemException("PE " + pe + " failed: " + failure, failure);
      } else {
        first.addSuppressed(failure);
      }
    }
    return first;
  }

  /** Whether a failure only follows from another PE's, or from a globalExit. */
  private static boolean isEffect(Throwable failure) {
    return failure instanceof PeerFailedException || failure instanceof JobEnding;
  }
}
