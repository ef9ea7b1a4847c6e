package org.shmem4j.stress.suites.programs;

import java.util.EnumMap;
import java.util.Map;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.Interceptor;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;
import org.shmem4j.shmem.SymmetricLongs;

/** Does what the tools of docs/debugging.md find: the argument says what. */
public final class Debugged {
  private Debugged() {}

  /** Runs as one PE. */
  public static void main(String[] args) throws InterruptedException {
    if (args[0].equals("again")) {
      again();
      return;
    }
    Shmem.run(shmem -> {
      switch (args[0]) {
        case "mix" -> mix(shmem);
        case "leak" -> leak(shmem);
        case "wait" -> endless(shmem);
        case "helped" -> helped(shmem);
        case "count" -> count(shmem);
        case "align" -> align(shmem);
        default -> throw new IllegalArgumentException(args[0]);
      }
    });
  }

  /** PE 1 sets and PE 2 adds. */
  private static void mix(Shmem shmem) {
    Signal signal = shmem.signal();
    Signal turn = shmem.signal();
    if (shmem.pe() == 1) {
      signal.set(5, 0);
      turn.set(1, 2);
    } else if (shmem.pe() == 2) {
      turn.waitUntil(Compare.EQ, 1);
      signal.add(1, 0);
    }
    shmem.barrierAll();
    System.out.println("signal=" + signal.fetch());
  }

  /** Case 50: nothing is freed when the garbage collector finds that nobody knows it any longer. */
  private static void leak(Shmem shmem) {
    for (int i = 0; i < 20; i++) {
      shmem.longs(1000).fill(1);
      System.gc();
    }
    shmem.createContext(ContextOption.PRIVATE);
    SymmetricLongs known = shmem.longs(1);
    known.p(0, 7, (shmem.pe() + 1) % shmem.pes());
    shmem.barrierAll();
    System.out.println("known=" + known.at(0));
    shmem.free(known);
  }

  /** PE 0 waits for what nobody sends. */
  private static void endless(Shmem shmem) {
    Signal signal = shmem.signal();
    if (shmem.pe() == 0) {
      signal.waitUntil(Compare.GE, 1);
    }
  }

  /** PE 0 waits for what a thread of the last PE sends, which is in finalize. */
  private static void helped(Shmem shmem) {
    Signal signal = shmem.signal();
    if (shmem.pe() == shmem.pes() - 1) {
      new Thread(
              () -> {
                try {
                  Thread.sleep(500);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                signal.set(1, 0);
              })
          .start();
    }
    if (shmem.pe() == 0) {
      System.out.println("signal=" + signal.waitUntil(Compare.GE, 1));
    }
  }

  /** PE 1 joins again; the others have ended by then. */
  private static void again() throws InterruptedException {
    Shmem shmem = Shmem.init();
    shmem.close();
    if (shmem.pe() == 1) {
      Thread.sleep(300);
      Shmem.run(Shmem::barrierAll);
    }
  }

  private static void align(Shmem shmem) {
    SymmetricLongs longs = shmem.heap().align(ElementType.LONG, 1, 1 << 20);
    for (int pe = 0; pe < shmem.pes(); pe++) {
      System.out.println("over=" + longs.segment(pe).address() % (1 << 20));
    }
  }

  private static void count(Shmem shmem) {
    SymmetricLongs longs = shmem.longs(10);
    Signal signal = shmem.signal();
    int right = (shmem.pe() + 1) % shmem.pes();
    longs.put(new long[10], right);
    longs.putSignal(new long[3], signal, SignalOp.SET, 1, right);
    signal.waitUntil(Compare.EQ, 1);
    shmem.barrierAll();
  }

  /** Counts as docs/debugging.md shows it. */
  public static final class Counts implements Interceptor {
    private final Map<Operation, long[]> sums = new EnumMap<>(Operation.class);

    @Override
    public synchronized void ends(Operation operation, int pe, long bytes, long begun) {
      long[] sum = sums.computeIfAbsent(operation, _ -> new long[2]);
      sum[0]++;
      sum[1] += bytes;
    }

    @Override
    public synchronized void left() {
      sums.forEach((operation, sum) ->
          System.out.println(operation + ": " + sum[0] + " times, " + sum[1] + " bytes"));
    }
  }
}
