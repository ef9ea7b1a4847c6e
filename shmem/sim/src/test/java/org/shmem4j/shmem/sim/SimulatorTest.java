package org.shmem4j.shmem.sim;

import org.junit.jupiter.api.Timeout;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemProgram;

/** Predicted times against what the model's formulas give. */
@Timeout(60)
class SimulatorTest {
  private static final long HEAP = 64 << 10;
  private static final double L = 1000;
  private static final double O = 300;
  private static final double GAP = 500;
  private static final double G = 2;
  private static final Network.Wire WIRE = new Network.Wire(L, O, GAP, G);
  private static final Network.Wire NEAR = new Network.Wire(100, 20, 0, 1);
  private static final Network NETWORK = new Network(WIRE, NEAR, 1);

  private static SimulationReport simulate(Network network, int pes, ShmemProgram program) {
    return Simulator.simulate(network, pes, HEAP, pe -> () -> Shmem.run(program));
  }
}
