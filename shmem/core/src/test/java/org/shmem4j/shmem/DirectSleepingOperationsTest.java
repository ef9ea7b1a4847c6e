package org.shmem4j.shmem;

class DirectSleepingOperationsTest extends OperationsContract {
  DirectSleepingOperationsTest() {
    super(World.DIRECT_SLEEPING);
  }
}
