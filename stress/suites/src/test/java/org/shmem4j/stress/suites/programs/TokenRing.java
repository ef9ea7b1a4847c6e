package org.shmem4j.stress.suites.programs;

import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/** A token goes round so many times; all PEs but one wait. */
public final class TokenRing {
  private TokenRing() {}

  /** Runs as one PE: {@code ROUNDS}. */
  public static void main(String[] args) {
    long rounds = Long.parseLong(args[0]);
    Shmem.run(shmem -> {
      SymmetricLongs token = shmem.longs(1);
      Signal arrived = shmem.signal();
      int right = (shmem.pe() + 1) % shmem.pes();
      long[] message = new long[1];
      for (long round = 1; round <= rounds; round++) {
        if (shmem.pe() == 0) {
          message[0] = round * shmem.pes();
          token.putSignal(message, arrived, SignalOp.SET, round, right);
        }
        arrived.waitUntil(Compare.EQ, round);
        if (shmem.pe() != 0) {
          message[0] = token.at(0) + 1;
          token.putSignal(message, arrived, SignalOp.SET, round, right);
        }
      }
      // Who is before PE 0 in the ring has added last.
      long expected = (rounds + 1) * shmem.pes() - 1;
      if (shmem.pe() == 0 && shmem.pes() > 1) {
        Check.equal(expected, token.at(0), "token");
      }
    });
  }
}
