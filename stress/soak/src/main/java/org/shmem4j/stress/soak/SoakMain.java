package org.shmem4j.stress.soak;

import java.util.concurrent.locks.LockSupport;
import org.shmem4j.shmem.PeerFailedException;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.SymmetricLongs;

/** One rank of a job; {@code shmem4j soak} starts it, and says by arguments what it is to do. */
public final class SoakMain {
  /** The exit code of a rank that has outlived another and says so itself. */
  static final int SURVIVED = 42;

  private static final int WRONG = 3;

  private final Orders orders;
  private volatile boolean mustThrow;
  private Diary diary;
  private Player player;

  private SoakMain(Orders orders) {
    this.orders = orders;
  }

  /** Runs as one PE. */
  public static void main(String[] args) {
    SoakMain main = new SoakMain(Orders.parse(args));
    if (main.orders.alone()) {
      main.runAlone();
    } else {
      Shmem.run(main::run);
    }
  }

  /** As under another launcher: no PE ends the job for the others. */
  private void runAlone() {
    Shmem shmem = Shmem.init();
    try {
      run(shmem);
    } catch (PeerFailedException e) {
      shmem.close(); // meets nobody
      System.exit(SURVIVED);
    } catch (RuntimeException | InterruptedException e) {
      System.err.println("PE " + shmem.pe() + ": " + e);
      System.exit(WRONG);
    }
  }

  private void run(Shmem shmem) throws InterruptedException {
    diary = Diary.of(orders.folder(), shmem.pe());
    diary.write(Diary.Entry.PID, ProcessHandle.current().pid());
    player = new Player(shmem, orders.seed(), step -> throwIfToldTo());
    try {
      play(shmem);
      diary.write(Diary.Entry.CLOSING);
      shmem.close();
      diary.write(Diary.Entry.DONE, player.rounds(), player.operations());
    } catch (PeerFailedException e) {
      diary.write(
          Diary.Entry.PEER_FAILED,
          System.nanoTime(),
          e.pe(),
          e.exitCode(),
          player.position() + ": " + e.getMessage());
      lookAtMemory(e.pe());
      throw e;
    } catch (Difference e) {
      diary.write(Diary.Entry.WRONG, e.getMessage(), player.rounds() + 1);
      throw e;
    }
  }

  private void lookAtMemory(int dead) {
    try {
      player.compareWithDead(dead);
      diary.write(Diary.Entry.INTACT);
    } catch (Difference e) {
      diary.write(Diary.Entry.WRONG, "after the death of PE " + dead + ": " + e.getMessage());
    }
  }

  private void play(Shmem shmem) throws InterruptedException {
    SymmetricLongs goesOn = shmem.longs(1);
    player.setUp();
    Places places = new Places(shmem, orders.seed(), orders.victim());
    if (!orders.standing()) {
      ready(shmem);
    }
    long end = System.nanoTime() + orders.seconds() * 1_000_000_000L;
    while (player.rounds() < orders.rounds() && allGoOn(shmem, goesOn, end)) {
      if (player.rounds() == orders.plantedAt() && shmem.pe() == 0) {
        player.corrupt();
      }
      player.playRound();
    }
    if (orders.standing()) {
      ready(shmem);
      if (shmem.pe() == orders.victim()) {
        places.victim(this::throwIfToldTo);
      } else {
        places.survivor();
      }
    }
  }

  /** PE 0 has the clock. */
  private static boolean allGoOn(Shmem shmem, SymmetricLongs goesOn, long end) {
    if (shmem.pe() == 0) {
      for (int pe = 0; pe < shmem.pes(); pe++) {
        goesOn.p(0, System.nanoTime() < end ? 1 : 0, pe);
      }
    }
    shmem.barrierAll();
    return goesOn.at(0) == 1;
  }

  private void ready(Shmem shmem) {
    diary.write(Diary.Entry.READY);
    Fault fault = orders.fault();
    if (fault != null && !fault.isFromOutside() && shmem.pe() == orders.victim()) {
      Thread.ofPlatform().daemon().start(() -> die(fault));
    }
  }

  private void die(Fault fault) {
    LockSupport.parkNanos(orders.delayMillis() * 1_000_000);
    if (fault == Fault.EXCEPTION) {
      mustThrow = true;
    } else {
      diary.write(Diary.Entry.DYING, System.nanoTime());
      fault.inflict();
    }
  }

  private void throwIfToldTo() {
    if (mustThrow) {
      diary.write(Diary.Entry.DYING, System.nanoTime());
      throw new IllegalStateException("on purpose");
    }
  }
}
