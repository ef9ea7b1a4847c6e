package org.shmem4j.stress.suites.programs;

import org.shmem4j.shmem.ContextOption;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.SymmetricLongs;
import org.shmem4j.shmem.Team;

/** Joins its job and leaves it again, as often as its argument says. */
public final class Rejoin {
  private static int pe;

  private Rejoin() {}

  /** Runs as one PE: {@code rounds N}, {@code alone} or {@code open}. */
  public static void main(String[] args) throws InterruptedException {
    Check.that(!Shmem.isInitialized(), "not before the first init");
    switch (args[0]) {
      case "rounds" -> rounds(Integer.parseInt(args[1]));
      case "alone" -> alone();
      case "open" -> Shmem.run(Rejoin::leaveOpen);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void rounds(int rounds) throws InterruptedException {
    for (int round = 1; round <= rounds; round++) {
      long value = round;
      Shmem.run(shmem -> {
        exchange(shmem, value);
        Shmem.run(inner -> exchange(inner, -value));
        Check.that(Shmem.isInitialized(), "within");
        leaveOpen(shmem);
      });
      Check.that(!Shmem.isInitialized(), "after round " + round);
      Thread helper = Thread.ofPlatform().start(() -> Shmem.run(s -> exchange(s, 5)));
      helper.join();
    }
    System.out.println("rounds=" + rounds);
  }

  private static void exchange(Shmem shmem, long value) {
    SymmetricLongs box = shmem.longs(1);
    int left = (shmem.pe() + shmem.pes() - 1) % shmem.pes();
    box.p(0, value + shmem.pe(), (shmem.pe() + 1) % shmem.pes());
    shmem.barrierAll();
    Check.equal(value + left, box.at(0), "from the left");
    shmem.free(box);
  }

  /** Teams, contexts and objects that nobody closes. */
  private static void leaveOpen(Shmem shmem) {
    Team team = shmem.world().splitStrided(shmem.pes() - 1, -1, shmem.pes());
    SymmetricLongs box = team.heap().longs(4);
    for (ContextOption option : ContextOption.values()) {
      ShmemContext context = team.createContext(option);
      box.on(context).p(0, 1, 0);
    }
  }

  private static void alone() {
    Shmem.run(shmem -> {
      pe = shmem.pe();
      shmem.barrierAll();
    });
    if (pe != 1) {
      Shmem.run(Shmem::barrierAll);
    }
  }
}
