package org.shmem4j.stress.litmus;

/**
 * What one thread does in a trial.
 *
 * @param pe whose thread it is; a PE with several parts runs each in a thread of its own
 * @param sees whether what it returns is part of the outcome
 */
public record Part(int pe, boolean sees, Program program) {
  /** Whether its PE is there only for others. */
  public boolean isIdle() {
    return program.equals(Program.NOTHING);
  }
}
