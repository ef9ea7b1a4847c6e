package org.shmem4j.junit;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.shmem4j.shmem.Shmem;

/** Writes down what is called, for one PE or for all that share this class. */
class InOrder {
  static final List<String> CALLS = new ArrayList<>();

  @BeforeAll
  static void beforeAll() {
    CALLS.add("beforeAll");
  }

  @BeforeEach
  void inherited(Shmem shmem) {
    CALLS.add("inherited " + shmem.pe());
  }
}
