package org.shmem4j.shmem;

class DelayedOperationsTest extends OperationsContract {
  DelayedOperationsTest() {
    super(World.DELAYED);
  }
}
