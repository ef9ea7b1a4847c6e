package org.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInfo;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemException;
import org.shmem4j.shmem.Signal;

/** Tests that fail, run by {@link FailingTest}. */
final class FailingCases {
  private static final String HEAP = "1M";

  @AfterEach
  void meet(Shmem shmem, TestInfo info) {
    if (info.getTestMethod().orElseThrow().getName().startsWith("afterwards")) {
      shmem.barrierAll();
    }
  }

  @ShmemTest(
      pes = 3,
      form = {Form.THREADS, Form.PROCESSES},
      heap = HEAP)
  void difference(Shmem shmem) {
    if (shmem.pe() == 1) {
      assertEquals("three", "four", "a word");
    }
    shmem.barrierAll();
  }

  @ShmemTest(
      pes = 3,
      form = {Form.THREADS, Form.PROCESSES},
      heap = HEAP)
  void twoFail(Shmem shmem) throws Exception {
    if (shmem.pe() == 2) {
      throw new Exception("checked", new IllegalStateException("because"));
    }
    try {
      shmem.barrierAll();
    } catch (PeerFailedException e) {
      if (shmem.pe() == 0) {
        throw new IllegalStateException("later", e);
      }
      throw e;
    }
  }

  @ShmemTest(
      pes = 2,
      form = {Form.THREADS, Form.PROCESSES},
      heap = HEAP)
  void aborted(Shmem shmem) {
    assumeTrue(shmem.pe() == 0, "only PE 0");
    shmem.barrierAll();
  }

  @ShmemTest(pes = 2, form = Form.THREADS, heap = HEAP)
  void abortedOnOneFailedOnOther(Shmem shmem) {
    assumeTrue(shmem.pe() == 0, "only PE 0");
    throw new ShmemException("failed");
  }

  @ShmemTest(pes = 2, form = Form.PROCESSES, heap = HEAP)
  void several(Shmem shmem) {
    assertAll(() -> assertEquals(1, shmem.pes()), () -> assertEquals(3, shmem.pes()));
  }

  @ShmemTest(
      pes = 2,
      form = {Form.THREADS, Form.PROCESSES},
      heap = HEAP)
  void globalExit(Shmem shmem) {
    if (shmem.pe() == 1) {
      shmem.globalExit(3);
    }
    shmem.barrierAll();
  }

  @ShmemTest(pes = 2, form = Form.PROCESSES, heap = HEAP)
  void dies(Shmem shmem) {
    if (shmem.pe() == 1) {
      Runtime.getRuntime().halt(7);
    }
    shmem.barrierAll();
  }

  @ShmemTest(pes = 2, timeout = "3s", heap = HEAP)
  void waitsForEver(Shmem shmem) {
    // All of them: a wait that all others have left for finalize would end by itself.
    var _ = shmem.signal().waitUntil(Compare.EQ, 1);
  }

  /** With time for two JVMs to start on a busy machine. */
  @ShmemTest(pes = 2, form = Form.PROCESSES, timeout = "10s", heap = HEAP)
  void waitsAndComputesForEver(Shmem shmem) {
    Signal signal = shmem.signal();
    while (shmem.pe() == 0) {
      Thread.onSpinWait();
    }
    var _ = signal.waitUntil(Compare.EQ, 1);
  }

  @ShmemTest(pes = 2, timeout = "3s", heap = HEAP)
  void afterwardsWaitsForEver(Shmem shmem) {
    Signal signal = shmem.signal();
    if (shmem.pe() == 0) {
      assertEquals(1, shmem.pes());
    }
    var _ = signal.waitUntil(Compare.EQ, 1);
  }

  @ShmemTest(pes = 1, heap = "200T")
  void noSpace() {}
}
