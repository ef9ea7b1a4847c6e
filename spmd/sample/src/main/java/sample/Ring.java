package sample;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/** Every PE tells its right neighbour who it is. */
public final class Ring {
  private Ring() {}

  public static void main(String[] args) {
    Shmem.run(shmem -> System.out.println("PE " + shmem.pe() + " got " + pass(shmem)));
  }

  /** The work, as a method that a test can call: sends to the right, returns what the left sent. */
  static long pass(Shmem shmem) {
    SymmetricLongs box = shmem.longs(1);
    Signal arrived = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();
    box.putSignal(new long[] {shmem.pe()}, arrived, SignalOp.SET, 1, right);
    arrived.waitUntil(Compare.EQ, 1);
    return box.at(0);
  }
}
