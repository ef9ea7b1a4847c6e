package org.shmem4j.stress.soak;

import java.time.Duration;
import org.shmem4j.shmem.SymmetricLock;

/** All PEs count with plain operations, which only a lock makes right. */
final class LockStyle {
  private LockStyle() {}

  static void plan(Round round) {
    int lock = round.between(0, 1);
    Slot slot = round.array(Type::isInteger);
    int home = round.pe();
    int index = round.between(slot.first(), slot.end() - 2);
    for (int i = round.between(2, 5); i > 0; i--) {
      for (int actor : round.shuffledPes()) {
        int form = round.between(0, 4);
        round.step(
            actor,
            "a count under lock " + lock + " in " + slot,
            player -> {
              acquire(player.lock(lock), form);
              Numbers numbers = player.numbers(slot);
              numbers.p(index, numbers.g(index, home) + 1, home);
              numbers.p(index + 1, numbers.g(index + 1, home) - 1, home);
              player.lock(lock).clear();
            });
        round.set(slot, home, index, slot.at(home, index) + 1);
        round.set(slot, home, index + 1, slot.at(home, index + 1) - 1);
      }
    }
    round.meet();
  }

  /** A guard's clear is the lock's. */
  private static void acquire(SymmetricLock lock, int form) throws InterruptedException {
    switch (form) {
      case 0 -> lock.set(Duration.ofMinutes(5));
      case 1 -> {
        while (!lock.test()) {
          Thread.sleep(0, 1000);
        }
      }
      case 2 -> {
        var _ = lock.lock();
      }
      default -> lock.set();
    }
  }
}
