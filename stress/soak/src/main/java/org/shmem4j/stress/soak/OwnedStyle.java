package org.shmem4j.stress.soak;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.shmem4j.shmem.SignalOp;

/**
 * Each PE has a range of its own in every copy of every array, and does there what it likes, by all
 * the operations on memory; a fence or a quiet between those that must not overtake each other.
 */
final class OwnedStyle {
  private static final int LONGEST = 24;

  private final Round round;

  /** Signals that are added to until the next meeting; the others are set, by one PE each. */
  private final boolean[] added;

  private final int[] setBy;

  private OwnedStyle(Round round) {
    this.round = round;
    int signals = round.model().signals().size();
    this.added = new boolean[signals];
    this.setBy = new int[signals];
    for (int i = 0; i < signals; i++) {
      added[i] = round.chance(2);
      setBy[i] = round.pe();
    }
  }

  static void plan(Round round) {
    for (int phase = round.between(1, 4); phase > 0; phase--) {
      OwnedStyle style = new OwnedStyle(round);
      for (int actor : round.model().world()) {
        style.part(actor, round.world(), round.between(2, 14));
      }
      round.meet();
    }
  }

  /** Some PEs' part until the next meeting, on a context. */
  static void plan(Round round, Via via, int operations) {
    OwnedStyle style = new OwnedStyle(round);
    for (int actor : via.members()) {
      style.part(actor, via, operations);
      style.complete(actor, via);
    }
  }

  private void complete(int actor, Via via) {
    round.step(actor, "quiet" + via, player -> player.context(via).quiet());
  }

  private void part(int actor, Via via, int operations) {
    Part part = new Part(actor, via);
    for (int i = 0; i < operations; i++) {
      part.operation();
    }
  }

  /** What a PE does until the next meeting. */
  private final class Part {
    private final int actor;
    private final Via via;

    /** Copies that have been written and not been made quiet since. */
    private final Set<Copy> incomplete = new HashSet<>();

    /** Copies that have been written without a fence since. */
    private final Set<Copy> unordered = new HashSet<>();

    private Slot slot;
    private int pe;
    private int number;
    private Round.Range range;

    private record Copy(int slot, int pe) {}

    Part(int actor, Via via) {
      this.actor = actor;
      this.via = via;
    }

    void operation() {
      slot = round.array(type -> true);
      number = round.random().nextInt(via.members().length);
      pe = via.members()[number];
      range = round.rangeOf(slot, actor);
      switch (round.between(0, 16)) {
        case 0 -> p();
        case 1, 2 -> put();
        case 3 -> putFromSymmetric();
        case 4 -> iput();
        case 5 -> ibput();
        case 6 -> putSignal();
        case 7 -> get();
        case 8 -> getIntoSymmetric();
        case 9 -> stridedGet();
        case 10 -> local();
        case 11 -> iputFromSymmetric();
        default -> atomic();
      }
    }

    private void step(String what, Step.Action action) {
      round.step(actor, what + " " + slot + " of PE " + pe + via, action);
    }

    private Round.Range part() {
      int size = round.between(1, Math.min(LONGEST, range.size()));
      return new Round.Range(range.first() + round.between(0, range.size() - size), size);
    }

    /** Before a write: earlier ones to the same copy come first. */
    private void beforeWrite() {
      Copy copy = new Copy(slot.id(), pe);
      if (unordered.contains(copy)) {
        if (round.chance(2)) {
          round.step(actor, "fence" + via, player -> player.context(via).fence());
          unordered.clear();
        } else {
          int target = number;
          round.step(actor, "fence(" + pe + ")" + via, player -> player.context(via).fence(target));
          unordered.removeIf(c -> c.pe() == pe);
        }
      }
      unordered.add(copy);
      incomplete.add(copy);
    }

    /** Before a read: earlier writes to the same copy are complete. */
    private void beforeRead(Slot read, int of) {
      if (incomplete.contains(new Copy(read.id(), of))) {
        if (round.chance(2)) {
          round.step(actor, "quiet" + via, player -> player.context(via).quiet());
          incomplete.clear();
          unordered.clear();
        } else {
          int target = via.numberOf(of);
          round.step(actor, "quiet(" + of + ")" + via, player -> player.context(via).quiet(target));
          incomplete.removeIf(c -> c.pe() == of);
          unordered.removeIf(c -> c.pe() == of);
        }
      }
    }

    private void p() {
      int index = part().first();
      long value = slot.type().any(round.random());
      Slot to = slot;
      int target = number;
      beforeWrite();
      step("p into", player -> player.numbers(to, via).p(index, value, target));
      round.set(slot, pe, index, value);
    }

