package org.shmem4j.stress.soak;

import java.time.Duration;
import java.util.Arrays;
import org.shmem4j.shmem.Compare;

/** A PE waits for elements of its copy, which the others change, by all forms of waits. */
final class FlagStyle {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Round round;
  private final Slot slot;
  private final int waiter;
  private final int first;

  /** The value that each flag will have; those with a status are not waited for. */
  private final long[] values;

  private final int[] status;

  private FlagStyle(Round round) {
    this.round = round;
    this.slot = round.array(Type::hasWaits);
    this.waiter = round.pe();
    int count = round.between(1, 24);
    this.first = round.between(slot.first(), slot.end() - count);
    this.values = new long[count];
    this.status = new int[count];
  }

  static void plan(Round round) {
    for (int i = round.between(1, 4); i > 0; i--) {
      new FlagStyle(round).plan();
      round.meet();
    }
  }

  private void plan() {
    boolean equal = round.chance(2);
    long common = slot.type().any(round.random());
    // What is there now must not end a wait: it is stored before.
    long[] before = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = equal ? common : slot.type().any(round.random());
      before[i] = slot.type().wrap(values[i] + 1 + round.between(0, 100));
      status[i] = round.chance(4) ? 1 : 0;
    }
    round.step(
        waiter, "copyFrom into " + slot, player -> player.numbers(slot).copyFrom(first, before));
    round.set(slot, waiter, first, 1, before);
    round.meet();
    for (int i : round.shuffled(values.length)) {
      write(i);
    }
    await(equal);
  }

  private void write(int i) {
    int index = first + i;
    long value = values[i];
    int form = round.between(0, 2);
    round.step(
        round.pe(),
        "flag " + i + " of " + slot + " at PE " + waiter,
        player -> {
          Numbers numbers = player.numbers(slot);
          switch (form) {
            case 0 -> numbers.p(index, value, waiter);
            case 1 -> {
              var _ = numbers.atomic(Atomic.SET, index, value, 0, waiter);
            }
            default -> {
              var _ = numbers.atomic(Atomic.SWAP, index, value, 0, waiter);
            }
          }
        });
    round.set(slot, waiter, index, value);
  }

  private void await(boolean equal) {
    int form = round.between(0, equal ? 9 : 6);
    round.step(
        waiter,
        "wait form " + form + " for " + values.length + " of " + slot,
        player -> {
          Numbers numbers = player.numbers(slot);
          switch (form) {
            case 0 -> numbers.waitUntilAll(first, status, Compare.EQ, values);
            case 1 ->
                oneByOne(player, left -> numbers.waitUntilAny(first, left, Compare.EQ, values));
            case 2 ->
                someBySome(
                    player,
                    (found, left) -> numbers.waitUntilSome(first, found, left, Compare.EQ, values));
            case 3 -> {
              while (!numbers.testAll(first, status, Compare.EQ, values)) {
                Thread.yield();
              }
            }
            case 4 -> oneByOne(player, left -> numbers.testAny(first, left, Compare.EQ, values));
            case 5 ->
                someBySome(
                    player,
                    (found, left) -> numbers.testSome(first, found, left, Compare.EQ, values));
            case 6 -> each(player, numbers);
            case 7 -> numbers.waitUntilAll(first, status, Compare.EQ, values[0], LONG);
            case 8 ->
                oneByOne(
                    player, left -> numbers.waitUntilAny(first, left, Compare.EQ, values[0], LONG));
            default ->
                someBySome(
                    player,
                    (found, left) ->
                        numbers.waitUntilSome(first, found, left, Compare.EQ, values[0], LONG));
          }
          seen(player, numbers);
        });
  }

  private void seen(Player player, Numbers numbers) {
    for (int i = 0; i < values.length; i++) {
      if (status[i] == 0) {
        player.expect("flag " + i, values[i], numbers.at(first + i));
      }
    }
  }

  private interface Any {
    int find(int[] left);
  }

  private interface Some {
    int find(int[] found, int[] left);
  }

  /** Each flag that is waited for is found once. */
  private void oneByOne(Player player, Any any) {
    int[] left = status.clone();
    while (Arrays.stream(left).anyMatch(s -> s == 0)) {
      int found = any.find(left);
      if (found >= 0) {
        player.expect("status of the flag found", 0, left[found]);
        left[found] = 1;
      }
    }
    player.expect("a wait for nothing", -1, any.find(left));
  }

  private void someBySome(Player player, Some some) {
    int[] left = status.clone();
    int[] found = new int[left.length];
    while (Arrays.stream(left).anyMatch(s -> s == 0)) {
      int count = some.find(found, left);
      for (int i = 0; i < count; i++) {
        player.expect("status of the flag found", 0, left[found[i]]);
        left[found[i]] = 1;
      }
    }
    player.expect("a wait for nothing", 0, some.find(found, left));
  }

  private void each(Player player, Numbers numbers) {
    for (int i = 0; i < values.length; i++) {
      long value = values[i];
      int index = first + i;
      switch (i % 4) {
        case 0 -> player.expect("waitUntil", value, numbers.waitUntil(index, Compare.EQ, value));
        case 1 ->
            player.expect("waitUntil", value, numbers.waitUntil(index, Compare.EQ, value, LONG));
        case 2 ->
            player.expect(
                "waitAndReset", value, numbers.waitAndReset(index, Compare.EQ, value, value));
        default -> {
          while (!numbers.test(index, Compare.EQ, value)) {
            Thread.onSpinWait();
          }
        }
      }
    }
  }
}
