package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.shmem4j.junit.Form;
import org.shmem4j.junit.ShmemCheck;
import org.shmem4j.junit.ShmemTest;
import org.shmem4j.shmem.Shmem;

final class RingTest {
  @ShmemTest(pes = {1, 4})
  void hearsTheLeftNeighbour(Shmem shmem) {
    assertEquals((shmem.pe() + shmem.pes() - 1) % shmem.pes(), Ring.pass(shmem));
  }

  @ShmemTest(pes = 3, form = Form.PROCESSES)
  void hearsTheLeftNeighbourInAnotherJvm(Shmem shmem) {
    hearsTheLeftNeighbour(shmem);
  }

  @ShmemCheck(pes = 3, schedules = 100)
  void hearsTheLeftNeighbourInAnyOrder(Shmem shmem) {
    hearsTheLeftNeighbour(shmem);
  }
}
