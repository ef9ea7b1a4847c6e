package org.shmem4j.stress.soak;

import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SignalOp;

/** All PEs send to one, which counts them by a signal and then lets all go on. */
final class FanStyle {
  private static final int LONGEST = 6;

  private FanStyle() {}

  static void plan(Round round) {
    Slot slot = round.array(type -> true);
    int[] two = round.shuffled(round.model().signals().size());
    Slot arrivals = round.model().signals().get(two[0]);
    Slot go = round.model().signals().get(two[1]);
    for (int i = round.between(1, 3); i > 0; i--) {
      int centre = round.pe();
      long before = arrivals.at(centre, 0);
      for (int pe : round.model().world()) {
        send(round, pe, centre, slot, arrivals);
      }
      PipelineStyle.await(round, centre, arrivals, before + round.model().pes());
      lookAtAll(round, centre, slot);
      letGo(round, centre, go);
      for (int pe : round.model().world()) {
        PipelineStyle.await(round, pe, go, go.at(pe, 0));
      }
      if (round.chance(2)) {
        round.meet();
      }
    }
    round.meet();
  }

  private static void send(Round round, int from, int centre, Slot slot, Slot arrivals) {
    Round.Range own = round.rangeOf(slot, from);
    long[] values = round.values(slot.type(), round.between(1, Math.min(LONGEST, own.size())));
    int form = round.between(0, 2);
    round.step(
        from,
        "send form " + form + " of " + slot + " to PE " + centre,
        player -> {
          Numbers numbers = player.numbers(slot);
          Signal signal = player.signal(arrivals);
          switch (form) {
            case 0 -> numbers.putSignal(own.first(), values, signal, SignalOp.ADD, 1, centre);
            case 1 -> numbers.putSignalNbi(own.first(), values, signal, SignalOp.ADD, 1, centre);
            default -> {
              numbers.put(own.first(), values, centre);
              player.shmem().fence();
              signal.add(1, centre);
            }
          }
        });
    round.set(slot, centre, own.first(), 1, values);
    round.set(arrivals, centre, 0, arrivals.at(centre, 0) + 1);
  }

  private static void lookAtAll(Round round, int centre, Slot slot) {
    long[] expected = slot.copyOf(centre);
    round.step(
        centre,
        "look at what all have sent into " + slot,
        player -> player.expect("all of " + slot, expected, player.numbers(slot).toArray()));
  }

  private static void letGo(Round round, int centre, Slot go) {
    for (int pe : round.shuffledPes()) {
      long value = go.at(pe, 0) + 1;
      round.step(centre, "set " + go + " of PE " + pe, player -> player.signal(go).set(value, pe));
      round.set(go, pe, 0, value);
    }
  }
}
