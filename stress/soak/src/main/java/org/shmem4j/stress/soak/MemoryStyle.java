package org.shmem4j.stress.soak;

import java.util.Arrays;
import java.util.List;
import org.shmem4j.shmem.ElementType;
import org.shmem4j.shmem.HeapHint;
import org.shmem4j.shmem.Signal;
import org.shmem4j.shmem.SymmetricArray;
import org.shmem4j.shmem.SymmetricHeap;

/** Objects are allocated, made longer or shorter, freed; what they hold is known all the time. */
final class MemoryStyle {
  private static final int SIGNALS = 4;
  private static final int FEWEST = 8;
  private static final int MOST = 16;
  private static final int LONGEST = 400;
  private static final int LONGEST_GUARD = 70;

  private MemoryStyle() {}

  /** An array of each type, guards between them, and signals. */
  static void setUp(Round round) {
    for (Type type : Type.values()) {
      guard(round);
      allocate(round, type, round.between(64, LONGEST));
      allocate(round, type, round.between(64, LONGEST));
    }
    guard(round);
    for (int i = 0; i < SIGNALS; i++) {
      Slot slot = round.model().newSignal();
      round.all(
          "signal()",
          player -> {
            Signal signal = player.shmem().signal();
            player.keep(slot, signal);
            player.expect("a new signal", 0, signal.fetch());
          });
      round.model().signals().add(slot);
    }
  }

  static void plan(Round round) {
    List<Slot> arrays = round.model().arrays();
    for (int i = round.between(1, 4); i > 0; i--) {
      boolean isFew = arrays.size() < FEWEST;
      int what = isFew ? 0 : round.between(arrays.size() > MOST ? 1 : 0, 2);
      switch (what) {
        case 0 -> allocate(round, round.oneOf(List.of(Type.values())), round.between(64, LONGEST));
        case 1 -> free(round, round.oneOf(arrays));
        default -> reallocate(round, round.oneOf(arrays));
      }
      if (round.chance(4)) {
        guard(round);
      }
      if (round.chance(2)) {
        round.meet();
      }
    }
    fillMissing(round);
  }

  /** Other styles count on an array of each type. */
  private static void fillMissing(Round round) {
    for (Type type : Type.values()) {
      long count =
          round.model().arrays().stream().filter(s -> s.type() == type && !s.isGuard()).count();
      for (long i = count; i < 2; i++) {
        allocate(round, type, round.between(64, LONGEST));
      }
    }
  }

  private static void guard(Round round) {
    Slot slot =
        round
            .model()
            .newArray(Type.BYTE, round.between(1, LONGEST_GUARD), true, round.model().world());
    allocate(round, slot, -1);
    round.model().arrays().add(slot);
  }

  private static void allocate(Round round, Type type, int length) {
    Slot slot = round.model().newArray(type, length, false, round.model().world());
    allocate(round, slot, -1);
    round.model().arrays().add(slot);
  }

  /**
   * Allocates by one of the calls and gives the elements values.
   *
   * @param team the number of the team that has it, or -1 for the world
   */
  static void allocate(Round round, Slot slot, int team) {
    ElementType<?> type = slot.type().element();
    int length = slot.length();
    long alignment = 64L << round.between(0, 6);
    switch (round.between(0, 3)) {
      case 0 ->
          round.together(
              slot.members(),
              "calloc of " + slot,
              player -> {
                Numbers zeros = Numbers.of(heap(player, team).calloc(type, length));
                player.keep(slot, zeros);
                player.expect("zeros of " + slot, new long[length], zeros.toArray());
              });
      case 1 ->
          round.together(
              slot.members(),
              "align(" + alignment + ") of " + slot,
              player -> {
                SymmetricArray array = heap(player, team).align(type, length, alignment);
                player.keep(slot, Numbers.of(array));
                player.expect("alignment of " + slot, 0, array.segment().address() % alignment);
              });
      case 2 ->
          round.together(
              slot.members(),
              "malloc with hints of " + slot,
              player ->
                  player.keep(
                      slot,
                      Numbers.of(heap(player, team).malloc(type, length, HeapHint.values()[0]))));
      default ->
          round.together(
              slot.members(),
              "malloc of " + slot,
              player -> player.keep(slot, Numbers.of(heap(player, team).malloc(type, length))));
    }
    fill(round, slot, 0);
    round.together(slot.members(), "the team's barrier", player -> barrier(player, team));
  }

  static SymmetricHeap heap(Player player, int team) {
    return team < 0 ? player.shmem().heap() : player.team(team).heap();
  }

  private static void barrier(Player player, int team) {
    if (team < 0) {
      player.shmem().barrierAll();
    } else {
      player.team(team).barrier();
    }
  }

  /** Each PE stores into its own copy from an index on. */
  private static void fill(Round round, Slot slot, int from) {
    for (int pe : slot.members()) {
      long[] values = round.values(slot.type(), slot.length() - from);
      round.step(
          pe, "copyFrom into " + slot, player -> player.numbers(slot).copyFrom(from, values));
      round.set(slot, pe, from, 1, values);
    }
  }

  static void free(Round round, Slot slot) {
    round.together(
        slot.members(),
        "free of " + slot,
        player -> {
          player.shmem().free(player.numbers(slot).array());
          player.forget(slot);
        });
    round.model().arrays().remove(slot);
  }

  private static void reallocate(Round round, Slot old) {
    Model model = round.model();
    int length = round.between(old.isGuard() ? 1 : 64, old.isGuard() ? LONGEST_GUARD : LONGEST);
    Slot slot = model.newArray(old.type(), length, old.isGuard(), model.world());
    int kept = Math.min(length, old.length());
    long[][] content = new long[model.pes()][];
    for (int pe : model.world()) {
      content[pe] = Arrays.copyOf(old.copyOf(pe), kept);
    }
    round.all(
        "realloc of " + old + " to " + slot,
        player -> {
          Numbers longer = Numbers.of(realloc(player, player.numbers(old).array(), length));
          player.forget(old);
          player.keep(slot, longer);
          long[] first = Arrays.copyOf(longer.toArray(), kept);
          player.expect("what realloc kept of " + old, content[player.pe()], first);
        });
    for (int pe : model.world()) {
      round.set(slot, pe, 0, 1, content[pe]);
    }
    fill(round, slot, kept);
    round.meet();
    model.arrays().set(model.arrays().indexOf(old), slot);
  }

  private static SymmetricArray realloc(Player player, SymmetricArray array, int length) {
    return player.shmem().heap().realloc(array, length);
  }
}
