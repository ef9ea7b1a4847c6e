package org.shmem4j.shmem.sim;

import java.io.Serial;

/** Unwinds a task of a simulation that has ended. */
final class SimulationOver extends Error {
  @Serial private static final long serialVersionUID = 1L;

  SimulationOver() {
    super("the simulation is over", null, false, false);
  }
}
