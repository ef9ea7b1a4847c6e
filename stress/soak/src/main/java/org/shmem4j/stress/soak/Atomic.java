package org.shmem4j.stress.soak;

/** The atomic operations, with what they do by the model. */
enum Atomic {
  SET,
  ADD,
  MIN,
  MAX,
  INC,
  AND,
  OR,
  XOR,
  FETCH,
  SWAP,
  FETCH_ADD,
  FETCH_MIN,
  FETCH_MAX,
  FETCH_INC,
  FETCH_AND,
  FETCH_OR,
  FETCH_XOR,
  COMPARE_SWAP,
  FETCH_NBI,
  SWAP_NBI,
  FETCH_ADD_NBI,
  FETCH_INC_NBI,
  FETCH_AND_NBI,
  FETCH_OR_NBI,
  FETCH_XOR_NBI,
  COMPARE_SWAP_NBI;

  /** Whether it returns what was there. */
  boolean fetches() {
    return compareTo(FETCH) >= 0;
  }

  /** Whether only integers have it. */
  boolean isOfIntegers() {
    return switch (this) {
      case SET, ADD, MIN, MAX, FETCH, SWAP -> false;
      case FETCH_ADD, FETCH_MIN, FETCH_MAX, FETCH_NBI, SWAP_NBI, FETCH_ADD_NBI -> false;
      default -> true;
    };
  }

  /** What a cell holds afterwards, before it is cut to its type. */
  long result(long held, long operand, long expected) {
    return switch (this) {
      case SET, SWAP, SWAP_NBI -> operand;
      case ADD, FETCH_ADD, FETCH_ADD_NBI -> held + operand;
      case INC, FETCH_INC, FETCH_INC_NBI -> held + 1;
      case MIN, FETCH_MIN -> Math.min(held, operand);
      case MAX, FETCH_MAX -> Math.max(held, operand);
      case AND, FETCH_AND, FETCH_AND_NBI -> held & operand;
      case OR, FETCH_OR, FETCH_OR_NBI -> held | operand;
      case XOR, FETCH_XOR, FETCH_XOR_NBI -> held ^ operand;
      case COMPARE_SWAP, COMPARE_SWAP_NBI -> held == expected ? operand : held;
      case FETCH, FETCH_NBI -> held;
    };
  }
}
