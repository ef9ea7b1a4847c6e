package org.shmem4j.collectives.internal;

/** A way to move the data of a collective, once all members have arrived. Has no state. */
interface Algorithm {
  /** Does one PE's part; {@linkplain Movement#leave leaves} once. */
  void run(Movement move);
}
