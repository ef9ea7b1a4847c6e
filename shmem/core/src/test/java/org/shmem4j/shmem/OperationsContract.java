package org.shmem4j.shmem;

import org.junit.jupiter.api.Nested;

/** All that operations promise, in one world. */
abstract class OperationsContract {
  private final World world;

  OperationsContract(World world) {
    this.world = world;
  }

  @Nested
  class Rma extends RmaContract {
    Rma() {
      super(OperationsContract.this.world);
    }
  }

  @Nested
  class Strided extends StridedContract {
    Strided() {
      super(OperationsContract.this.world);
    }
  }

  @Nested
  class Nonblocking extends NonblockingContract {
    Nonblocking() {
      super(OperationsContract.this.world);
    }
  }

  @Nested
  class Atomics extends AtomicContract {
    Atomics() {
      super(OperationsContract.this.world);
    }
  }

  @Nested
  class Signals extends SignalContract {
    Signals() {
      super(OperationsContract.this.world);
    }
  }

  @Nested
  class Locks extends LockContract {
    Locks() {
      super(OperationsContract.this.world);
    }
  }

  @Nested
  class WaitSets extends WaitSetContract {
    WaitSets() {
      super(OperationsContract.this.world);
    }
  }
}
