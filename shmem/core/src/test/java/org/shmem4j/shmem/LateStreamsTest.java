package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.shmem4j.shmem.internal.memory.Memory;

/**
 * What a stream that is late must not hold up, lose or need (L34 to L36); the other litmus rows run
 * on the transport that delays in {@code stress/litmus}.
 */
class LateStreamsTest {
  private static final int LENGTH = 512;

  private static DelayingTransport network(ShmemContext context) {
    return (DelayingTransport) context.transport;
  }

  /** L34: quiet, fence and close of one context do not wait for another's operations. */
  @Test
  void shouldNotWaitForAnotherStream() {
    World.DELAYED_SLEEPING.run(
        2,
        shmem -> {
          SymmetricLongs cells = shmem.longs(2);
          Signal arrived = shmem.signal();
          int to = 1 - shmem.pe();
          ShmemContext slow = shmem.createContext();
          ShmemContext fast = shmem.createContext();
          network(slow).stall();
          long[] source = {7};
          cells.on(slow).p(0, 1, to);
          Completion late = cells.on(slow).putNbi(0, source, 0, 1, to);
          cells.on(fast).p(1, 2, to);
          fast.fence();
          fast.quiet();
          assertEquals(2, cells.g(1, to));
          arrived.on(fast).set(1, to);
          fast.close();
          arrived.waitUntil(Compare.EQ, 1);
          shmem.quiet();
          shmem.barrierAll();
          assertEquals(0, cells.at(0));
          assertFalse(late.isDone());
          assertFalse(late.isSourceDone());
          shmem.barrierAll();
          network(slow).resume();
          late.awaitSource();
          slow.close();
          assertTrue(late.isDone());
          shmem.barrierAll();
          assertTrue(cells.at(0) != 0);
        });
  }

  /** What is on its way when a PE leaves the job arrives (L35), on any context. */
  @Test
  void shouldDeliverWhatIsOnItsWayWhenAPeLeaves() {
    AtomicInteger arrived = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      World.DELAYED_SLEEPING.run(
          2,
          shmem -> {
            SymmetricLongs cells = shmem.longs(LENGTH);
            long[] ones = new long[LENGTH];
            Arrays.fill(ones, 1);
            var _ = cells.on(shmem.createContext()).putNbi(ones, 1 - shmem.pe());
            long own = cells.own;
            shmem.close();
            for (int k = 0; k < LENGTH; k++) {
              arrived.addAndGet((int) Memory.getLong(own + k * (long) Long.BYTES));
            }
          });
    }
    assertEquals(20 * 2 * LENGTH, arrived.get());
  }

  /** L36: nobody need call anything for what has been issued to arrive. */
  @Test
  void shouldMakeProgressWhileItsPeIsBusy() {
    CountDownLatch seen = new CountDownLatch(1);
    World.DELAYED_SLEEPING.run(
        2,
        shmem -> {
          SymmetricLongs cells = shmem.longs(LENGTH);
          Signal signal = shmem.signal();
          if (shmem.pe() == 0) {
            long[] got = new long[1];
            Completion put = cells.putNbi(0, new long[] {1}, 0, 1, 1);
            Completion fetch = cells.atomicFetchNbi(got, 0, 1, 1);
            shmem.fence();
            signal.set(1, 1);
            seen.await();
            put.await();
            fetch.await();
          } else {
            signal.waitUntil(Compare.EQ, 1);
            assertEquals(1, cells.at(0));
            seen.countDown();
          }
        });
  }
}
