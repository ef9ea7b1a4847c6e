package org.shmem4j.shmem.sim;

import java.util.Arrays;
import org.shmem4j.shmem.ShmemException;

/** The decisions of a schedule, each a number below how many choices there were. */
final class Decisions {
  /** Of a decision of which all choices have been tried. */
  static final int NONE = -1;

  private static final int RADIX = 36;
  private static final char SEPARATOR = '.';

  private int[] chosen = new int[64];
  private int[] alternatives = new int[64];
  private int size;

  Decisions() {}

  /** Those that {@link #toString} has written. */
  Decisions(String text) {
    for (String number : text.split("\\.", -1)) {
      add(parse(number, text));
    }
  }

  private static int parse(String number, String text) {
    try {
      return number.isEmpty() ? 0 : Integer.parseUnsignedInt(number, RADIX);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "a replay is numbers of base 36 with dots between them: replay="
              + text
              + "; give it as the check printed it",
          e);
    }
  }

  int size() {
    return size;
  }

  /** Forgets all. */
  void clear() {
    size = 0;
  }

  /** A decision that can have one of so many choices. */
  int get(int i, int choices) {
    if (chosen[i] < 0 || chosen[i] >= choices) {
      throw new ShmemException(
          "a schedule can be played again only if the program does the same again: decision="
              + i
              + " chosen="
              + chosen[i]
              + " choices="
              + choices
              + "; use the program, arguments and number of PEs that it was found with, and no clock"
              + " and no random numbers without a seed in the program");
    }
    return chosen[i];
  }

  void add(int choice) {
    if (size == chosen.length) {
      chosen = Arrays.copyOf(chosen, 2 * size);
      alternatives = Arrays.copyOf(alternatives, 2 * size);
    }
    chosen[size] = choice;
    alternatives[size] = NONE;
    size++;
  }

  /** Says what else is to be tried at a decision, or {@link #NONE}. */
  void setAlternative(int i, int choice) {
    alternatives[i] = choice;
  }

  /**
   * Goes back to the last decision that has an alternative, and takes it.
   *
   * @return whether there was one
   */
  boolean advance() {
    while (size > 0 && alternatives[size - 1] == NONE) {
      size--;
    }
    if (size == 0) {
      return false;
    }
    chosen[size - 1] = alternatives[size - 1];
    return true;
  }

  /** Numbers of base 36 with dots between them; a 0 is empty, and none is written at the end. */
  @Override
  public String toString() {
    int end = size;
    while (end > 0 && chosen[end - 1] == 0) {
      end--;
    }
    if (end == 0) {
      return "0";
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < end; i++) {
      if (i > 0) {
        text.append(SEPARATOR);
      }
      if (chosen[i] != 0) {
        text.append(Integer.toString(chosen[i], RADIX));
      }
    }
    return text.toString();
  }
}
