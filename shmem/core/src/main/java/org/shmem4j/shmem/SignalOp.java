package org.shmem4j.shmem;

/** How a put-with-signal changes its signal (OpenSHMEM 1.6, Signaling Operations). */
public enum SignalOp {
  /** The signal becomes the value. */
  SET,
  /** The value is added to the signal. */
  ADD
}
