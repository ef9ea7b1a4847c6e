package org.shmem4j.shmem.sim;

/** How long things take. */
abstract class LogGp {
  abstract void operation(Task task);

  /** Bytes leave a task for a PE. */
  abstract void sends(Task task, Link link, long bytes);

  /** When a part that its task has just sent is there. */
  abstract double arrival(Part part);

  abstract void delivered(Part part);

  /** A task asks a PE and has waited for the answer. */
  abstract void roundTrip(Task task, Link link, long bytes);

  /** A task has waited until all on a link is there. */
  abstract void completes(Task task, Link link);

  abstract void wakes(Task task);

  abstract void arrives(Meeting meeting, Task task);

  abstract void leaves(Meeting meeting, Task task);
}
