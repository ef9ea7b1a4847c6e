package org.shmem4j.shmem;

class RemoteOperationsTest extends OperationsContract {
  RemoteOperationsTest() {
    super(World.REMOTE);
  }
}
