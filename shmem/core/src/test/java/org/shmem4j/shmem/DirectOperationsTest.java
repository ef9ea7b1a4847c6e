package org.shmem4j.shmem;

import org.junit.jupiter.api.Nested;

class DirectOperationsTest {
  private static final World WORLD = World.DIRECT;

  @Nested
  class Rma extends RmaContract {
    Rma() {
      super(WORLD);
    }
  }

  @Nested
  class Strided extends StridedContract {
    Strided() {
      super(WORLD);
    }
  }

  @Nested
  class Nonblocking extends NonblockingContract {
    Nonblocking() {
      super(WORLD);
    }
  }

  @Nested
  class Atomics extends AtomicContract {
    Atomics() {
      super(WORLD);
    }
  }

  @Nested
  class Signals extends SignalContract {
    Signals() {
      super(WORLD);
    }
  }
}
