package org.shmem4j.stress.soak;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.shmem.Shmem;
import org.shmem4j.shmem.ShmemContext;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricLock;
import org.shmem4j.shmem.Team;

/** One PE: plans the rounds as all do, does its part, and compares what it has with the model. */
final class Player {
  /** In so many steps a PE is late once. */
  private static final int LATE_IN = 12;

  private static final int LONGEST_SPIN = 2_000;
  private static final int SLEEP_IN = 20;
  private static final long LONGEST_SLEEP_NANOS = 300_000;

  /** Told of each step before it is done. */
  interface Onlooker {
    void sees(Step step);
  }

  private final Shmem shmem;
  private final long seed;
  private final Onlooker onlooker;
  private final Model model;
  private final Map<Integer, Numbers> arrays = new HashMap<>();
  private final Map<Integer, Signal> signals = new HashMap<>();
  private final Map<Integer, ShmemContext> contexts = new HashMap<>();
  private final Map<Integer, Team> teams = new HashMap<>();
  private final Map<Slot, long[]> before = new HashMap<>();
  private SymmetricLock[] locks;
  private int rounds;
  private long operations;
  private volatile Step step;

  Player(Shmem shmem, long seed, Onlooker onlooker) {
    this.shmem = shmem;
    this.seed = seed;
    this.onlooker = onlooker;
    this.model = new Model(shmem.pes());
  }

  Shmem shmem() {
    return shmem;
  }

  int pe() {
    return shmem.pe();
  }

  /** How many rounds are complete. */
  int rounds() {
    return rounds;
  }

  /** How many operations this PE has done. */
  long operations() {
    return operations;
  }

  /** What this PE is doing, or was when it failed. */
  String position() {
    return String.valueOf(step);
  }

  /** Makes the objects that the first round works on. */
  void setUp() {
    locks = new SymmetricLock[] {shmem.lock(), shmem.lock()};
    Round round = new Round(seed, -1, model);
    MemoryStyle.setUp(round);
    play(round);
  }

  /** Plays the next round and compares. */
  void playRound() {
    for (Slot slot : model.all()) {
      before.put(slot, slot.copyOf(pe()));
    }
    Round round = new Round(seed, rounds, model);
    Styles.plan(round);
    play(round);
    rounds++;
    before.clear();
  }

  private void play(Round round) {
    for (Step next : round.steps()) {
      if (next.isOf(pe())) {
        step = next;
        onlooker.sees(next);
        beLateNowAndThen();
        perform(next);
        operations++;
      }
    }
    shmem.barrierAll();
    compare();
    shmem.barrierAll();
  }

  private void perform(Step next) {
    try {
      next.action().run(this);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a PE", e);
    }
  }

  private static void beLateNowAndThen() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    if (random.nextInt(LATE_IN) != 0) {
      return;
    }
    if (random.nextInt(SLEEP_IN) == 0) {
      LockSupport.parkNanos(random.nextLong(LONGEST_SLEEP_NANOS));
    } else {
      for (int i = random.nextInt(LONGEST_SPIN); i > 0; i--) {
        Thread.onSpinWait();
      }
    }
  }

  // What steps work on.

  Numbers numbers(Slot slot) {
    return arrays.get(slot.id());
  }

  Numbers numbers(Slot slot, Via via) {
    Numbers whole = numbers(slot);
    return via.context() == Via.DEFAULT ? whole : whole.on(contexts.get(via.context()));
  }

  Signal signal(Slot slot) {
    return signals.get(slot.id());
  }

  Signal signal(Slot slot, Via via) {
    Signal whole = signal(slot);
    return via.context() == Via.DEFAULT ? whole : whole.on(contexts.get(via.context()));
  }

  ShmemContext context(Via via) {
    return via.context() == Via.DEFAULT ? shmem.context() : contexts.get(via.context());
  }

  Team team(int number) {
    return teams.get(number);
  }

  SymmetricLock lock(int number) {
    return locks[number % locks.length];
  }

  void keep(Slot slot, Numbers numbers) {
    arrays.put(slot.id(), numbers);
  }

  void keep(Slot slot, Signal signal) {
    signals.put(slot.id(), signal);
  }

  void keep(int number, Team team) {
    teams.put(number, team);
  }

  void keep(int number, ShmemContext context) {
    contexts.put(number, context);
  }

  void forget(Slot slot) {
    arrays.remove(slot.id());
  }

  void forgetTeam(int number) {
    teams.remove(number);
  }

  void forgetContext(int number) {
    contexts.remove(number);
  }

  // Comparing.

  /** A value that an operation returned. */
  void expect(String what, long expected, long found) {
    if (expected != found) {
      throw new Difference(
          "an operation did not return what the model has: pe="
              + pe()
              + " what="
              + what
              + " expected="
              + expected
              + " found="
              + found
              + " operation="
              + step);
    }
  }

  /** Values that an operation returned. */
  void expect(String what, long[] expected, long[] found) {
    expect(what + ", how many", expected.length, found.length);
    for (int i = 0; i < expected.length; i++) {
      if (expected[i] != found[i]) {
        expect(what + ", number " + i, expected[i], found[i]);
      }
    }
  }

  /** Compares this PE's copy of everything, and one of another PE's. */
  private void compare() {
    for (Slot slot : model.all()) {
      long[] expected = slot.copyOf(pe());
      compare(slot, pe(), expected, held(slot));
    }
    List<Slot> all = model.arrays();
    Slot slot = all.get(ThreadLocalRandom.current().nextInt(all.size()));
    int peer = ThreadLocalRandom.current().nextInt(model.pes());
    compare(slot, peer, slot.copyOf(peer), numbers(slot).get(0, slot.length(), peer));
  }

  /** What this PE's copy of a world's object holds. */
  private long[] held(Slot slot) {
    Signal signal = signals.get(slot.id());
    return signal == null ? numbers(slot).toArray() : new long[] {signal.fetch()};
  }

  /** Compares a copy with what it should hold. */
  void compare(Slot slot, int pe, long[] expected, long[] found) {
    int at = Arrays.mismatch(expected, found);
    if (at >= 0) {
      throw Difference.of(slot, pe, at, expected[at], found[at], pe());
    }
  }

  /**
   * After another PE has died: this PE's copy of everything holds what it held before the round
   * that was not completed, or where that writes once, what it wrote; what was for the dead PE to
   * write, and what is written several times, may hold anything.
   */
  void compareWithDead(int dead) {
    for (Slot slot : model.all()) {
      long[] old = before.isEmpty() ? slot.copyOf(pe()) : before.get(slot);
      if (old != null) { // else the round has allocated it
        compareWithDead(slot, old, held(slot), dead);
      }
    }
  }

  private void compareWithDead(Slot slot, long[] old, long[] found, int dead) {
    for (int i = 0; i < old.length; i++) {
      if (old[i] != found[i] && (before.isEmpty() || !mayHold(slot, i, found[i], dead))) {
        throw Difference.of(slot, pe(), i, old[i], found[i], pe());
      }
    }
  }

  private boolean mayHold(Slot slot, int index, long found, int dead) {
    int writes = slot.writes(pe(), index);
    return writes > 1
        || (writes == 1 && (slot.writer(pe(), index).isOf(dead) || slot.at(pe(), index) == found));
  }

  /** Writes a wrong value where nobody writes, for tests of the comparison. */
  void corrupt() {
    Slot slot = model.arrays().getFirst();
    Numbers numbers = numbers(slot);
    numbers.set(0, numbers.at(0) ^ 1);
  }
}
