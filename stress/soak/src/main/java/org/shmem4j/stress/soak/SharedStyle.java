package org.shmem4j.stress.soak;

import java.util.Arrays;
import java.util.List;

/** All PEs change the same elements by atomics that commute. */
final class SharedStyle {
  private static final List<List<Atomic>> FAMILIES =
      List.of(
          List.of(Atomic.ADD, Atomic.FETCH_ADD, Atomic.FETCH_ADD_NBI),
          List.of(Atomic.MIN, Atomic.FETCH_MIN),
          List.of(Atomic.MAX, Atomic.FETCH_MAX),
          List.of(Atomic.AND, Atomic.FETCH_AND, Atomic.FETCH_AND_NBI),
          List.of(Atomic.OR, Atomic.FETCH_OR, Atomic.FETCH_OR_NBI),
          List.of(Atomic.XOR, Atomic.FETCH_XOR, Atomic.FETCH_XOR_NBI),
          List.of(Atomic.INC, Atomic.FETCH_INC, Atomic.FETCH_INC_NBI, Atomic.COMPARE_SWAP));

  private SharedStyle() {}

  static void plan(Round round) {
    for (int phase = round.between(1, 3); phase > 0; phase--) {
      List<Atomic> family = round.oneOf(FAMILIES);
      boolean integers = family.stream().anyMatch(Atomic::isOfIntegers) && family.size() > 2;
      Slot slot = round.array(type -> type.hasAtomics() && (type.isInteger() || !integers));
      int first = round.between(slot.first(), slot.end() - 8);
      if (family.getFirst() == Atomic.ADD) {
        makeSummable(round, slot, first);
      }
      for (int i = round.between(10, 60); i > 0; i--) {
        operation(round, slot, first + round.between(0, 7), round.oneOf(family));
      }
      round.meet();
    }
  }

  private static void makeSummable(Round round, Slot slot, int first) {
    for (int pe : round.model().world()) {
      long[] values = new long[8];
      Arrays.setAll(values, _ -> slot.type().small(round.random()));
      round.step(
          pe, "copyFrom into " + slot, player -> player.numbers(slot).copyFrom(first, values));
      round.set(slot, pe, first, 1, values);
    }
    round.meet();
  }

  private static void operation(Round round, Slot slot, int index, Atomic atomic) {
    int actor = round.pe();
    int pe = round.pe();
    long operand = slot.type().small(round.random());
    if (atomic == Atomic.COMPARE_SWAP) {
      round.step(
          actor,
          "an increment by compareSwap on " + slot + " of PE " + pe,
          player -> {
            Numbers numbers = player.numbers(slot);
            long held = numbers.atomic(Atomic.FETCH, index, 0, 0, pe);
            while (true) {
              long found = numbers.atomic(Atomic.COMPARE_SWAP, index, held + 1, held, pe);
              if (found == held) {
                return;
              }
              held = found;
            }
          });
      round.set(slot, pe, index, slot.at(pe, index) + 1);
    } else {
      round.step(
          actor,
          "atomic " + atomic + " on " + slot + " of PE " + pe,
          player -> {
            var _ = player.numbers(slot).atomic(atomic, index, operand, 0, pe);
          });
      round.set(slot, pe, index, atomic.result(slot.at(pe, index), operand, 0));
    }
  }
}
