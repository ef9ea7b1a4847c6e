package org.shmem4j.stress.soak;

/**
 * What an operation goes through: a context, with the PE numbers of its team.
 *
 * @param context its number, or {@link #DEFAULT}
 * @param members the PEs of its team, in their order
 */
@SuppressWarnings("ArrayRecordComponent") // nobody changes it
record Via(int context, int[] members) {
  /** Stands for the default context of the world. */
  static final int DEFAULT = -1;

  /** The number that its team has for a PE; -1 if it is no member. */
  int numberOf(int pe) {
    for (int i = 0; i < members.length; i++) {
      if (members[i] == pe) {
        return i;
      }
    }
    return -1;
  }

  boolean has(int pe) {
    return numberOf(pe) >= 0;
  }

  @Override
  public String toString() {
    return context == DEFAULT ? "" : " on context " + context;
  }
}
