package org.shmem4j.shmem;

class DelayedSleepingOperationsTest extends OperationsContract {
  DelayedSleepingOperationsTest() {
    super(World.DELAYED_SLEEPING);
  }
}
