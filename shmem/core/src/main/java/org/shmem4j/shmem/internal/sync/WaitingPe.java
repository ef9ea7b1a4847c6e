package org.shmem4j.shmem.internal.sync;

/** What a wait needs of the PE whose it is. */
public interface WaitingPe {
  /** Ends this PE because the job ends; does not return. */
  void endJob();

  /** Completes all that this PE has issued, on all contexts. */
  void complete();
}
