package org.shmem4j.shmem.sim.race;

/**
 * An array of what is known, by numbers from 0, null where nothing is. It never changes: one with
 * more in it shares all else with this one. So it costs a node for each digit of the number, and
 * two that have much in common are put together by what differs.
 */
@SuppressWarnings("ReferenceEquality") // what has nothing new is the same
final class Tree<T extends Growing<T>> implements Growing<Tree<T>> {
  private static final int DIGIT = 3; // bits
  private static final int WIDTH = 1 << DIGIT;
  private static final Tree<?> EMPTY = new Tree<>(0, new Object[WIDTH]);

  private final int top; // the place of the root's digit, in bits
  private final Object[] root; // nodes, or elements if the digit is the last one

  private Tree(int top, Object[] root) {
    this.top = top;
    this.root = root;
  }

  @SuppressWarnings("unchecked") // it has no elements
  static <T extends Growing<T>> Tree<T> empty() {
    return (Tree<T>) EMPTY;
  }

  /** Returns the element, or null. */
  @SuppressWarnings("unchecked") // elements are put in as T
  T get(int number) {
    if (number >>> top >= WIDTH) {
      return null;
    }
    Object[] node = root;
    for (int shift = top; shift > 0 && node != null; shift -= DIGIT) {
      node = (Object[]) node[digit(number, shift)];
    }
    return node == null ? null : (T) node[digit(number, 0)];
  }

  /** Returns this with more known of one number. */
  Tree<T> plus(int number, T more) {
    T old = get(number);
    T sum = old == null ? more : old.plus(more);
    return sum == old ? this : with(number, sum);
  }

  private Tree<T> with(int number, T element) {
    int height = top;
    while (number >>> height >= WIDTH) {
      height += DIGIT;
    }
    return new Tree<>(height, with(raised(height), height, number, element));
  }

  private static Object[] with(Object[] node, int shift, int number, Object element) {
    Object[] copy = node == null ? new Object[WIDTH] : node.clone();
    int at = digit(number, shift);
    copy[at] = shift == 0 ? element : with((Object[]) copy[at], shift - DIGIT, number, element);
    return copy;
  }

  @Override
  public Tree<T> plus(Tree<T> more) {
    if (this == more) {
      return this;
    }
    if (top < more.top) {
      return more.plus(this);
    }
    Object[] others = more.raised(top);
    Object[] sum = sum(root, others, top);
    if (sum == root) {
      return this;
    }
    return sum == others ? more : new Tree<>(top, sum);
  }

  /** Returns the root of a tree of that height with the same elements. */
  private Object[] raised(int height) {
    Object[] raised = root;
    for (int shift = top; shift < height; shift += DIGIT) {
      Object[] above = new Object[WIDTH];
      above[0] = raised;
      raised = above;
    }
    return raised;
  }

  private Object[] sum(Object[] some, Object[] others, int shift) {
    Object[] sum = some;
    boolean othersHaveAll = true;
    for (int at = 0; at < WIDTH; at++) {
      Object one = sum(some[at], others[at], shift);
      if (one != some[at]) {
        sum = sum == some ? some.clone() : sum;
        sum[at] = one;
      }
      othersHaveAll &= one == others[at];
    }
    return sum != some && othersHaveAll ? others : sum;
  }

  @SuppressWarnings("unchecked") // elements are put in as T
  private Object sum(Object one, Object other, int shift) {
    if (one == other || other == null) {
      return one;
    }
    if (one == null) {
      return other;
    }
    return shift == 0
        ? ((T) one).plus((T) other)
        : sum((Object[]) one, (Object[]) other, shift - DIGIT);
  }

  private static int digit(int number, int shift) {
    return (number >>> shift) & (WIDTH - 1);
  }
}
