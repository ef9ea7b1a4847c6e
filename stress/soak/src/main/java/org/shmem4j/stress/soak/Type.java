package org.shmem4j.stress.soak;

import java.util.Random;
import org.shmem4j.shmem.ElementType;

/** The element types; their elements are whole numbers, of few enough bits to be exact. */
enum Type {
  BYTE(ElementType.BYTE, 8),
  SHORT(ElementType.SHORT, 16),
  INT(ElementType.INT, 32),
  LONG(ElementType.LONG, 64),
  FLOAT(ElementType.FLOAT, 20),
  DOUBLE(ElementType.DOUBLE, 48);

  @SuppressWarnings("ImmutableEnumChecker") // it is
  private final ElementType<?> element;

  private final int unused;

  Type(ElementType<?> element, int bits) {
    this.element = element;
    this.unused = Long.SIZE - bits;
  }

  ElementType<?> element() {
    return element;
  }

  boolean isInteger() {
    return compareTo(LONG) <= 0;
  }

  boolean hasAtomics() {
    return compareTo(INT) >= 0;
  }

  boolean hasWaits() {
    return this == INT || this == LONG;
  }

  /** A number as an element holds it: integers wrap; the others have room for what is added. */
  long wrap(long number) {
    return isInteger() ? cut(number) : number;
  }

  private long cut(long number) {
    return number << unused >> unused;
  }

  /** Whether some numbers like it can be added and stay exact. */
  boolean isSummable(long number) {
    return isInteger() || number == cut(number);
  }

  long any(Random random) {
    return cut(random.nextLong());
  }

  /** A number of which thousands can be added to a summable one. */
  long small(Random random) {
    return random.nextInt(16);
  }
}
