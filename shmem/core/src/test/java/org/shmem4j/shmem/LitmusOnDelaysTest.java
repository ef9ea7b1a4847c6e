package org.shmem4j.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shmem4j.shmem.internal.memory.Memory;

/**
 * Litmus tests over the transport that delays: what OpenSHMEM allows is seen, which a direct job on
 * x86 never shows, and what it forbids never is. The numbers are those of the litmus table.
 */
class LitmusOnDelaysTest {
  private static final int SEEDS = 4;
  private static final int MOST_SEEDS = 40;
  private static final int ROUNDS = 75;
  private static final int LENGTH = 512;

  /** What a PE does in a round. */
  interface Row {
    /** Returns whether this PE has seen the outcome. */
    boolean run(Cells cells, int pe);
  }

  record Litmus(String name, int pes, Row row) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What rows work on: cells that are 0 at the start of each round. */
  static final class Cells {
    final Shmem shmem;
    final SymmetricLongs x;
    final SymmetricLongs y;
    final SymmetricLongs flag;
    final SymmetricLongs data;
    final Signal signal;
    final ShmemContext other;
    final long[] one = new long[1];
    final long[] ones = new long[LENGTH];

    Cells(Shmem shmem) {
      this.shmem = shmem;
      x = shmem.longs(1);
      y = shmem.longs(1);
      flag = shmem.longs(1);
      data = shmem.longs(LENGTH);
      signal = shmem.signal();
      other = shmem.createContext();
    }

    void clear() {
      Memory.setLong(signal.own, 0);
      for (SymmetricLongs cells : List.of(x, y, flag, data)) {
        cells.fill(0);
      }
      Arrays.fill(one, 1);
      Arrays.fill(ones, 1);
    }

    void raise(int pe) {
      flag.atomicSet(0, 1, pe);
    }

    void awaitFlag() {
      flag.waitUntil(0, Compare.EQ, 1);
    }

    /** Any element of this PE's data that is still the old one. */
    boolean isAnyOld() {
      return Arrays.stream(data.toArray()).anyMatch(value -> value == 0);
    }
  }

  /** In how many rounds anybody sees the outcome. */
  private static int seen(Litmus litmus, long seed) {
    AtomicInteger seen = new AtomicInteger();
    Shmem.threads(
        World.spec(litmus.pes, World.HEAP, true),
        membership -> new DelayingTransport(membership, seed),
        shmem -> {
          Cells cells = new Cells(shmem);
          for (int round = 0; round < ROUNDS; round++) {
            cells.clear();
            shmem.barrierAll();
            if (litmus.row.run(cells, shmem.pe())) {
              seen.incrementAndGet();
            }
            shmem.syncAll(); // everybody has looked before anybody is quiet
            cells.other.quiet();
            shmem.barrierAll();
          }
        });
    return seen.get();
  }

  private interface Act {
    void run(Cells cells);
  }

  private interface Look {
    boolean isSeen(Cells cells);
  }

  /** PE 0 acts, PE 1 looks. */
  private static Litmus of(String name, Act first, Look second) {
    return new Litmus(
        name,
        2,
        (cells, pe) -> {
          if (pe == 0) {
            first.run(cells);
            return false;
          }
          return second.isSeen(cells);
        });
  }

  /** PE 0 acts, and looks itself. */
  private static Litmus alone(String name, Look first) {
    return new Litmus(name, 2, (cells, pe) -> pe == 0 && first.isSeen(cells));
  }

  /** PE 0 puts to PE 2, and tells PE 1, which looks there. */
  private static Litmus throughThird(String name, Act order) {
    return new Litmus(
        name,
        3,
        (cells, pe) -> {
          if (pe == 0) {
            cells.x.p(0, 1, 2);
            order.run(cells);
            cells.raise(1);
          } else if (pe == 1) {
            cells.awaitFlag();
            return cells.x.g(0, 2) == 0;
          }
          return false;
        });
  }

  private static boolean isOldX(Cells cells) {
    cells.awaitFlag();
    return cells.x.at(0) == 0;
  }

  private static boolean isOldData(Cells cells) {
    cells.awaitFlag();
    return cells.isAnyOld();
  }

  private static boolean isOldDataAtSignal(Cells cells) {
    cells.signal.waitUntil(Compare.EQ, 1);
    return cells.isAnyOld();
  }

  /** Two messages of half the data each, by ADD. */
  private static void sendTwo(Cells cells) {
    int half = LENGTH / 2;
    var _ = cells.data.putSignalNbi(0, cells.ones, 0, half, cells.signal, SignalOp.ADD, 1, 1);
    var _ = cells.data.putSignalNbi(half, cells.ones, 0, half, cells.signal, SignalOp.ADD, 1, 1);
  }

