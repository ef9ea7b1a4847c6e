package org.shmem4j.shmem.internal.transport;

/** What an atomic does with the cell's old value. */
public enum AtomicOp {
  /** Reads. */
  FETCH,
  /** Writes. */
  SET,
  /** Writes. */
  SWAP,
  /** Writes if the old value is the expected one. */
  COMPARE_SWAP,
  /** Adds integers. */
  ADD,
  /** Adds as float (4 bytes) or double (8 bytes). */
  ADD_FLOATING,
  /** Bitwise and. */
  AND,
  /** Bitwise or. */
  OR,
  /** Bitwise exclusive or. */
  XOR
}
