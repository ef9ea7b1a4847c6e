package org.shmem4j.shmem.sim.race;

import java.util.Locale;

/** Prints what an operation costs: by hand, with the number of PEs as argument. */
final class RacesSpeed {
  private static final int ROUNDS = 20;
  private static final int TURNS = 98_304; // any number of PEs divides it that is worth looking at
  private static final int WORDS = 1024;

  private final int pes;
  private final Races races;

  private RacesSpeed(int pes) {
    this.pes = pes;
    this.races =
        new Races(
            pes,
            race -> {
              throw new IllegalStateException("the program has no race: " + race);
            });
  }

  /** Measures for as many PEs as the argument says, 4 if there is none. */
  public static void main(String[] args) {
    int pes = args.length == 0 ? 4 : Integer.parseInt(args[0]);
    print("put, fence, signal, both delivered, wait, load", 5, new RacesSpeed(pes)::ring);
    print("put with signal, delivered, wait, load", 4, new RacesSpeed(pes)::pingPong);
    print("p, delivered, with a fence for each 1024", 1, new RacesSpeed(pes)::elements);
    print("put, delivered, with a fence for each 1024", 1, new RacesSpeed(pes)::puts);
    print("get", 1, new RacesSpeed(pes)::gets);
    print("local load", 1, new RacesSpeed(pes)::loads);
    print("fetch-add", 1, new RacesSpeed(pes)::adds);
    print("quiet and meeting of all", pes, new RacesSpeed(pes)::meetings);
    print(
        "64 KiB put, fence, signal, delivered, wait, 64 KiB load", 1, new RacesSpeed(pes)::blocks);
  }

  private static void print(String what, int operations, Runnable turns) {
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      turns.run();
      best = Math.min(best, System.nanoTime() - start);
    }
    double each = (double) best / TURNS;
    System.out.printf(
        Locale.ROOT, "%8.1f ns  %8.1f an operation  %s%n", each, each / operations, what);
  }

  private void ring() {
    for (int turn = 0; turn < TURNS; turn++) {
      int pe = turn % pes;
      int right = (pe + 1) % pes;
      Issued put = races.put(pe, right, 8L * pe, 8, "put");
      races.fence(pe, -1);
      Issued signal = races.signal(pe, right, 4096, false, null, "signal");
      races.delivered(put);
      races.delivered(signal);
      races.acquire(right, 4096, 8, "wait");
      races.localLoad(right, 8L * pe, 8, "load");
    }
  }

  private void pingPong() {
    for (int turn = 0; turn < TURNS; turn++) {
      int pe = turn % 2;
      Issued put = races.put(pe, 1 - pe, 64, 8, "put");
      Issued signal = races.signal(pe, 1 - pe, 4096, false, put, "signal");
      races.delivered(put);
      races.delivered(signal);
      races.acquire(1 - pe, 4096, 8, "wait");
      races.localLoad(1 - pe, 64, 8, "load");
    }
  }

  private void elements() {
    for (int turn = 0; turn < TURNS; turn++) {
      races.delivered(races.store(0, 1, word(turn), 8, "p"));
      fenceAfterAll(turn);
    }
    races.fence(0, -1);
  }

  private void puts() {
    for (int turn = 0; turn < TURNS; turn++) {
      races.delivered(races.put(0, 1, word(turn), 8, "put"));
      fenceAfterAll(turn);
    }
    races.fence(0, -1);
  }

  private void fenceAfterAll(int turn) {
    if (turn % WORDS == WORDS - 1) {
      races.fence(0, -1);
    }
  }

  private void gets() {
    for (int turn = 0; turn < TURNS; turn++) {
      races.read(turn % pes, 1, word(turn / pes), 8, "get");
    }
  }

  private void loads() {
    for (int turn = 0; turn < TURNS; turn++) {
      races.localLoad(1, word(turn), 8, "load");
    }
  }

  private void adds() {
    for (int turn = 0; turn < TURNS; turn++) {
      races.atomic(turn % pes, 0, 64, 8, true, false, "add");
    }
  }

  private void meetings() {
    for (int turn = 0; turn < TURNS; turn++) {
      Meeting meeting = races.meeting();
      for (int pe = 0; pe < pes; pe++) {
        races.quiet(pe, -1);
        meeting.arrive(pe, "barrier");
      }
      for (int pe = 0; pe < pes; pe++) {
        meeting.leave(pe);
      }
    }
  }

  private void blocks() {
    for (int turn = 0; turn < TURNS; turn++) {
      int pe = turn % 2;
      Issued put = races.put(pe, 1 - pe, 65_544, 65_536, "put");
      races.fence(pe, -1);
      Issued signal = races.signal(pe, 1 - pe, 4096, false, null, "signal");
      races.delivered(put);
      races.delivered(signal);
      races.acquire(1 - pe, 4096, 8, "wait");
      races.localLoad(1 - pe, 65_544, 65_536, "load");
    }
  }

  private static long word(int turn) {
    return 8L * (turn % WORDS);
  }
}