    private void put() {
      Round.Range at = part();
      long[] values = round.values(slot.type(), at.size());
      Slot to = slot;
      int target = number;
      beforeWrite();
      switch (round.between(0, 2)) {
        case 0 ->
            step("put into", player -> player.numbers(to, via).put(at.first(), values, target));
        case 1 ->
            step(
                "put from a segment into",
                player -> {
                  Numbers numbers = player.numbers(to, via);
                  var source = numbers.segment(values);
                  numbers.array().put(at.first(), source, 0, at.size(), target);
                });
        default ->
            step(
                "putNbi into",
                player -> player.numbers(to, via).putNbi(at.first(), values, target).awaitSource());
      }
      round.set(slot, pe, at.first(), 1, values);
    }

    /** An array of the same type, of whose own copy the PE's own range is the source. */
    private Slot other() {
      return round.array(type -> type == slot.type());
    }

    private void putFromSymmetric() {
      Slot from = other();
      Round.Range source = round.rangeOf(from, actor);
      Round.Range at = part();
      int count = Math.min(at.size(), source.size());
      if (Objects.equals(from, slot) && pe == actor) {
        return;
      }
      Slot to = slot;
      int target = number;
      boolean nbi = round.chance(2);
      beforeRead(from, actor);
      beforeWrite();
      step(
          (nbi ? "putNbi from " : "put from ") + from + " into",
          player -> {
            Numbers numbers = player.numbers(to, via);
            Numbers own = player.numbers(from);
            if (nbi) {
              numbers.putNbi(at.first(), own, source.first(), count, target).await();
            } else {
              numbers.put(at.first(), own, source.first(), count, target);
            }
          });
      for (int i = 0; i < count; i++) {
        round.set(slot, pe, at.first() + i, from.at(actor, source.first() + i));
      }
    }

    private void iputFromSymmetric() {
      Slot from = other();
      Round.Range source = round.rangeOf(from, actor);
      if (Objects.equals(from, slot) && pe == actor) {
        return;
      }
      int stride = round.between(1, 3);
      int fromStride = round.between(1, 3);
      int most = Math.min((range.size() - 1) / stride, (source.size() - 1) / fromStride) + 1;
      int count = round.between(1, most);
      Slot to = slot;
      int target = number;
      int first = range.first();
      beforeRead(from, actor);
      beforeWrite();
      step(
          "iput from " + from + " into",
          player ->
              player
                  .numbers(to, via)
                  .iput(
                      first,
                      stride,
                      player.numbers(from),
                      source.first(),
                      fromStride,
                      count,
                      target));
      for (int i = 0; i < count; i++) {
        long value = from.at(actor, source.first() + i * fromStride);
        round.set(slot, pe, first + i * stride, value);
      }
    }

    private void iput() {
      int stride = round.between(1, 4);
      int count = round.between(1, (range.size() - 1) / stride + 1);
      long[] values = round.values(slot.type(), count);
      Slot to = slot;
      int target = number;
      int first = range.first();
      beforeWrite();
      step("iput into", player -> player.numbers(to, via).iput(first, stride, values, target));
      round.set(slot, pe, first, stride, values);
    }

    private void ibput() {
      int block = round.between(1, Math.min(3, range.size()));
      int stride = block + round.between(0, 2);
      int blocks = round.between(1, (range.size() - block) / stride + 1);
      long[] values = round.values(slot.type(), block * blocks);
      Slot to = slot;
      int target = number;
      int first = range.first();
      beforeWrite();
      step(
          "ibput into",
          player -> player.numbers(to, via).ibput(first, stride, values, block, target));
      for (int i = 0; i < values.length; i++) {
        round.set(slot, pe, first + i / block * stride + i % block, values[i]);
      }
    }

    private void putSignal() {
      int which = round.random().nextInt(added.length);
      SignalOp op = added[which] ? SignalOp.ADD : SignalOp.SET;
      if (op == SignalOp.SET && setBy[which] != actor) {
        return;
      }
      Slot signal = round.model().signals().get(which);
      Round.Range at = part();
      long[] values = round.values(slot.type(), round.chance(5) ? 0 : at.size());
      long operand = round.between(1, 1000);
      Slot to = slot;
      int target = number;
      boolean nbi = round.chance(2);
      beforeRead(signal, pe); // two updates are not to overtake each other
      beforeWrite();
      incomplete.add(new Copy(signal.id(), pe));
      String call = (nbi ? "putSignalNbi " : "putSignal ") + op + " of " + signal + " into";
      step(
          call,
          player -> {
            Numbers numbers = player.numbers(to, via);
            if (nbi) {
              numbers.putSignalNbi(
                  at.first(), values, player.signal(signal, via), op, operand, target);
            } else {
              numbers.putSignal(
                  at.first(), values, player.signal(signal, via), op, operand, target);
            }
          });
      round.set(slot, pe, at.first(), 1, values);
      round.set(signal, pe, 0, op == SignalOp.ADD ? signal.at(pe, 0) + operand : operand);
    }

