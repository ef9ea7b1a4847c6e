package org.shmem4j.shmem;

class RemoteSleepingOperationsTest extends OperationsContract {
  RemoteSleepingOperationsTest() {
    super(World.REMOTE_SLEEPING);
  }
}
