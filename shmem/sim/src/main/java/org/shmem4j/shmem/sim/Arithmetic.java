package org.shmem4j.shmem.sim;

import org.shmem4j.shmem.internal.transport.AtomicOp;

/** What an atomic makes of a cell's old value. */
final class Arithmetic {
  private Arithmetic() {}

  /** The new value of a cell of 4 or 8 bytes; its low bits count. */
  static long apply(AtomicOp op, int width, long old, long operand, long expected) {
    return switch (op) {
      case FETCH -> old;
      case SET, SWAP -> operand;
      case COMPARE_SWAP -> old == expected ? operand : old;
      case ADD -> old + operand;
      case AND -> old & operand;
      case OR -> old | operand;
      case XOR -> old ^ operand;
      case MIN -> Math.min(old, operand);
      case MAX -> Math.max(old, operand);
      case ADD_FLOATING, MIN_FLOATING, MAX_FLOATING ->
          width == Integer.BYTES
              ? Float.floatToRawIntBits(
                  (float)
                      floating(
                          op, Float.intBitsToFloat((int) old), Float.intBitsToFloat((int) operand)))
              : Double.doubleToRawLongBits(
                  floating(op, Double.longBitsToDouble(old), Double.longBitsToDouble(operand)));
    };
  }

  /** Exact for floats too: the sum of two, rounded to double and then to float, is rounded once. */
  private static double floating(AtomicOp op, double old, double operand) {
    return switch (op) {
      case MIN_FLOATING -> Math.min(old, operand);
      case MAX_FLOATING -> Math.max(old, operand);
      default -> old + operand;
    };
  }
}
