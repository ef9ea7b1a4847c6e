package org.shmem4j.shmem;

import org.junit.jupiter.api.Nested;

class DelayedOperationsTest {
  private static final World WORLD = World.DELAYED;

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

  @Nested
  class Locks extends LockContract {
    Locks() {
      super(WORLD);
    }
  }

  @Nested
  class WaitSets extends WaitSetContract {
    WaitSets() {
      super(WORLD);
    }
  }
}