  static List<Litmus> forbidden() {
    return List.of(
        of(
            "L1: p; fence; set",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.fence();
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldX),
        of(
            "L1, with a fence for one PE",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.fence(1);
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldX),
        of(
            "L1a: put; fence; set",
            cells -> {
              cells.data.put(cells.ones, 1);
              cells.shmem.fence();
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldData),
        of(
            "L1a, strided",
            cells -> {
              cells.data.iput(1, 2, cells.ones, 0, 1, LENGTH / 2, 1);
              cells.data.ibput(0, 4, cells.ones, 0, 1, 1, LENGTH / 4, 1);
              cells.data.iput(2, 4, cells.data, 0, 1, 0, 1);
              cells.data.iput(2, 4, cells.ones, 0, 1, LENGTH / 4, 1);
              cells.shmem.fence();
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldData),
        of(
            "L2: put_nbi; fence; set",
            cells -> {
              var _ = cells.data.putNbi(cells.ones, 1);
              cells.shmem.fence();
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldData),
        of(
            "L3: put_signal",
            cells -> cells.data.putSignal(cells.ones, cells.signal, SignalOp.SET, 1, 1),
            LitmusOnDelaysTest::isOldDataAtSignal),
        of(
            "L3n: put_signal_nbi",
            cells -> {
              var _ = cells.data.putSignalNbi(cells.ones, cells.signal, SignalOp.SET, 1, 1);
            },
            LitmusOnDelaysTest::isOldDataAtSignal),
        of(
            "L3z: put_signal of nothing",
            cells -> cells.data.putSignal(new long[0], cells.signal, SignalOp.SET, 1, 1),
            cells -> {
              try {
                return cells.signal.waitUntil(Compare.NE, 0, Duration.ofSeconds(20)) != 1;
              } catch (WaitTimeoutException e) {
                return true;
              }
            }),
        of(
            "L4, with a fence",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.fence();
              cells.data.putSignal(cells.ones, cells.signal, SignalOp.SET, 1, 1);
            },
            cells -> {
              cells.signal.waitUntil(Compare.EQ, 1);
              return cells.x.at(0) == 0;
            }),
        of(
            "L5: both of two put_signal_nbi",
            LitmusOnDelaysTest::sendTwo,
            cells -> {
              cells.signal.waitUntil(Compare.EQ, 2);
              return cells.isAnyOld();
            }),
        throughThird("L7: p to a third; quiet; set", cells -> cells.shmem.quiet()),
        throughThird("L8: p to a third; pe_quiet; set", cells -> cells.shmem.quiet(2)),
        of(
            "L14: p; fence; p; the first remains",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.fence();
              cells.x.p(0, 2, 1);
              cells.shmem.quiet();
              cells.raise(1);
            },
            cells -> {
              cells.awaitFlag();
              return cells.x.at(0) == 1;
            }),
        alone(
            "L15: set; fetch of one cell",
            cells -> {
              cells.x.atomicSet(0, 1, 1);
              return cells.x.atomicFetch(0, 1) == 0;
            }),
        alone(
            "L16: p; quiet; g",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.quiet();
              return cells.x.g(0, 1) == 0;
            }),
        alone(
            "L16, with a completion",
            cells -> {
              cells.x.putNbi(cells.one, 1).await();
              return cells.x.g(0, 1) == 0;
            }),
        new Litmus(
            "L24b: p; barrier",
            2,
            (cells, pe) -> {
              cells.x.p(0, 1, 1 - pe);
              cells.shmem.barrierAll();
              return cells.x.at(0) == 0;
            }),
        new Litmus(
            "L24c: p on a context, its quiet; barrier",
            2,
            (cells, pe) -> {
              cells.x.on(cells.other).p(0, 1, 1 - pe);
              cells.other.quiet();
              cells.shmem.barrierAll();
              return cells.x.at(0) == 0;
            }),
        of(
            "L30: the source of a put is reused",
            cells -> {
              cells.x.put(cells.one, 1);
              cells.one[0] = 2;
              cells.shmem.quiet();
              cells.raise(1);
            },
            cells -> {
              cells.awaitFlag();
              return cells.x.at(0) == 2;
            }),
        alone(
            "L31: get_nbi and fetch_nbi; quiet",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.quiet();
              long[] got = new long[2];
              var _ = cells.x.getNbi(0, got, 0, 1, 1);
              var _ = cells.x.atomicFetchNbi(got, 1, 0, 1);
              cells.shmem.quiet();
              return got[0] == 0 || got[1] == 0;
            }));
  }

  static List<Litmus> allowed() {
    return List.of(
        of(
            "L1b: p; set",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldX),
        of(
            "L1b, with a part of a put",
            cells -> {
              cells.data.put(cells.ones, 1);
              cells.raise(1);
            },
            cells -> {
              cells.awaitFlag();
              long[] seen = cells.data.toArray();
              return Arrays.stream(seen).distinct().count() == 2;
            }),
        of(
            "L1c: p; fence of another context; set",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.other.fence();
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldX),
        of(
            "L2b: put_nbi; set",
            cells -> {
              var _ = cells.data.putNbi(cells.ones, 1);
              cells.raise(1);
            },
            LitmusOnDelaysTest::isOldData),
        of(
            "L2c: put_nbi; fence; the source is reused; set",
            cells -> {
              var _ = cells.x.putNbi(cells.one, 1);
              cells.shmem.fence();
              cells.one[0] = 2;
              cells.raise(1);
            },
            cells -> {
              cells.awaitFlag();
              return cells.x.at(0) == 2;
            }),
        of(
            "L4: p; put_signal",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.data.putSignal(cells.ones, cells.signal, SignalOp.SET, 1, 1);
            },
            cells -> {
              cells.signal.waitUntil(Compare.EQ, 1);
              return cells.x.at(0) == 0;
            }),
        of(
            "L5: the first of two put_signal_nbi last",
            LitmusOnDelaysTest::sendTwo,
            cells -> {
              cells.signal.waitUntil(Compare.GE, 1);
              return Arrays.stream(cells.data.toArray(), 0, LENGTH / 2).anyMatch(v -> v == 0);
            }),
        throughThird("L7f: p to a third; fence; set", cells -> cells.shmem.fence()),
        throughThird("L8: p to a third; pe_quiet of another; set", cells -> cells.shmem.quiet(1)),
        of(
            "L14n: p; p; the first remains",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.x.p(0, 2, 1);
              cells.shmem.quiet();
              cells.raise(1);
            },
            cells -> {
              cells.awaitFlag();
              return cells.x.at(0) == 1;
            }),
        alone(
            "L16: p; g",
            cells -> {
              cells.x.p(0, 1, 1);
              return cells.x.g(0, 1) == 0;
            }),
        new Litmus(
            "L24a: p; sync",
            2,
            (cells, pe) -> {
              cells.x.p(0, 1, 1 - pe);
              cells.shmem.syncAll();
              return cells.x.at(0) == 0;
            }),
        new Litmus(
            "L24c: p on a context; barrier",
            2,
            (cells, pe) -> {
              cells.x.on(cells.other).p(0, 1, 1 - pe);
              cells.shmem.barrierAll();
              return cells.x.at(0) == 0;
            }),
        of(
            "L30: the source of a put_nbi is reused",
            cells -> {
              var _ = cells.x.putNbi(cells.one, 1);
              cells.one[0] = 2;
              cells.shmem.quiet();
              cells.raise(1);
            },
            cells -> {
              cells.awaitFlag();
              return cells.x.at(0) == 2;
            }),
        alone(
            "L31, without quiet",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.quiet();
              long[] got = new long[1];
              var _ = cells.x.getNbi(got, 1);
              return got[0] == 0;
            }),
        alone(
            "L31, an atomic without quiet",
            cells -> {
              cells.x.p(0, 1, 1);
              cells.shmem.quiet();
              long[] got = new long[1];
              var _ = cells.x.atomicFetchNbi(got, 0, 0, 1);
              cells.shmem.fence();
              return got[0] == 0;
            }),
        alone(
            "L32: get_nbi; fence; p overtakes",
            cells -> {
              long[] got = new long[1];
              var _ = cells.x.getNbi(got, 1);
              cells.shmem.fence();
              cells.x.p(0, 2, 1);
              cells.shmem.quiet();
              return got[0] == 2;
            }));
  }

  @ParameterizedTest
  @MethodSource("forbidden")
  void shouldNeverSeeWhatIsForbidden(Litmus litmus) {
    assertEquals(0, LongStream.rangeClosed(1, SEEDS).mapToInt(seed -> seen(litmus, seed)).sum());
  }

  @ParameterizedTest
  @MethodSource("allowed")
  void shouldSeeWhatIsAllowed(Litmus litmus) {
    assertTrue(LongStream.rangeClosed(1, MOST_SEEDS).anyMatch(seed -> seen(litmus, seed) > 0));
  }

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
