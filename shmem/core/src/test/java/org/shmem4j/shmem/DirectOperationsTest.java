package org.shmem4j.shmem;

class DirectOperationsTest extends OperationsContract {
  DirectOperationsTest() {
    super(World.DIRECT);
  }
}
