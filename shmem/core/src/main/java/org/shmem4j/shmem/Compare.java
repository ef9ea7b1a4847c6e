package org.shmem4j.shmem;

/** How a waiting PE compares a cell with a value (OpenSHMEM 1.6, SHMEM_CMP_*). */
public enum Compare {
  /** Equal. */
  EQ("=="),
  /** Not equal. */
  NE("!="),
  /** Less than. */
  LT("<"),
  /** At most. */
  LE("<="),
  /** Greater than. */
  GT(">"),
  /** At least. */
  GE(">=");

  private final String sign;

  Compare(String sign) {
    this.sign = sign;
  }

  /** Whether {@code cell} compares so with {@code value}, both signed. */
  public boolean holds(long cell, long value) {
    return switch (this) {
      case EQ -> cell == value;
      case NE -> cell != value;
      case LT -> cell < value;
      case LE -> cell <= value;
      case GT -> cell > value;
      case GE -> cell >= value;
    };
  }

  /** The operator as Java writes it. */
  @Override
  public String toString() {
    return sign;
  }
}
