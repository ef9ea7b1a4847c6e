package org.shmem4j.stress.suites.programs;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLock;

/**
 * The last PE ends in some way while the others are somewhere: {@code END PLACE}.
 *
 * <p>END is exception, kill, exit0, exit7, globalExit0, globalExit7, stubborn or stay; PLACE is
 * barrier, wait, test, testAll, testLock (loops of tests), testSlowly (with pauses), malloc, sleep,
 * loop, nap (a second of sleep, then a barrier), lock (which the last PE holds), or each (the first
 * four places by PE number).
 */
public final class Scene {
  private static final String[] EACH = {"barrier", "wait", "loop", "sleep"};

  private Scene() {}

  /** Runs as one PE. */
  public static void main(String[] args) {
    Shmem.run(shmem -> {
      Signal never = shmem.signal();
      SymmetricLock lock = shmem.lock();
      if (shmem.pe() == shmem.pes() - 1) {
        lock.set();
      }
      shmem.barrierAll();
      long pid = ProcessHandle.current().pid();
      System.out.println("ready pe=" + shmem.pe() + " pid=" + pid);
      String place = args[1].equals("each") ? EACH[shmem.pe() % EACH.length] : args[1];
      if (shmem.pe() == shmem.pes() - 1 && !args[0].equals("stay")) {
        Thread.sleep(300);
        System.out.println("endedAt=" + System.currentTimeMillis());
        end(args[0], shmem);
      }
      try {
        stay(place, shmem, never, lock);
      } catch (PeerFailedException e) {
        System.out.println("peerFailed pe=" + e.pe() + " seenAt=" + System.currentTimeMillis());
        throw e;
      }
      throw new AssertionError("the end did not come: " + place);
    });
  }

  private static void end(String how, Shmem shmem) throws IOException, InterruptedException {
    switch (how) {
      case "exception" -> throw new IllegalStateException("on purpose");
      case "kill" -> {
        System.out.flush();
        String pid = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("kill", "-KILL", pid).start().waitFor();
      }
      case "stubborn" -> {
        Thread hook = new Thread(() -> LockSupport.parkNanos(100_000_000_000L));
        Runtime.getRuntime().addShutdownHook(hook);
        System.out.println("stubborn");
        Thread.sleep(100_000);
      }
      case "exit0" -> System.exit(0);
      case "exit7" -> System.exit(7);
      case "globalExit0" -> shmem.globalExit(0);
      case "globalExit7" -> shmem.globalExit(7);
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void stay(String place, Shmem shmem, Signal never, SymmetricLock lock)
      throws InterruptedException {
    switch (place) {
      case "barrier" -> shmem.barrierAll();
      case "wait" -> never.waitUntil(Compare.EQ, 1);
      case "lock" -> lock.set();
      case "test" -> {
        while (!never.test(Compare.EQ, 1)) {
          Thread.onSpinWait();
        }
      }
      case "testAll" -> {
        while (!Signal.testAll(new Signal[] {never}, null, Compare.EQ, 1)) {
          Thread.onSpinWait();
        }
      }
      case "testLock" -> {
        while (!lock.test()) {
          Thread.onSpinWait();
        }
      }
      case "testSlowly" -> {
        while (!never.test(Compare.EQ, 1)) {
          Thread.sleep(10);
        }
      }
      case "malloc" -> shmem.longs(10).set(0, 1);
      case "sleep" -> Thread.sleep(100_000);
      case "nap" -> {
        Thread.sleep(1_000);
        shmem.barrierAll();
      }
      case "loop" -> {
        long end = System.nanoTime() + 100_000_000_000L;
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
      default -> throw new IllegalArgumentException(place);
    }
  }
}
