package org.shmem4j.shmem.sim;

/** A run of a program under one schedule. */
final class Simulation {
  /** A task's thread, which waited for something outside the simulation, can go on. */
  void wokenOutside(Task task) {}
}