    private long[] held(int first, int stride, int count) {
      long[] held = new long[count];
      for (int i = 0; i < count; i++) {
        held[i] = slot.at(pe, first + i * stride);
      }
      return held;
    }

    private void get() {
      Round.Range at = part();
      long[] expected = held(at.first(), 1, at.size());
      Slot from = slot;
      int target = number;
      beforeRead(slot, pe);
      switch (round.between(0, 2)) {
        case 0 ->
            step(
                "get from",
                player ->
                    player.expect(
                        "get",
                        expected,
                        player.numbers(from, via).get(at.first(), at.size(), target)));
        case 1 ->
            step(
                "g from",
                player ->
                    player.expect(
                        "g", expected[0], player.numbers(from, via).g(at.first(), target)));
        default ->
            step(
                "getNbi from",
                player ->
                    player.expect(
                        "getNbi",
                        expected,
                        player.numbers(from, via).getNbi(at.first(), at.size(), target)));
      }
    }

    private void getIntoSymmetric() {
      Slot to = other();
      Round.Range own = round.rangeOf(to, actor);
      Round.Range at = part();
      int count = Math.min(at.size(), own.size());
      if (Objects.equals(to, slot) && pe == actor) {
        return;
      }
      if (via.has(actor)) {
        beforeRead(to, actor);
      }
      beforeRead(slot, pe);
      Slot from = slot;
      int target = number;
      long[] values = held(at.first(), 1, count);
      step(
          "get into " + to + " from",
          player ->
              player
                  .numbers(from, via)
                  .get(at.first(), player.numbers(to), own.first(), count, target));
      round.set(to, actor, own.first(), 1, values);
    }

    private void stridedGet() {
      int block = round.between(1, Math.min(3, range.size()));
      int stride = block + round.between(0, 2);
      int blocks = round.between(1, (range.size() - block) / stride + 1);
      int first = range.first();
      Slot from = slot;
      int target = number;
      beforeRead(slot, pe);
      if (block == 1) {
        long[] expected = held(first, stride, blocks);
        step(
            "iget from",
            player ->
                player.expect(
                    "iget",
                    expected,
                    player.numbers(from, via).iget(first, stride, blocks, target)));
        return;
      }
      long[] expected = new long[block * blocks];
      Arrays.setAll(expected, i -> slot.at(pe, first + i / block * stride + i % block));
      step(
          "ibget from",
          player ->
              player.expect(
                  "ibget",
                  expected,
                  player.numbers(from, via).ibget(first, stride, block, blocks, target)));
    }

    /** Plain loads and stores of the own copy. */
    private void local() {
      Round.Range own = round.rangeOf(slot, actor);
      int index = own.first() + round.between(0, own.size() - 1);
      long value = slot.type().any(round.random());
      long expected = slot.at(actor, index);
      Slot at = slot;
      beforeRead(slot, actor);
      round.step(
          actor,
          "at and set of " + slot,
          player -> {
            player.expect("at", expected, player.numbers(at).at(index));
            player.numbers(at).set(index, value);
          });
      round.set(slot, actor, index, value);
      incomplete.add(new Copy(slot.id(), actor));
    }

    private void atomic() {
      if (!slot.type().hasAtomics()) {
        return;
      }
      List<Atomic> fitting =
          Arrays.stream(Atomic.values())
              .filter(a -> slot.type().isInteger() || !a.isOfIntegers())
              .toList();
      Atomic atomic = round.oneOf(fitting);
      int index = part().first();
      long held = slot.at(pe, index);
      boolean adds = atomic.name().contains("ADD");
      if (adds && !slot.type().isSummable(held)) {
        return;
      }
      long operand = adds ? slot.type().small(round.random()) : slot.type().any(round.random());
      long expected = round.chance(2) ? held : slot.type().any(round.random());
      Slot on = slot;
      int target = number;
      beforeRead(slot, pe);
      step(
          "atomic " + atomic + " on",
          player -> {
            long fetched = player.numbers(on, via).atomic(atomic, index, operand, expected, target);
            if (atomic.fetches()) {
              player.expect("atomic " + atomic, held, fetched);
            }
          });
      round.set(slot, pe, index, atomic.result(held, operand, expected));
      unordered.add(new Copy(slot.id(), pe));
      incomplete.add(new Copy(slot.id(), pe));
    }
  }
}
