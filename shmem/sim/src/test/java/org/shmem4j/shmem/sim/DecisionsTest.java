package org.shmem4j.shmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DecisionsTest {
  @Test
  void shouldBeWrittenAndRead() {
    Decisions decisions = new Decisions();
    assertEquals("0", decisions.toString());
    for (int choice : new int[] {0, 35, 0, 0, 36, 1, 0}) {
      decisions.add(choice);
    }
    assertEquals(".z...10.1", decisions.toString());
    Decisions read = new Decisions(decisions.toString());
    assertEquals(6, read.size());
    assertEquals(36, read.get(4, 37));
    assertEquals(decisions.toString(), read.toString());
  }

  @Test
  void shouldGoBackToTheLastAlternative() {
    Decisions decisions = new Decisions();
    for (int i = 0; i < 1000; i++) {
      decisions.add(0);
    }
    decisions.setAlternative(2, 5);
    decisions.setAlternative(700, 3);
    assertTrue(decisions.advance());
    assertEquals(701, decisions.size());
    assertEquals(3, decisions.get(700, 4));
    decisions.setAlternative(700, Decisions.NONE);
    assertTrue(decisions.advance());
    assertEquals("..5", decisions.toString());
    decisions.setAlternative(2, Decisions.NONE);
    assertFalse(decisions.advance());
  }
}
