package org.shmem4j.stress.soak;

import java.io.Serial;

/** What a PE has found is not what the model says. */
final class Difference extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  Difference(String message) {
    super(message);
  }

  /** An element that is not as it should be; the operation is the last that wrote it. */
  static Difference of(Slot slot, int pe, int index, long expected, long found, int seenBy) {
    return new Difference(
        "an element is not as the model has it: object="
            + slot
            + " pe="
            + pe
            + " index="
            + index
            + " expected="
            + expected
            + " found="
            + found
            + " seenBy="
            + seenBy
            + " operation="
            + (slot.writer(pe, index) == null ? "none" : slot.writer(pe, index)));
  }
}
