package org.shmem4j.stress.soak;

import java.time.Duration;
import org.shmem4j.shmem.Compare;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;

/**
 * Data goes through a chain of PEs; each waits for its predecessor's signal, looks at the data, and
 * sends other data on. The same elements are used for each token: a PE sends the next one when its
 * successor has told that it has seen the last.
 */
final class PipelineStyle {
  private static final int LONGEST = 6;

  private PipelineStyle() {}

  static void plan(Round round) {
    int[] order = round.shuffledPes();
    Slot slot = round.array(type -> true);
    int[] two = round.shuffled(round.model().signals().size());
    Slot sent = round.model().signals().get(two[0]);
    Slot seen = round.model().signals().get(two[1]);
    int tokens = round.between(1, 8);
    int count = round.between(1, LONGEST);
    boolean isRing = round.chance(2);
    for (int token = 0; token < tokens; token++) {
      for (int i = 0; i < (isRing ? order.length : order.length - 1); i++) {
        int to = order[(i + 1) % order.length];
        if (token > 0) {
          await(round, order[i], seen, seen.at(order[i], 0));
        }
        long[] values = round.values(slot.type(), count);
        send(round, order[i], to, slot, values, sent);
        receive(round, order[i], to, slot, values, sent);
        update(round, to, order[i], seen);
      }
    }
    round.meet();
  }

  private static int at(Round round, Slot slot, int from) {
    return round.rangeOf(slot, from).first();
  }

  private static void send(Round round, int from, int to, Slot slot, long[] values, Slot signal) {
    int index = at(round, slot, from);
    long value = signal.at(to, 0) + round.between(1, 5);
    int form = round.between(0, 5);
    round.step(
        from,
        "send form " + form + " of " + slot + " to PE " + to,
        player -> {
          Numbers numbers = player.numbers(slot);
          Signal there = player.signal(signal);
          switch (form) {
            case 0 -> numbers.putSignal(index, values, there, SignalOp.SET, value, to);
            case 1 -> numbers.putSignalNbi(index, values, there, SignalOp.SET, value, to);
            case 2 -> {
              numbers.put(index, values, to);
              player.shmem().fence(to);
              there.set(value, to);
            }
            case 3 -> {
              for (int i = 0; i < values.length; i++) {
                numbers.p(index + i, values[i], to);
              }
              player.shmem().quiet();
              there.set(value, to);
            }
            case 4 -> {
              var data = numbers.segment(values);
              numbers
                  .array()
                  .putSignal(index, data, 0, values.length, there, SignalOp.SET, value, to);
            }
            default -> {
              numbers.putNbi(index, values, to).awaitSource();
              player.shmem().fence();
              there.set(value, to);
            }
          }
        });
    round.set(slot, to, index, 1, values);
    round.set(signal, to, 0, value);
  }

  private static void receive(
      Round round, int from, int to, Slot slot, long[] values, Slot signal) {
    int index = at(round, slot, from);
    await(round, to, signal, signal.at(to, 0));
    round.step(
        to,
        "look at what PE " + from + " has sent into " + slot,
        player -> {
          for (int i = 0; i < values.length; i++) {
            player.expect("element " + (index + i), values[i], player.numbers(slot).at(index + i));
          }
        });
  }

  private static void update(Round round, int from, int to, Slot signal) {
    long value = signal.at(to, 0) + 1;
    round.step(
        from, "set " + signal + " of PE " + to, player -> player.signal(signal).set(value, to));
    round.set(signal, to, 0, value);
  }

  /** A PE waits until its signal has a value, which is the highest so far. */
  static void await(Round round, int pe, Slot signal, long value) {
    int form = round.between(0, 8);
    round.step(
        pe,
        "wait form " + form + " for " + signal + " >= " + value,
        player -> {
          Signal own = player.signal(signal);
          Signal[] both = {own, own};
          int[] status = {0, 1};
          switch (form) {
            case 0 -> player.expect("waitUntil", value, own.waitUntil(Compare.GE, value));
            case 1 ->
                player.expect(
                    "waitUntil",
                    value,
                    own.waitUntil(Compare.GT, value - 1, Duration.ofMinutes(5)));
            case 2 -> Signal.waitUntilAll(both, status, Compare.GE, value);
            case 3 -> Signal.waitUntilAll(both, status, Compare.GE, new long[] {value, 0});
            case 4 ->
                player.expect(
                    "waitUntilAny", 0, Signal.waitUntilAny(both, status, Compare.GE, value));
            case 5 ->
                player.expect(
                    "waitUntilSome",
                    1,
                    Signal.waitUntilSome(both, new int[2], status, Compare.GE, value));
            case 6 -> {
              while (!own.test(Compare.EQ, value)) {
                Thread.onSpinWait();
              }
            }
            case 7 -> {
              while (Signal.testAny(both, status, Compare.EQ, value) != 0) {
                Thread.yield();
              }
            }
            default -> player.expect("waitUntil", value, own.waitUntil(Compare.EQ, value));
          }
        });
  }
}
