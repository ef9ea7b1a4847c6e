package org.shmem4j.stress.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A round as it is planned: what each PE is going to do, and at the same time what the model makes
 * of it. All PEs plan all rounds, each for all, and then do their own part.
 *
 * <p>Between two meetings an element is written by one PE only, or by operations that commute; so
 * the order in which operations are planned is as good as any.
 */
final class Round {
  private final int number;
  private final Random random;
  private final Model model;
  private final List<Step> steps = new ArrayList<>();
  private Step last;

  Round(long seed, int number, Model model) {
    this.number = number;
    this.random = new Random(mix(seed, number));
    this.model = model;
    model.all().forEach(Slot::beginRound);
  }

  /** Another seed for each number. */
  static long mix(long seed, long number) {
    long mixed = (seed + number * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
    return mixed ^ mixed >>> 31;
  }

  int number() {
    return number;
  }

  Model model() {
    return model;
  }

  List<Step> steps() {
    return steps;
  }

  // What is to be done.

  /** One PE's operation; what follows until the next one is its effect. */
  void step(int actor, String what, Step.Action action) {
    add(1 << actor, what, action);
  }

  /** An operation that some PEs do together. */
  void together(int[] actors, String what, Step.Action action) {
    int mask = 0;
    for (int actor : actors) {
      mask |= 1 << actor;
    }
    add(mask, what, action);
  }

  /** An operation of all PEs. */
  void all(String what, Step.Action action) {
    together(model.world(), what, action);
  }

  private void add(int actors, String what, Step.Action action) {
    last = new Step(number, steps.size(), actors, what, action);
    steps.add(last);
  }

  /** The effect of the last step on an element. */
  void set(Slot slot, int pe, int index, long value) {
    slot.set(pe, index, value, last);
  }

  /** The effect of the last step on elements at equal distances. */
  void set(Slot slot, int pe, int index, int stride, long[] values) {
    for (int i = 0; i < values.length; i++) {
      set(slot, pe, index + i * stride, values[i]);
    }
  }

  /** All PEs meet, and what was done before is there for all. */
  void meet() {
    switch (random.nextInt(4)) {
      case 0 ->
          all(
              "quiet, syncAll",
              player -> {
                player.shmem().quiet();
                player.shmem().syncAll();
              });
      case 1 -> all("world.barrier", player -> player.shmem().world().barrier());
      default -> all("barrierAll", player -> player.shmem().barrierAll());
    }
  }

  // What chance decides.

  Random random() {
    return random;
  }

  boolean chance(int in) {
    return random.nextInt(in) == 0;
  }

  /** A number between two, both included. */
  int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  int pe() {
    return random.nextInt(model.pes());
  }

  <T> T oneOf(List<T> several) {
    return several.get(random.nextInt(several.size()));
  }

  /** The PEs in some order. */
  int[] shuffledPes() {
    return shuffled(model.pes());
  }

  /** The numbers below a count in some order. */
  int[] shuffled(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  /** An array that operations may touch, of a type that will do. */
  Slot array(Predicate<Type> type) {
    return oneOf(model.arrays().stream().filter(s -> !s.isGuard() && type.test(s.type())).toList());
  }

  Slot signal() {
    return oneOf(model.signals());
  }

  long[] values(Type type, int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = type.any(random);
    }
    return values;
  }

  /** The elements of a PE's copy that belong to another PE until the next meeting. */
  Range rangeOf(Slot slot, int owner) {
    int size = (slot.end() - slot.first()) / model.pes();
    return new Range(slot.first() + owner * size, size);
  }

  /** Consecutive elements. */
  record Range(int first, int size) {
    int end() {
      return first + size;
    }
  }

  Via world() {
    return new Via(Via.DEFAULT, model.world());
  }
}
