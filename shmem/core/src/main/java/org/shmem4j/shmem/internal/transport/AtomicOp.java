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
  XOR,
  /** Keeps the smaller of two signed integers. */
  MIN,
  /** Keeps the larger of two signed integers. */
  MAX,
  /** Keeps the smaller of two floats (4 bytes) or doubles (8 bytes), as {@link Math#min}. */
  MIN_FLOATING,
  /** Keeps the larger of two floats (4 bytes) or doubles (8 bytes), as {@link Math#max}. */
  MAX_FLOATING
}
