package org.shmem4j.shmem.sim.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A tree against a map, at lengths of one to four digits. */
class TreeTest {
  private static final int LONGEST = 600;

  private record Highest(int value) implements Growing<Highest> {
    @Override
    public Highest plus(Highest more) {
      return value >= more.value ? this : more;
    }
  }

  private final Random random = new Random(1);

  @Test
  void sumHasTheHigherOfBoth() {
    for (int round = 0; round < 300; round++) {
      Map<Integer, Integer> expected = new HashMap<>();
      Tree<Highest> common = grown(Tree.empty(), expected);
      Tree<Highest> some = grown(common, expected);
      Tree<Highest> others = grown(common, expected);
      assertHas(some.plus(others), expected);
      assertHas(others.plus(some), expected);
    }
  }

  @Test
  void staysAsItIsWhenAnotherIsMadeOfIt() {
    Map<Integer, Integer> expected = new HashMap<>();
    Tree<Highest> tree = grown(Tree.empty(), expected);
    Tree<Highest> other = grown(tree, new HashMap<>());
    grown(other, new HashMap<>()).plus(tree);
    assertHas(tree, expected);
  }

  @Test
  void sumIsTheOneThatHasAll() {
    for (int round = 0; round < 300; round++) {
      Tree<Highest> some = grown(Tree.empty(), new HashMap<>());
      Tree<Highest> more =
          grown(some, new HashMap<>()).plus(random.nextInt(LONGEST), new Highest(200));
      assertSame(more, some.plus(more));
      assertSame(more, more.plus(some));
    }
  }

  @Test
  void isTheSameWithWhatItHas() {
    Tree<Highest> tree = Tree.<Highest>empty().plus(9, new Highest(2));
    assertSame(tree, tree.plus(9, new Highest(2)));
    assertSame(tree, tree.plus(9, new Highest(1)));
  }

  @Test
  void hasNothingBeyondItsLastNumber() {
    assertNull(Tree.empty().get(0));
    assertNull(Tree.empty().get(Integer.MAX_VALUE));
    assertNull(Tree.<Highest>empty().plus(8, new Highest(1)).get(64));
  }

  private Tree<Highest> grown(Tree<Highest> from, Map<Integer, Integer> expected) {
    Tree<Highest> tree = from;
    int length = 1 + random.nextInt(LONGEST);
    for (int count = random.nextInt(20); count > 0; count--) {
      int number = random.nextInt(length);
      int value = random.nextInt(100);
      tree = tree.plus(number, new Highest(value));
      expected.merge(number, value, Math::max);
    }
    return tree;
  }

  private static void assertHas(Tree<Highest> tree, Map<Integer, Integer> expected) {
    for (int number = 0; number < LONGEST; number++) {
      Highest highest = tree.get(number);
      assertEquals(expected.get(number), highest == null ? null : (Integer) highest.value());
    }
  }
}
