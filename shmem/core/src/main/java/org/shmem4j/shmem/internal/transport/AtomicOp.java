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
  MAX_FLOATING;

  /**
   * What it makes of a cell of 4 bytes; floats as their bits.
   *
   * @param expected for a compare-swap
   */
  public int apply(int old, int operand, int expected) {
    float value = Float.intBitsToFloat(old);
    float other = Float.intBitsToFloat(operand);
    return switch (this) {
      case FETCH -> old;
      case SET, SWAP -> operand;
      case COMPARE_SWAP -> old == expected ? operand : old;
      case ADD -> old + operand;
      case ADD_FLOATING -> Float.floatToRawIntBits(value + other);
      case AND -> old & operand;
      case OR -> old | operand;
      case XOR -> old ^ operand;
      case MIN -> Math.min(old, operand);
      case MAX -> Math.max(old, operand);
      case MIN_FLOATING -> Float.floatToRawIntBits(Math.min(value, other));
      case MAX_FLOATING -> Float.floatToRawIntBits(Math.max(value, other));
    };
  }

  /** As {@link #apply(int, int, int)}, of 8 bytes; doubles as their bits. */
  public long apply(long old, long operand, long expected) {
    double value = Double.longBitsToDouble(old);
    double other = Double.longBitsToDouble(operand);
    return switch (this) {
      case FETCH -> old;
      case SET, SWAP -> operand;
      case COMPARE_SWAP -> old == expected ? operand : old;
      case ADD -> old + operand;
      case ADD_FLOATING -> Double.doubleToRawLongBits(value + other);
      case AND -> old & operand;
      case OR -> old | operand;
      case XOR -> old ^ operand;
      case MIN -> Math.min(old, operand);
      case MAX -> Math.max(old, operand);
      case MIN_FLOATING -> Double.doubleToRawLongBits(Math.min(value, other));
      case MAX_FLOATING -> Double.doubleToRawLongBits(Math.max(value, other));
    };
  }
}
