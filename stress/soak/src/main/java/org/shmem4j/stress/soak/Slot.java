package org.shmem4j.stress.soak;

import java.util.Arrays;

/** A symmetric object by the model: what all members' copies hold. */
final class Slot {
  /** How many elements at both ends of a large array no operation touches. */
  private static final int FENCE = 4;

  private static final int LARGE = 64;

  private final int id;
  private final String name;
  private final Type type;
  private final boolean isGuard;
  private final int[] members;
  private final long[][] values;
  private final Step[][] writers;
  private final int[][] writes;

  /**
   * An array of zeros.
   *
   * @param members the PEs that have a copy, in the order of their numbers in the object's team
   */
  Slot(int id, String name, Type type, int length, boolean isGuard, int[] members) {
    this.id = id;
    this.name = name;
    this.type = type;
    this.isGuard = isGuard;
    this.members = members;
    int pes = Arrays.stream(members).max().orElseThrow() + 1;
    this.values = new long[pes][length];
    this.writers = new Step[pes][length];
    this.writes = new int[pes][length];
  }

  int id() {
    return id;
  }

  Type type() {
    return type;
  }

  /** Whether it lies between others to show who writes beyond an end: no operation touches it. */
  boolean isGuard() {
    return isGuard;
  }

  int[] members() {
    return members;
  }

  int length() {
    return values[members[0]].length;
  }

  /** The first element that operations may touch. */
  int first() {
    return length() >= LARGE ? FENCE : 0;
  }

  /** The element after the last one that operations may touch. */
  int end() {
    return length() - first();
  }

  long at(int pe, int index) {
    return values[pe][index];
  }

  /** What an operation does to an element of a PE's copy. */
  void set(int pe, int index, long value, Step writer) {
    values[pe][index] = type.wrap(value);
    writers[pe][index] = writer;
    writes[pe][index]++;
  }

  long[] copyOf(int pe) {
    return values[pe].clone();
  }

  /** Forgets who has written. */
  void beginRound() {
    for (int pe : members) {
      Arrays.fill(writes[pe], 0);
    }
  }

  /** How often the present round writes an element. */
  int writes(int pe, int index) {
    return writes[pe][index];
  }

  /** The last operation that wrote an element; null if none has. */
  Step writer(int pe, int index) {
    return writers[pe][index];
  }

  @Override
  public String toString() {
    return name;
  }
}
